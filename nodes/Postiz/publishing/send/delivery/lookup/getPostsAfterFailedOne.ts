import { hasArrived, type LookupResult } from '../../../../posts/existing/findSentPost';
import type { OutgoingPost } from '../../outgoingPost';

/**
 * Returns the posts after the failed post of a request. They can be sent again, as the service creates posts in order
 * (docs/api.md, What cannot be stored). Example: A is stored and B is absent, so B failed, and C and D are returned.
 */
export function getPostsAfterFailedOne(
	posts: OutgoingPost[],
	lookups: LookupResult[],
): OutgoingPost[] {
	const arrived = lookups.map(hasArrived);
	const firstAbsent = arrived.indexOf(false);
	const last = (firstAbsent < 0 ? posts.length : firstAbsent) - 1;
	// If the last post that arrived is incomplete, it is the failed post.
	const isLastComplete = last < 0 || lookups[last]!.kind === 'stored';
	const failedAt = isLastComplete ? last + 1 : last;
	const isInOrder = !arrived.slice(last + 1).includes(true);
	return isInOrder ? posts.slice(failedAt + 1) : [];
}
