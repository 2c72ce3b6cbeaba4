import { getCreationTime } from '../../../../common/creationTime';
import { DAY_MS, MAX_CLOCK_DIFFERENCE_MS } from '../../../../common/date';
import type { DesiredPost } from '../../../../posts/desiredPost';
import { CandidateReader } from '../../../../posts/existing/candidateReader';
import type { ExistingPost } from '../../../../posts/existingPost';
import type { ListedPost } from '../../../../transport/apiTypes';
import type { PostizClient } from '../../../../transport/client';
import { fetchPosts } from '../../../../transport/fetchPosts';

/** How to find the posts of a request in the calendar. */
export interface SentPostsQuery {
	/** The date of the posts. */
	time: number;
	/** When the request was sent. New posts are not older. */
	sentAt: number;
	/** The IDs of posts that the request may have updated. */
	updatedIds: ReadonlySet<string>;
	/** Per request. */
	timeout?: number;
}

/** Reads the posts that a request may have created or updated. Throws {@link Problem} if the calendar is unreadable. */
export async function fetchSentPosts(
	client: PostizClient,
	posts: DesiredPost[],
	{ time, sentAt, updatedIds, timeout = 20_000 }: SentPostsQuery,
): Promise<ExistingPost[]> {
	const reader = new CandidateReader(client, posts, timeout);
	const listedPosts = await fetchPosts(client, {
		// The service sets the date of posts for “now”. Its clock or time zone may be wrong.
		start: time - DAY_MS,
		end: time + DAY_MS,
		timeout,
	});
	const since = sentAt + client.instance.clockOffset - MAX_CLOCK_DIFFERENCE_MS;
	const isRecent = ({ id }: ListedPost) =>
		updatedIds.has(id) || (getCreationTime(id) ?? since) >= since;
	return (await reader.fetchCandidates(listedPosts.filter(isRecent), client.serviceNow())).posts;
}
