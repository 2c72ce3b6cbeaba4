import { hasArrived, type LookupResult } from '../../../../posts/existing/findSentPost';
import type { OutgoingPost } from '../../outgoingPost';
import { classifyResult, hasServiceFinished, isServiceError } from '../classifyResult';
import type { Delivery, FollowUp, SentRequest } from '../delivery';
import { getPostsAfterFailedOne } from './getPostsAfterFailedOne';
import { pollSentPosts } from './pollSentPosts';
import { toLookedUpResult } from './toLookedUpResult';

/**
 * After an unclear response, looks up the posts of the request. Returns their results, and the posts to send again
 * (docs/api.md, Fingerprints of posts).
 */
export async function lookUpUnclear(request: SentRequest, delivery: Delivery): Promise<FollowUp> {
	const { posts, result } = request;
	const lookups = await pollSentPosts(request, delivery.run, delivery);
	// If the service may have a post that the calendar doesn't show, nothing is sent again.
	const isOutcomeKnown = isServiceError(result) && !lookups.some(mayHaveArrived);
	// The service creates posts in order, so without the first it has created none.
	if (isOutcomeKnown) delivery.countErrorResponse({ hasCreated: hasArrived(lookups[0]!) });
	else delivery.countUnclear(posts, { hasCreated: lookups.some(hasArrived) });
	const toSendAgain = isOutcomeKnown ? getPostsToSendAgain(posts, lookups, delivery) : [];
	const cause =
		classifyResult(result) === 'success'
			? { message: 'its response lists no posts' }
			: delivery.createProblem(result, posts);
	const unclear = posts.slice(0, posts.length - toSendAgain.length);
	const results = unclear.map((post, index) =>
		toLookedUpResult(post, lookups[index]!, { isFinished: hasServiceFinished(result), cause }),
	);
	return { results, batches: [toSendAgain] };
}

/** Returns the posts after the failed post, or none if the service seems to be down. */
function getPostsToSendAgain(
	posts: OutgoingPost[],
	lookups: LookupResult[],
	delivery: Delivery,
): OutgoingPost[] {
	const continues = delivery.run.options.continuesOnError && !delivery.isServiceDown;
	return continues ? getPostsAfterFailedOne(posts, lookups) : [];
}

/** True if the calendar can't show whether the service has the post. */
const mayHaveArrived = (lookup: LookupResult) => lookup.kind === 'unclear' && !hasArrived(lookup);
