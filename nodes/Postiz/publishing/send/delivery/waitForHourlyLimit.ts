import { toRemedy } from '../../../common/problem';
import { CANCELLED_BEFORE_START } from '../../../execution/nodeContext';
import { formatWait } from '../../../transport/formatWait';
import { HOUR_SECONDS } from '../../../transport/rateLimitWait';
import { getSecondsToWait, type RequestResult } from '../../../transport/response';
import type { Batch } from './batches';
import type { Delivery, FollowUp, SentRequest } from './delivery';

/** After a request that exceeded the hourly limit: waits for its reset, or stops the delivery. */
export async function waitAfterExceededLimit(
	{ posts, result }: SentRequest,
	delivery: Delivery,
): Promise<FollowUp> {
	const seconds =
		result.kind === 'response' ? getSecondsToWait(result.response.headers) : undefined;
	return await waitOrStop(posts, { result, seconds }, delivery);
}

/** Before a request, if an earlier one used up the hourly limit: waits for its reset, or stops the delivery. */
export async function waitIfLimitIsExhausted(
	batch: Batch,
	delivery: Delivery,
): Promise<FollowUp | undefined> {
	const { until = 0, result } = delivery.exhaustedLimit ?? {};
	const waitMs = until - Date.now();
	if (!result || waitMs <= 0) return undefined;
	return await waitOrStop(batch, { result, seconds: Math.ceil(waitMs / 1000) }, delivery);
}

/** Waits, so that the batch can be sent. Stops the delivery if that would take too long. */
async function waitOrStop(
	batch: Batch,
	{ result, seconds = HOUR_SECONDS }: { result: RequestResult; seconds?: number },
	delivery: Delivery,
): Promise<FollowUp> {
	const waited = await delivery.run.client.rateLimitWait.wait(seconds);
	if (waited === 'over') return { batches: [batch] };
	if (waited === 'cancelled') return delivery.failAndStop(batch, 'notSent', CANCELLED_BEFORE_START);
	const remedy = toRemedy(
		`Run this again in ${formatWait(seconds)}.`,
		'to wait for it, use the option Wait If Rate-Limited (Minutes).',
	);
	const problem = delivery
		.createProblem(result, batch)
		.withRemedy(remedy, { hasRetryAdvice: true });
	return delivery.failAndStop(batch, 'notSent', problem);
}
