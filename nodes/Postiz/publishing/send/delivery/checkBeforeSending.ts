import {
	formatDateTimeWithZone,
	isClearlyPast,
	MINUTE_MS,
	PAST_DATE_EFFECT,
} from '../../../common/date';
import { asProblem, isRequestError, Problem } from '../../../common/problem';
import { CANCELLED_BEFORE_START, isCancelled } from '../../../execution/nodeContext';
import { blocksFurtherRequests } from '../../../transport/response';
import { Delivery, type DeliveryStep, toFailedResults } from './delivery';
import { halve, measureBatch, type Batch, toBatches } from './batches';
import { isOutgoing, type OutgoingPost } from '../outgoingPost';

type Check = (
	posts: Batch,
	delivery: Delivery,
) => DeliveryStep | undefined | Promise<DeliveryStep | undefined>;

const CHECKS: Check[] = [
	skipIfStopped,
	rejectExpired,
	splitIfTooLarge,
	waitIfLimitIsExhausted,
	refreshStaleUpdates,
];

/** Checks whether a request can be sent as it is. Returns undefined if so; otherwise, what to do instead. */
export async function checkBeforeSending(
	posts: Batch,
	delivery: Delivery,
): Promise<DeliveryStep | undefined> {
	for (const check of CHECKS) {
		const step = await check(posts, delivery);
		if (step) return step;
	}
	return undefined;
}

function skipIfStopped(posts: Batch, delivery: Delivery): DeliveryStep | undefined {
	const { stopReason, run } = delivery;
	if (stopReason) return { results: toFailedResults(posts, 'notSent', stopReason) };
	return isCancelled(run.context)
		? delivery.failAndStop(posts, 'notSent', CANCELLED_BEFORE_START)
		: undefined;
}

/** Rejects posts whose date has passed while others were sent. */
function rejectExpired(posts: Batch, { run }: Delivery): DeliveryStep | undefined {
	const now = run.client.now();
	const expired = posts.filter((post) => isExpired(post, now));
	if (expired.length === 0) return undefined;
	return {
		results: toFailedResults(expired, 'rejected', createExpiryProblem(expired[0]!, run.timezone)),
		next: [posts.filter((post) => !expired.includes(post))],
	};
}

/** Halves a request that is as large as a rejected one. */
function splitIfTooLarge(posts: Batch, delivery: Delivery): DeliveryStep | undefined {
	const { tooLargeBytes } = delivery;
	if (tooLargeBytes === Infinity || measureBatch(posts) < tooLargeBytes) return undefined;
	const halves = halve(posts);
	return halves.length > 1 ? { next: halves } : undefined;
}

async function waitIfLimitIsExhausted(
	posts: Batch,
	delivery: Delivery,
): Promise<DeliveryStep | undefined> {
	const { until = 0, result } = delivery.exhaustedLimit ?? {};
	const waitMs = until - Date.now();
	if (!result || waitMs <= 0) return undefined;
	return await delivery.waitForLimit(posts, result, Math.ceil(waitMs / 1000));
}

/** While the node waits for the limit or for uploads, somebody may edit a post. */
const MAX_UPDATE_AGE_MS = MINUTE_MS;

const isStale = ({ update }: OutgoingPost) =>
	update !== undefined && update.readAt < Date.now() - MAX_UPDATE_AGE_MS;

async function refreshStaleUpdates(
	posts: Batch,
	delivery: Delivery,
): Promise<DeliveryStep | undefined> {
	if (!posts.some(isStale)) return undefined;
	const steps = await Promise.all(
		posts.map(async (post) =>
			isStale(post) ? await refreshUpdate(post, delivery) : { next: [[post]] },
		),
	);
	return {
		results: steps.flatMap(({ results = [] }) => results),
		next: toBatches(steps.flatMap(({ next = [] }) => next.flat())),
	};
}

/** Prepares an update again: somebody may have edited its post, or already made the change. */
async function refreshUpdate(post: OutgoingPost, delivery: Delivery): Promise<DeliveryStep> {
	try {
		const refreshed = await post.update!.prepareAgain();
		if (!isOutgoing(refreshed)) return { results: [refreshed] };
		const { requestFields, isForSlot } = refreshed;
		const date = isForSlot ? post.requestFields.date : requestFields.date;
		return { next: [[{ ...refreshed, requestFields: { ...requestFields, date } }]] };
	} catch (error) {
		const problem = asProblem(error);
		if (blocksFurtherRequests(problem)) delivery.stopSending(problem);
		const outcome = isRequestError(problem) ? 'notSent' : 'rejected';
		return { results: toFailedResults([post], outcome, problem) };
	}
}

/** True if the date has passed at `now` (ms by the service's clock), and past dates aren't allowed. */
function isExpired(
	{ requestFields: { type, date }, planned: { desired } }: OutgoingPost,
	now: number,
): boolean {
	const { allowsPast, requestFields } = desired.item;
	// An update of an item for now is scheduled for the time at which its item was read.
	return (
		type === 'schedule' && requestFields.type !== 'now' && !allowsPast && isClearlyPast(date, now)
	);
}

const createExpiryProblem = ({ requestFields: { date } }: OutgoingPost, timezone: string) =>
	new Problem(
		`Its date, ${formatDateTimeWithZone(date, timezone)}, passed before the item was sent`,
		`${PAST_DATE_EFFECT} Choose a later date and run it again.`,
		{ hasRetryAdvice: true },
	);
