import type { IDataObject } from 'n8n-workflow';

import { createSendId } from '../../../common/fingerprint';
import { groupBy } from '../../../common/lists';
import type { ApiRequest } from '../../../transport/apiRequest';
import type { RequestFields } from '../../../transport/apiTypes';
import { endpoints } from '../../../transport/endpoints';
import type { OutgoingPost } from '../outgoingPost';
import { withFingerprint } from '../payload';

/** A post in a batch that is about to be sent. */
export interface IdentifiedPost extends OutgoingPost {
	/** Different for each request. */
	sendId: string;
}

/** Posts to send in one request, which share its fields. */
export type Batch = OutgoingPost[];

// The default limit is 100 KB; the delivery adapts if an instance accepts more or less.
const USUAL_MAX = { maxPosts: 50, maxBytes: 102_400 };

// Send IDs all have the same length.
const SAMPLE_SEND_ID = createSendId();
const withSampleSendId = (post: OutgoingPost): IdentifiedPost => ({
	...post,
	sendId: SAMPLE_SEND_ID,
});

/** The size of the request body, in bytes. */
export const measureBatch = (batch: Batch) => measureJson(toBody(batch.map(withSampleSendId)));

const toPayloadWithFingerprint = ({ payload, desired, sendId, update }: IdentifiedPost) =>
	withFingerprint(payload, desired.fingerprint, sendId, update?.prepared.partCount);

const measureJson = (value: object) => Buffer.byteLength(JSON.stringify(value));

/** The request that sends a batch, without its body. */
export function toPostRequest(batch: Batch): ApiRequest {
	return { ...endpoints.savePosts(), effect: getEffect(batch), skipsRateLimitWait: true };
}

function getEffect(batch: Batch): ApiRequest['effect'] {
	const updateCount = batch.filter(({ update }) => update).length;
	if (updateCount === 0) return 'created';
	return updateCount === batch.length ? 'changed' : 'created or changed';
}

/** The body of the request. */
export function toBody(batch: IdentifiedPost[]): IDataObject {
	// Every batch has at least one post.
	return { ...batch[0]!.requestFields, posts: batch.map(toPayloadWithFingerprint) };
}

/** Groups posts into few batches, in order. Only divides an item that exceeds a limit (docs/api.md, Limits). */
export function toBatches(posts: OutgoingPost[], max = USUAL_MAX): Batch[] {
	return groupBy(posts, ({ requestFields }) => toGroupKey(requestFields))
		.flatMap((group) => splitByLimits(group, max))
		.sort(([a], [b]) => a!.itemIndex - b!.itemIndex);
}

// Tags are labels of the calendar, so their order doesn't count.
function toGroupKey({ tags, ...others }: RequestFields): string {
	return JSON.stringify([others, tags.map(({ label }) => label).sort()]);
}

/** Fills batches one by one, in order. A post that exceeds a limit gets its own batch. */
function splitByLimits(
	posts: [OutgoingPost, ...OutgoingPost[]],
	{ maxPosts, maxBytes }: typeof USUAL_MAX,
) {
	// Plus a comma or bracket after each post.
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

/** Joins neighboring lists as long as they fit. */
function joinWhileFitting(lists: OutgoingPost[][], fits: (batch: Batch) => boolean): Batch[] {
	const packed: Batch[] = [];
	for (const list of lists) {
		const together = [...(packed.at(-1) ?? []), ...list];
		if (packed.length > 0 && fits(together)) packed[packed.length - 1] = together;
		else packed.push(list);
	}
	return packed;
}

/** Divides a batch into halves: between items, or within its only one. A single post isn't divided. */
export function halve(batch: Batch): Batch[] {
	const itemGroups: OutgoingPost[][] = groupBy(batch, ({ itemIndex }) => itemIndex);
	const units = itemGroups.length > 1 ? itemGroups : toSingles(batch);
	const middle = Math.ceil(units.length / 2);
	const halves = [units.slice(0, middle), units.slice(middle)];
	return halves.map((half) => half.flat()).filter(({ length }) => length > 0);
}
