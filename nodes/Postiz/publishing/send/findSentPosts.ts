import { listPosts } from '../../transport/listPosts';
import type { ListedPost } from '../../transport/apiTypes';
import type { PostizClient } from '../../transport/client';
import { DAY_MS, getCreationTime, MAX_CLOCK_DIFFERENCE_MS } from '../../common/date';
import { CalendarReader } from '../calendarReader';
import type { DesiredPost, ExistingPost } from '../model';

const TIMEOUT_MS = 20_000;

/**
 * Reads the posts that a request may have created, or may have changed (`changes` has their IDs): they are near its `date`
 * (ms), and new ones were created since it was sent. Throws {@link Problem} if the calendar is unreadable.
 */
export async function findSentPosts(
	client: PostizClient,
	posts: DesiredPost[],
	{ date, sentAt, changes }: { date: number; sentAt: number; changes: ReadonlySet<string> },
): Promise<ExistingPost[]> {
	const reader = new CalendarReader(client, posts, TIMEOUT_MS);
	const rows = await listPosts(client, {
		// For "now", the service sets the date by its own clock; that, or its time zone, may be wrong.
		start: date - DAY_MS,
		end: date + DAY_MS,
		timeout: TIMEOUT_MS,
	});
	const since = sentAt + client.instance.clockOffset - MAX_CLOCK_DIFFERENCE_MS;
	const isRecent = ({ id }: ListedPost) =>
		changes.has(id) || (getCreationTime(id) ?? since) >= since;
	reader.addListed(rows.filter(isRecent));
	return await reader.readPosts(Date.now() + client.instance.clockOffset);
}
