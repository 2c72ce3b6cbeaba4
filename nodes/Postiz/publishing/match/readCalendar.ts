import { listPosts, type PostWindow } from '../../transport/listPosts';
import { DAY_MS, MAX_CLOCK_DIFFERENCE_MS, YEAR_MS } from '../../common/date';
import { CalendarReader } from '../calendarReader';
import type { CalendarSnapshot, DesiredPost } from '../model';
import type { Run } from '../run';

/** How far a post may have been moved in the calendar. */
const MOVED_MS = 31 * DAY_MS;
/** Lists show each repetition of a post (docs/api.md, Listing posts), so the future has to end somewhere. */
const AHEAD_MS = 10 * YEAR_MS;
/** Before the first release of Postiz. */
const BEGINNING = Date.UTC(2023, 0);
const SECOND_MS = 1000;
const LIST_TIMEOUT_MS = 60_000;

/**
 * Reads the part of the calendar that may have the desired posts (docs/api.md, Listing posts, Keys of posts). Throws
 * {@link Problem} if it is unreadable.
 */
export async function readCalendar(desired: DesiredPost[], run: Run): Promise<CalendarSnapshot> {
	const { client } = run;
	const unknown = desired.filter(({ item, earlierAttempt }) =>
		earlierAttempt ? earlierAttempt.postId === undefined : !item.ignoresExisting,
	);
	const reader = new CalendarReader(client, unknown);
	// Ages are by the service's own clock, which is known without milliseconds.
	const now = run.startedAt + client.instance.clockOffset + SECOND_MS;
	if (unknown.length > 0) {
		reader.addListed(
			await listPosts(client, { ...toWindow(unknown, now), timeout: LIST_TIMEOUT_MS }),
		);
	}
	const posts = await reader.readPosts(now);
	const { keepsKeys, listed, unread } = reader;
	return { posts, keepsKeys, listed, unread, stuck: reader.findStuckChannels(now) };
}

/** The dates to list, in ms like `now`. A single list costs less of the hourly limit than one for each period. */
function toWindow(desired: DesiredPost[], now: number): PostWindow {
	const times = desired.map(({ time }) => time);
	const start = Math.min(...times) - MOVED_MS;
	// Posts with past dates are published now.
	const end = Math.max(Math.max(...times) + MOVED_MS, now + MAX_CLOCK_DIFFERENCE_MS);
	const isByRow = desired.some(({ key }) => key.row !== null);
	const undated = desired.filter(({ key }) => key.when === null);
	if (isByRow) {
		// Undated rows are published only once, however long ago.
		const first = undated.length > 0 ? BEGINNING : Math.min(start, now - YEAR_MS);
		return { start: first, end: Math.max(end, now + AHEAD_MS) };
	}
	if (undated.length === 0) return { start, end };
	// Drafts keep the date of their creation. Free slots, and dates by the clock, may be far ahead.
	const back = undated.some(({ key }) => key.isDraft) ? YEAR_MS : MOVED_MS;
	return { start: Math.min(start, now - back), end: Math.max(end, now + YEAR_MS) };
}
