import { formatDateTimeWithZone, MINUTE_MS } from '../../../common/date';
import { toProblemOrRethrow, isRequestError, Problem } from '../../../common/problem';
import { CANCELLED_BEFORE_START, isCancelled } from '../../../execution/nodeContext';
import { isClearlyPast, PAST_DATE_EFFECT } from '../../../posts/merge/pastDate';
import { type OutgoingPost, toUnchangedResult } from '../outgoingPost';
import { type Batch, halve, toBatches } from './batches';
import { assignSlots } from './deliverAtSlots';
import { type Delivery, type FollowUp, toFailedResults } from './delivery';
import { waitIfLimitIsExhausted } from './waitForHourlyLimit';

type Preparation = (
	batch: Batch,
	delivery: Delivery,
) => FollowUp | undefined | Promise<FollowUp | undefined>;

// Those that cost no request come first. While the node waits for the limit, slots and updates become stale, so they are
// refreshed last. Batches of a follow-up go through all of them again.
const PREPARATIONS: Preparation[] = [
	skipIfStopped,
	rejectExpired,
	splitIfTooLarge,
	waitIfLimitIsExhausted,
	refreshStaleSlots,
	refreshStaleUpdates,
];

/**
 * Rejects, splits or refreshes what can't be sent as it is, and waits for the rate limit. Returns what follows instead of
 * sending the batch. Undefined if it can be sent now.
 */
export async function prepareToSend(
	batch: Batch,
	delivery: Delivery,
): Promise<FollowUp | undefined> {
	for (const prepare of PREPARATIONS) {
		const followUp = await prepare(batch, delivery);
		if (followUp) return followUp;
	}
	return undefined;
}

function skipIfStopped(batch: Batch, delivery: Delivery): FollowUp | undefined {
	const { stopReason, run } = delivery;
	if (stopReason) return { results: toFailedResults(batch, 'notSent', stopReason) };
	return isCancelled(run.context)
		? delivery.failAndStop(batch, 'notSent', CANCELLED_BEFORE_START)
		: undefined;
}

/** Rejects posts whose date has passed in the meantime. Posts with stale slots get a new slot instead. */
function rejectExpired(batch: Batch, { run }: Delivery): FollowUp | undefined {
	const serviceNow = run.client.serviceNow();
	const isExpired = ({ goesOutIfPast, requestFields: { type, date } }: OutgoingPost) =>
		!goesOutIfPast && type === 'schedule' && isClearlyPast(date, serviceNow);
	const expired = batch.filter((post) => isExpired(post) && !hasStaleSlot(post));
	if (expired.length === 0) return undefined;
	return {
		results: toFailedResults(expired, 'rejected', createExpiryProblem(expired[0]!, run.timezone)),
		batches: [batch.filter((post) => !expired.includes(post))],
	};
}

/** Halves a batch that is at least as large as a batch that was too large. */
function splitIfTooLarge(batch: Batch, delivery: Delivery): FollowUp | undefined {
	if (!delivery.isTooLarge(batch)) return undefined;
	const halves = halve(batch);
	return halves.length > 1 ? { batches: halves } : undefined;
}

/** Older slots and updates are stale: while the node waits, somebody may take a slot or edit a post. */
const MAX_AGE_MS = MINUTE_MS;

const isStale = (readAt = Infinity) => readAt < Date.now() - MAX_AGE_MS;
const hasStaleUpdate = ({ pendingUpdate }: OutgoingPost) => isStale(pendingUpdate?.preparedAt);
/** A post for “now” was already due when it was first sent, so it keeps its slot. */
const hasStaleSlot = ({ slotFoundAt, requestFields }: OutgoingPost) =>
	isStale(slotFoundAt) && requestFields.type !== 'now';

/** Looks up stale slots again, as they may have passed or been taken. */
async function refreshStaleSlots(batch: Batch, delivery: Delivery): Promise<FollowUp | undefined> {
	if (!batch.some(hasStaleSlot)) return undefined;
	try {
		const posts = await assignSlots(batch, delivery);
		// Unlike the first time, the age counts from the end. Otherwise, slow lookups would be repeated endlessly.
		const slotFoundAt = Date.now();
		return { batches: toBatches(posts.map((post) => ({ ...post, slotFoundAt }))) };
	} catch (error) {
		return delivery.failAndStopIfBlocked(batch, 'notSent', toProblemOrRethrow(error));
	}
}

/** Prepares stale updates again. Afterwards, no update of the batch counts as stale. */
async function refreshStaleUpdates(
	batch: Batch,
	delivery: Delivery,
): Promise<FollowUp | undefined> {
	if (!batch.some(hasStaleUpdate)) return undefined;
	const followUps = await Promise.all(
		batch.map(async (post) =>
			hasStaleUpdate(post) ? await refreshUpdate(post, delivery) : { batches: [[post]] },
		),
	);
	// All updates get the same age. Otherwise, a slow update would make the others stale again and again.
	const preparedAt = Date.now();
	const posts = followUps
		.flatMap(({ batches = [] }) => batches.flat())
		.map((post) =>
			post.pendingUpdate ? { ...post, pendingUpdate: { ...post.pendingUpdate, preparedAt } } : post,
		);
	return {
		results: followUps.flatMap(({ results = [] }) => results),
		batches: toBatches(posts),
	};
}

/** Prepares an update again, as somebody may have edited the post, or already made the change. */
async function refreshUpdate(post: OutgoingPost, delivery: Delivery): Promise<FollowUp> {
	try {
		const { refresh, before } = post.pendingUpdate!;
		const refreshed = await refresh();
		if (!refreshed) return { results: [toUnchangedResult(post.desired, before.id)] };
		return { batches: [[refreshed.isForSlot ? keepSlot(refreshed, post) : refreshed]] };
	} catch (error) {
		const problem = toProblemOrRethrow(error);
		return delivery.failAndStopIfBlocked(
			[post],
			isRequestError(problem) ? 'notSent' : 'rejected',
			problem,
		);
	}
}

const keepSlot = (
	refreshed: OutgoingPost,
	{ slotFoundAt, requestFields: { date } }: OutgoingPost,
): OutgoingPost => ({
	...refreshed,
	slotFoundAt,
	requestFields: { ...refreshed.requestFields, date },
});

const createExpiryProblem = ({ requestFields: { date } }: OutgoingPost, timezone: string) =>
	new Problem(
		`The date ${formatDateTimeWithZone(date, timezone)} passed before this item was sent`,
		`${PAST_DATE_EFFECT} Choose a later date and run it again.`,
		{ hasRetryAdvice: true },
	);
