import { halve } from './batches';
import { classifyResult, type ResultCategory } from './classifyResult';
import { type Delivery, type FollowUp, type SentRequest, toFailedResults } from './delivery';
import { lookUpUnclear } from './lookup/lookUpUnclear';
import { parseStoredPosts } from './parseStoredPosts';
import { planAfterRejection } from './planAfterRejection';
import { waitAfterExceededLimit } from './waitForHourlyLimit';

type ResultHandler = (request: SentRequest, delivery: Delivery) => FollowUp | Promise<FollowUp>;

/** What to do after each category of result. Only posts that the service certainly doesn't have are sent again. */
const RESULT_HANDLERS: Record<ResultCategory, ResultHandler> = {
	success: acceptStoredOrLookUp,
	unreachable: ({ posts, result }, delivery) =>
		delivery.failAndStop(posts, 'notSent', delivery.createProblem(result, posts)),
	affectsAllRequests: ({ posts, result }, delivery) =>
		delivery.failAndStop(posts, 'rejected', delivery.createProblem(result, posts)),
	atLimit: waitAfterExceededLimit,
	tooLarge: splitTooLarge,
	rejection: handleRejection,
	unclear: lookUpUnclear,
};

export async function handleResult(request: SentRequest, delivery: Delivery): Promise<FollowUp> {
	const category = classifyResult(request.result);
	if (category !== 'success' && category !== 'unclear') delivery.resetFailureCounts();
	return await RESULT_HANDLERS[category](request, delivery);
}

async function acceptStoredOrLookUp(request: SentRequest, delivery: Delivery): Promise<FollowUp> {
	const results = parseStoredPosts(getBody(request), request.posts);
	if (!results) return await lookUpUnclear(request, delivery);
	delivery.recordSuccess();
	return { results };
}

/** Halves a batch that is too large. Rejects a single post that is too large. */
function splitTooLarge({ posts, result }: SentRequest, delivery: Delivery): FollowUp {
	delivery.recordTooLarge(posts);
	const halves = halve(posts);
	if (halves.length > 1) return { batches: halves };
	return { results: toFailedResults(posts, 'rejected', delivery.createProblem(result, posts)) };
}

/**
 * Rejects invalid items, and sends the others again. If the response doesn't name them, halves the batch until they are
 * found.
 */
function handleRejection(request: SentRequest, delivery: Delivery): FollowUp {
	const { posts } = request;
	const { reasonsByItem, batches } = planAfterRejection(posts, getBody(request), delivery.run);
	const problem = delivery.createProblem(request.result, posts);
	const results = posts.flatMap((post) => {
		const message = reasonsByItem.get(post.itemIndex);
		return message ? toFailedResults([post], 'rejected', problem.with({ message })) : [];
	});
	return { results, batches };
}

const getBody = ({ result }: SentRequest) =>
	result.kind === 'response' ? result.response.body : undefined;
