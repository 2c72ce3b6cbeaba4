import type { LookupResult } from '../../../posts/existing/findSentPost';
import type { OutgoingPost } from '../outgoingPost';
import { Delivery, type FollowUp } from './delivery';
import { pollSentPosts, type SentRequest } from './pollSentPosts';
import {
	classifyResult,
	getPostsAfterFailedOne,
	hasArrived,
	isProcessingOver,
	isServiceError,
	toLookedUpResult,
} from './postResponses';

/** Looks up posts that the service may have received (docs/api.md, Fingerprints of posts). */
export async function lookUpUnclear(request: SentRequest, delivery: Delivery): Promise<FollowUp> {
	const { posts, result } = request;
	const lookups = await pollSentPosts(request, delivery.run, delivery);
	// After an error of the service, nothing is created later. If a post may be stored all the same, nothing is sent again.
	const hasFailed = isServiceError(result) && !lookups.some(isUnclear);
	// Posts are created in order: without the first, there is none.
	if (hasFailed) delivery.recordFailure({ hasCreated: hasArrived(lookups[0]!) });
	else delivery.recordUnclear({ hasCreated: lookups.some(hasArrived) });
	const toSendAgain = hasFailed ? getPostsToSendAgain(posts, lookups, delivery) : [];
	const cause =
		classifyResult(result) === 'received'
			? { message: 'its response lists no posts' }
			: delivery.createProblem(posts, result);
	const unclear = posts.slice(0, posts.length - toSendAgain.length);
	const results = unclear.map((post, index) =>
		toLookedUpResult(post, lookups[index]!, { isOver: isProcessingOver(result), cause }),
	);
	return { results, batches: [toSendAgain] };
}

/** The posts after the one that failed; none if the service itself seems to be down. */
function getPostsToSendAgain(
	posts: OutgoingPost[],
	lookups: LookupResult[],
	delivery: Delivery,
): OutgoingPost[] {
	const continues = delivery.continuesOnError && !delivery.isServiceDown;
	return continues ? getPostsAfterFailedOne(posts, lookups) : [];
}

const isUnclear = (lookup: LookupResult) => lookup.kind === 'unclear' && !hasArrived(lookup);
