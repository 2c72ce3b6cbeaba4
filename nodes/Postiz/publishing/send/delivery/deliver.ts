import { groupBy } from '../../../common/lists';
import { createSendId } from '../../../common/fingerprint';
import { isTool } from '../../../execution/nodeContext';
import { getReplaceCandidate } from '../../../posts/plannedPost';
import { Journal } from '../../../posts/run/journal';
import type { Run } from '../../../posts/run/run';
import { checkBeforeSending } from './checkBeforeSending';
import { deliverAtSlots } from './deliverAtSlots';
import { Delivery, type DeliveryStep, toPostRequest } from './delivery';
import { followUp } from './followUps';
import { toBody, toBatches } from './batches';
import { getItemIndex, type OutgoingPost, type SentResult, toNowIfDue } from '../outgoingPost';

/**
 * Sends posts in as few requests as possible, those for free slots last. With `continuesOnError`, only the items that
 * fail are left out; otherwise, the first failure stops the delivery (docs/api.md, Limits, Creating posts).
 */
export async function deliver(
	posts: OutgoingPost[],
	run: Run,
	{ continuesOnError }: { continuesOnError: boolean },
): Promise<SentResult[]> {
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
async function sendAll(posts: OutgoingPost[], delivery: Delivery): Promise<SentResult[]> {
	const now = delivery.run.client.now();
	// With one date, posts that are due share a request. Others may be due by the time they are sent (sendRequest).
	const ready = posts.map((post) =>
		post.planned.desired.item.allowsPast
			? { ...post, requestFields: toNowIfDue(post.requestFields, now) }
			: post,
	);
	const requests = toBatches(ready);
	const results: SentResult[] = [];
	for (let request = requests.shift(); request; request = requests.shift()) {
		const step =
			(await checkBeforeSending(request, delivery)) ?? (await sendRequest(request, delivery));
		const { results: requestResults = [], next = [] } = step;
		for (const result of requestResults) recordResult(result, delivery.run.journal);
		results.push(...requestResults);
		requests.unshift(...next.filter(({ length }) => length > 0));
		delivery.stopIfFailed(requestResults);
	}
	return results;
}

function recordResult(
	{ planned: { desired }, outcome, postId, date }: SentResult,
	journal: Journal,
): void {
	if (postId !== undefined && (outcome === 'created' || outcome === 'updated')) {
		journal.recordStored(desired, { postId, date, isUpdate: outcome === 'updated' });
	} else if (outcome === 'rejected' || outcome === 'notSent') journal.recordMissing(desired);
}

/** Agents wait 60 s for a tool, and an unclear request is looked up after it (lookUpUnclear.ts). */
const TOOL_SEND_TIMEOUT_MS = 20_000;

async function sendRequest(ready: OutgoingPost[], delivery: Delivery): Promise<DeliveryStep> {
	const { client, context, journal } = delivery.run;
	const sentAt = Date.now();
	const now = client.now();
	const posts = ready.map((post) => ({
		...post,
		requestFields: toNowIfDue(post.requestFields, now),
		sendId: createSendId(),
	}));
	for (const { planned, sendId } of posts) {
		journal.recordSending(planned.desired, sendId, {
			isUpdate: planned.action === 'update',
			replaceCandidate: getReplaceCandidate(planned),
		});
	}
	const result = await client.send({
		...toPostRequest(posts),
		body: toBody(posts),
		...(isTool(context) && { timeout: TOOL_SEND_TIMEOUT_MS }),
	});
	if (result.kind === 'response') delivery.recordRemaining(result.response);
	return await followUp({ posts, result, sentAt }, delivery);
}
