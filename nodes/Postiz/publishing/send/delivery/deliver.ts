import { groupBy } from '../../../common/collections';
import { createSendId } from '../../../common/fingerprint';
import { isAgentTool } from '../../../execution/nodeContext';
import type { DeliveryResult } from '../../../posts/postResult';
import type { Journal } from '../../../posts/run/journal';
import type { Run } from '../../../posts/run/run';
import { type OutgoingPost, toNowIfDue } from '../outgoingPost';
import { type Batch, toBatches, toBody, toPostRequest } from './batches';
import { deliverAtSlots } from './deliverAtSlots';
import { Delivery, type FollowUp } from './delivery';
import { handleResult } from './handleResult';
import { prepareToSend } from './prepareToSend';

/**
 * Sends posts in as few requests as possible. Posts for free slots are sent last (docs/api.md, Limits, Creating posts).
 * With `looksUpOnce`, looks up the posts of an unclear request only once, without waiting.
 */
export async function deliver(
	posts: OutgoingPost[],
	run: Run,
	{ looksUpOnce = false } = {},
): Promise<DeliveryResult[]> {
	const delivery = new Delivery(run, looksUpOnce);
	const send = async (outgoing: OutgoingPost[]) => await sendAll(outgoing, delivery);
	const results = await send(posts.filter(({ isForSlot }) => !isForSlot));
	const forSlots = posts.filter(({ isForSlot }) => isForSlot);
	for (const itemPosts of groupBy(forSlots, ({ itemIndex }) => itemIndex)) {
		results.push(...(await deliverAtSlots(itemPosts, delivery, send)));
	}
	return results;
}

/** Sends batches until each post has a result. A response may add batches, such as the halves of a rejected batch. */
async function sendAll(posts: OutgoingPost[], delivery: Delivery): Promise<DeliveryResult[]> {
	const serviceNow = delivery.run.client.serviceNow();
	// Due posts get the type and date of “now”, so that they share a request. `sendBatch` does this again for posts
	// that are due by then.
	const batches = toBatches(
		posts.map((post) =>
			post.goesOutIfPast
				? { ...post, requestFields: toNowIfDue(post.requestFields, serviceNow) }
				: post,
		),
	);
	const results: DeliveryResult[] = [];
	for (let batch = batches.shift(); batch; batch = batches.shift()) {
		const followUp = (await prepareToSend(batch, delivery)) ?? (await sendBatch(batch, delivery));
		const { results: newResults = [], batches: nextBatches = [] } = followUp;
		for (const result of newResults) recordResult(result, delivery.run.journal);
		results.push(...newResults);
		batches.unshift(...nextBatches.filter(({ length }) => length > 0));
		delivery.stopOnFailure(newResults);
	}
	return results;
}

/**
 * Adds the result to the record that {@link sendBatch} made. Without a clear outcome, the post still counts as sent.
 */
function recordResult({ desired, outcome, postId, date }: DeliveryResult, journal: Journal): void {
	if (postId !== undefined && (outcome === 'created' || outcome === 'updated')) {
		journal.recordStored(desired, { postId, date, isUpdate: outcome === 'updated' });
	} else if (['rejected', 'notSent', 'unchanged'].includes(outcome)) journal.forget(desired);
}

/** Agents wait 60 s for a tool, and looking up an unclear request takes the rest (lookUpUnclear.ts). */
const AGENT_SEND_TIMEOUT_MS = 20_000;

/**
 * Records a batch in the journal, then sends it. If the response is lost, Retry On Fail looks up the recorded posts.
 */
async function sendBatch(batch: Batch, delivery: Delivery): Promise<FollowUp> {
	const { client, context, journal } = delivery.run;
	const sentAt = Date.now();
	const serviceNow = client.serviceNow();
	const posts = batch.map((post) => ({
		...post,
		requestFields: toNowIfDue(post.requestFields, serviceNow),
		sendId: createSendId(),
	}));
	for (const { desired, sendId, pendingUpdate, similarPost } of posts) {
		journal.recordSending(desired, sendId, {
			isUpdate: pendingUpdate !== undefined,
			similarPost,
		});
	}
	const result = await client.send({
		...toPostRequest(posts),
		body: toBody(posts),
		...(isAgentTool(context) && { timeout: AGENT_SEND_TIMEOUT_MS }),
	});
	if (result.kind === 'response') delivery.recordExhaustedLimit(result.response);
	return await handleResult({ posts, result, sentAt }, delivery);
}
