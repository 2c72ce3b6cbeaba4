import { PAST_DATE_EFFECT, isPast, MINUTE_MS, formatDateTimeWithZone } from '../../common/date';
import { groupBy } from '../../common/lists';
import { createKeyId } from '../../common/postKey';
import { asProblem, isServiceProblem, Problem } from '../../common/problem';
import { CANCELLED_BEFORE_START, isCancelled, isTool } from '../../execution/nodeContext';
import { getReplaceCandidate } from '../../posts/plannedPost';
import type { PostResult } from '../../posts/postResult';
import type { Journal } from '../../posts/run/journal';
import type { Run } from '../../posts/run/run';
import { isReasonToStop } from '../../transport/response';
import { deliverAtSlots } from './deliverAtSlots';
import { Delivery, toPostRequest, toFailedResults, type DeliveryStep } from './delivery';
import { followUp } from './followUps';
import {
	toNowIfDue,
	halve,
	getItemIndex,
	measureRequest,
	toBody,
	toRequests,
	type OutgoingPost,
} from './requests';

/**
 * Sends posts in as few requests as possible, those for free slots last. With `continuesOnError`, only the items that fail
 * are left out; otherwise, the first failure stops the delivery (docs/api.md, Limits, Creating posts).
 */
export async function deliver(
	posts: OutgoingPost[],
	run: Run,
	continuesOnError: boolean,
): Promise<PostResult[]> {
	const delivery = new Delivery(run, continuesOnError);
	const send = async (outgoing: OutgoingPost[]) => await sendAll(outgoing, delivery);
	const results = await send(posts.filter(({ isForSlot }) => !isForSlot));
	const forSlots = posts.filter(({ isForSlot }) => isForSlot);
	for (const itemPosts of groupBy(forSlots, getItemIndex)) {
		results.push(...(await deliverAtSlots(itemPosts, delivery, send)));
	}
	return results;
}

/** Sends posts until each has a result. A response may add requests, such as the halves of a rejected one. */
async function sendAll(posts: OutgoingPost[], delivery: Delivery): Promise<PostResult[]> {
	const now = delivery.run.client.now();
	// With one date, posts that are due share a request. Others may be due by the time they are sent (sendRequest).
	const ready = posts.map((post) =>
		post.planned.desired.item.allowsPast
			? { ...post, requestFields: toNowIfDue(post.requestFields, now) }
			: post,
	);
	const requests = toRequests(ready);
	const results: PostResult[] = [];
	for (let request = requests.shift(); request; request = requests.shift()) {
		const step =
			(await handleObstacle(request, delivery)) ?? (await sendRequest(request, delivery));
		const { results: requestResults = [], next = [] } = step;
		for (const result of requestResults) recordResult(result, delivery.run.journal);
		results.push(...requestResults);
		requests.unshift(...next.filter(({ length }) => length > 0));
		delivery.stopIfFailed(requestResults);
	}
	return results;
}

function recordResult(
	{ planned: { desired }, outcome, postId, date }: PostResult,
	journal: Journal,
): void {
	if (postId !== undefined && (outcome === 'created' || outcome === 'updated')) {
		journal.recordStored(desired, { postId, date, isUpdate: outcome === 'updated' });
	} else if (outcome === 'rejected' || outcome === 'notSent') journal.recordMissing(desired);
}

/** Undefined if posts can be sent now. Otherwise waits for the hourly limit, stops, splits or plans them again. */
async function handleObstacle(
	posts: OutgoingPost[],
	delivery: Delivery,
): Promise<DeliveryStep | undefined> {
	const { client, context, timezone } = delivery.run;
	if (delivery.stopReason)
		return { results: toFailedResults(posts, 'notSent', delivery.stopReason) };
	if (isCancelled(context)) return delivery.failAndStop(posts, 'notSent', CANCELLED_BEFORE_START);
	const expired = posts.filter((post) => isExpired(post, client.now()));
	if (expired.length > 0) {
		return {
			results: toFailedResults(expired, 'rejected', explainExpiry(expired[0]!, timezone)),
			next: [posts.filter((post) => !expired.includes(post))],
		};
	}
	const halves = measureRequest(posts) < delivery.tooLargeBytes ? [] : halve(posts);
	if (halves.length > 1) return { next: halves };
	const { until = 0, result } = delivery.exhaustedLimit ?? {};
	const waitMs = until - Date.now();
	if (result && waitMs > 0) {
		return await delivery.waitForLimit(posts, result, Math.ceil(waitMs / 1000));
	}
	return posts.some(isPlanStale) ? await replanStale(posts, delivery) : undefined;
}

/** Agents wait 60 s for a tool, and an unclear request is looked up after it (lookUpUnclear.ts). */
const TOOL_SEND_TIMEOUT_MS = 20_000;

async function sendRequest(ready: OutgoingPost[], delivery: Delivery): Promise<DeliveryStep> {
	const { client, context, journal } = delivery.run;
	const sentAt = Date.now();
	const posts = ready.map((post) => ({
		...post,
		requestFields: toNowIfDue(post.requestFields, client.now()),
		keyId: createKeyId(),
	}));
	for (const { planned, keyId } of posts) {
		journal.recordSending(planned.desired, keyId, {
			isUpdate: planned.action === 'update',
			replaceCandidate: getReplaceCandidate(planned),
		});
	}
	const result = await client.tryRequest({
		...toPostRequest(posts),
		body: toBody(posts),
		...(isTool(context) && { timeout: TOOL_SEND_TIMEOUT_MS }),
	});
	if (result.kind === 'response') delivery.recordRemaining(result.response);
	return await followUp({ posts, result, sentAt }, delivery);
}

/** In ms. While the node waits for the limit or for uploads, somebody may edit the post. */
const MAX_PLAN_AGE_MS = MINUTE_MS;
const isPlanStale = ({ replan }: OutgoingPost) =>
	replan !== undefined && replan.plannedAt < Date.now() - MAX_PLAN_AGE_MS;

/** Plans outdated updates again, and drops those that have nothing left to change. */
async function replanStale(posts: OutgoingPost[], delivery: Delivery): Promise<DeliveryStep> {
	const results: PostResult[] = [];
	const pending = posts.map(async (post) => {
		if (!post.replan || !isPlanStale(post)) return post;
		try {
			const replanned = await post.replan.planAgain();
			const { date } = post.requestFields;
			return replanned?.isForSlot
				? { ...replanned, requestFields: { ...replanned.requestFields, date } }
				: replanned;
		} catch (error) {
			const problem = asProblem(error);
			if (isReasonToStop(problem)) delivery.stopSending(problem);
			const outcome = isServiceProblem(problem) ? 'notSent' : 'rejected';
			results.push(...toFailedResults([post], outcome, problem));
			return undefined;
		}
	});
	const ready = (await Promise.all(pending)).filter((post) => post !== undefined);
	return { results, next: toRequests(ready) };
}

/** True if the date has passed at `now` (ms by the service's clock), and past dates aren't allowed. */
const isExpired = (
	{ requestFields: { type, date }, planned: { desired } }: OutgoingPost,
	now: number,
) => {
	const { allowsPast, requestFields } = desired.item;
	// An update of an item for now is scheduled for the time at which its item was read.
	return type === 'schedule' && requestFields.type !== 'now' && !allowsPast && isPast(date, now);
};

const explainExpiry = ({ requestFields: { date } }: OutgoingPost, timezone: string) =>
	new Problem(
		`Its date, ${formatDateTimeWithZone(date, timezone)}, passed before the item was sent`,
		`${PAST_DATE_EFFECT} Choose a later date and run it again.`,
		{ hasRetryAdvice: true },
	);
