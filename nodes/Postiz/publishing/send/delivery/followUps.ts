import { getSecondsToWait } from '../../../transport/response';
import { Delivery, type DeliveryStep, toFailedResults } from './delivery';
import type { SentRequest } from './pollSentPosts';
import { lookUpUnclear } from './lookUpUnclear';
import { classifyResult, parseStoredPosts } from './postResponses';
import { planAfterRejection } from './rejections';
import { halve, measureBatch } from './batches';
import { getItemIndex, type OutgoingPost } from '../outgoingPost';

type FollowUp = (request: SentRequest, delivery: Delivery) => DeliveryStep | Promise<DeliveryStep>;

/** What to do after each kind of response. Only posts that the service certainly didn't accept are sent again. */
const FOLLOW_UPS: Record<ReturnType<typeof classifyResult>, FollowUp> = {
	received: acceptStored,
	notSent: ({ posts, result }, delivery) =>
		delivery.failAndStop(posts, 'notSent', delivery.createProblem(posts, result)),
	affectsAllPosts: ({ posts, result }, delivery) =>
		delivery.failAndStop(posts, 'rejected', delivery.createProblem(posts, result)),
	atLimit: async (request, delivery) => {
		const { headers = {} } = getResponse(request);
		return await delivery.waitForLimit(request.posts, request.result, getSecondsToWait(headers));
	},
	tooLarge: splitTooLarge,
	invalid: rejectInvalid,
	unclear: lookUpUnclear,
};

/** Decides what to do after the response to a request. */
export async function followUp(request: SentRequest, delivery: Delivery): Promise<DeliveryStep> {
	const kind = classifyResult(request.result);
	if (kind !== 'received' && kind !== 'unclear') delivery.recordRejection();
	return await FOLLOW_UPS[kind](request, delivery);
}

async function acceptStored(request: SentRequest, delivery: Delivery): Promise<DeliveryStep> {
	const results = parseStoredPosts(getResponse(request).body, request.posts);
	if (!results) return await lookUpUnclear(request, delivery);
	delivery.recordSuccess();
	return { results };
}

/** Halves a request that is too large; a post that is too large on its own is rejected. */
function splitTooLarge({ posts, result }: SentRequest, delivery: Delivery): DeliveryStep {
	delivery.recordTooLarge(measureBatch(posts));
	const halves = halve(posts);
	if (halves.length > 1) return { next: halves };
	return { results: toFailedResults(posts, 'rejected', delivery.createProblem(posts, result)) };
}

/** Rejects the invalid items, and sends the others again: in halves, until the invalid ones are found. */
function rejectInvalid(request: SentRequest, delivery: Delivery): DeliveryStep {
	const { posts } = request;
	const { rejected, next } = planAfterRejection(posts, getResponse(request).body, delivery);
	const problem = delivery.createProblem(posts, request.result);
	const reject = (post: OutgoingPost) => {
		const message = rejected.get(getItemIndex(post));
		return message ? toFailedResults([post], 'rejected', problem.with({ message })) : [];
	};
	return { results: posts.flatMap(reject), next };
}

const getResponse = ({ result }: SentRequest) =>
	result.kind === 'response' ? result.response : { headers: {}, body: undefined };
