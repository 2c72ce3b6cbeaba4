import type { IDataObject } from 'n8n-workflow';

import { groupBy } from '../../../common/collections';
import { createSendId } from '../../../common/fingerprint';
import type { ApiRequest } from '../../../transport/apiRequest';
import type { RequestFields } from '../../../transport/apiTypes';
import { endpoints } from '../../../transport/endpoints';
import type { OutgoingPost } from '../outgoingPost';
import { withFingerprint } from '../payload';

/** A post in the batch that is sent next. */
export interface IdentifiedPost extends OutgoingPost {
	/** Unique to each request. */
	sendId: string;
}

/** Posts to send in one request, with the same request fields. */
export type Batch = OutgoingPost[];

// Postiz accepts 100 KB by default. The delivery adapts to instances with another limit.
const USUAL_MAX = { maxPosts: 50, maxBytes: 102_400 };

// All send IDs have the same length.
const SAMPLE_SEND_ID = createSendId();
const withSampleSendId = (post: OutgoingPost): IdentifiedPost => ({
	...post,
	sendId: SAMPLE_SEND_ID,
});

/** The size of the request body, in bytes. */
export const measureBatch = (batch: Batch) => measureJson(toBody(batch.map(withSampleSendId)));

const toPayloadWithFingerprint = ({ payload, desired, sendId, pendingUpdate }: IdentifiedPost) =>
	withFingerprint(payload, desired.fingerprint, sendId, pendingUpdate?.partCount);

const measureJson = (value: object) => Buffer.byteLength(JSON.stringify(value));

/** The request for a batch, without its body. */
export function toPostRequest(batch: Batch): ApiRequest {
	return { ...endpoints.savePosts(), effect: getEffect(batch), skipsRateLimitWait: true };
}

function getEffect(batch: Batch): ApiRequest['effect'] {
	const updateCount = batch.filter(({ pendingUpdate }) => pendingUpdate).length;
	if (updateCount === 0) return 'created';
	return updateCount === batch.length ? 'changed' : 'created or changed';
}

export function toBody(batch: IdentifiedPost[]): IDataObject {
	// A batch is never empty.
	return { ...batch[0]!.requestFields, posts: batch.map(toPayloadWithFingerprint) };
}

/**
 * Groups posts into as few batches as possible, in order. Only splits an item if it exceeds a limit (docs/api.md,
 * Limits).
 */
export function toBatches(posts: OutgoingPost[], max = USUAL_MAX): Batch[] {
	return groupBy(posts, ({ requestFields }) => toGroupKey(requestFields))
		.flatMap((group) => splitByLimits(group, max))
		.sort(([a], [b]) => a!.itemIndex - b!.itemIndex);
}

// Posts whose tags differ only in order share a request, which sends the tags of its first post.
function toGroupKey({ tags, ...others }: RequestFields): string {
	return JSON.stringify([others, tags.map(({ label }) => label).sort()]);
}

/** Fills batches one by one, in order. A post that exceeds a limit on its own gets its own batch. */
function splitByLimits(
	posts: [OutgoingPost, ...OutgoingPost[]],
	{ maxPosts, maxBytes }: typeof USUAL_MAX,
) {
	// Plus a comma or bracket per post.
	const bytes = new Map(
		posts.map((post) => [post, measureJson(toPayloadWithFingerprint(withSampleSendId(post))) + 1]),
	);
	const room = maxBytes - measureJson({ ...posts[0].requestFields, posts: [] });
	const fits = (batch: Batch) =>
		batch.length <= maxPosts && batch.reduce((sum, post) => sum + bytes.get(post)!, 0) <= room;
	const itemGroups = groupBy(posts, ({ itemIndex }) => itemIndex);
	return joinWhileFitting(
		itemGroups.flatMap((itemPosts) => joinWhileFitting(toSingles(itemPosts), fits)),
		fits,
	);
}

const toSingles = (posts: OutgoingPost[]) => posts.map((post) => [post]);

/** Joins adjacent lists as long as they fit in one batch. */
function joinWhileFitting(lists: OutgoingPost[][], fits: (batch: Batch) => boolean): Batch[] {
	const packed: Batch[] = [];
	for (const list of lists) {
		const together = [...(packed.at(-1) ?? []), ...list];
		if (packed.length > 0 && fits(together)) packed[packed.length - 1] = together;
		else packed.push(list);
	}
	return packed;
}

/** Splits a batch into halves, between items if there are several. A single post isn't split. */
export function halve(batch: Batch): Batch[] {
	const itemGroups: OutgoingPost[][] = groupBy(batch, ({ itemIndex }) => itemIndex);
	const units = itemGroups.length > 1 ? itemGroups : toSingles(batch);
	const middle = Math.ceil(units.length / 2);
	const halves = [units.slice(0, middle), units.slice(middle)];
	return halves.map((half) => half.flat()).filter(({ length }) => length > 0);
}
