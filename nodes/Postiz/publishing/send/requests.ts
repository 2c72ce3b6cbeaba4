import type { IDataObject } from 'n8n-workflow';

import { groupBy } from '../../common/lists';
import { createSendId } from '../../common/fingerprint';
import type { PlannedPost, PlannedPostOf } from '../../posts/plannedPost';
import type { PostResult } from '../../posts/postResult';
import type { PostPayload } from '../../transport/apiTypes';
import { type PostRequestFields, withFingerprint } from './payload';
import type { PreparedUpdate } from './updates/prepareUpdate';

/** The update of an existing post. */
interface OutgoingUpdate {
	prepared: PreparedUpdate;
	/** When the existing post was read, in ms. */
	readAt: number;
	/** Reads the post again, and prepares its update, or returns the result if nothing is left to change. */
	prepareAgain: () => Promise<OutgoingPost | PostResult>;
}

/** A post that is ready to be sent, with its files uploaded; if it exists, with the IDs of its parts. */
export interface OutgoingPost {
	planned: PlannedPost;
	requestFields: PostRequestFields;
	/** Without its fingerprint. */
	payload: PostPayload;
	/** It gets the date of the next free slot of its channel right before it is sent. */
	isForSlot?: boolean;
	/** Undefined for a new post. */
	update?: OutgoingUpdate;
}

/** A post in a request that is about to be sent. */
export interface IdentifiedPost extends OutgoingPost {
	/** Different for each request. */
	sendId: string;
}

/** The result of a post that the delivery handled. */
export interface SentResult extends PostResult {
	/** The update as it was sent. */
	update?: PreparedUpdate;
}

export const isOutgoing = (prepared: OutgoingPost | PostResult): prepared is OutgoingPost =>
	'payload' in prepared;

/** The posts of a request, which share its fields. */
export type OutgoingRequest = OutgoingPost[];

// The default limit is 100 KB; the delivery adapts if an instance accepts more or less.
const USUAL_MAX = { maxPosts: 50, maxBytes: 102_400 };

// Send IDs all have the same length.
const SAMPLE_SEND_ID = createSendId();
const withSampleSendId = (post: OutgoingPost): IdentifiedPost => ({
	...post,
	sendId: SAMPLE_SEND_ID,
});

/** The size of the request body with these posts, in bytes. */
export const measureRequest = (posts: OutgoingPost[]) =>
	measureJson(toBody(posts.map(withSampleSendId)));

const toPayloadWithFingerprint = ({ payload, planned, sendId }: IdentifiedPost) =>
	withFingerprint(payload, planned.desired.fingerprint, sendId);

const measureJson = (value: object) => Buffer.byteLength(JSON.stringify(value));

/** The body of a request. */
export function toBody(posts: IdentifiedPost[]): IDataObject {
	// Every request has at least one post.
	return { ...posts[0]!.requestFields, posts: posts.map(toPayloadWithFingerprint) };
}

export const getItemIndex = ({ planned }: Pick<OutgoingPost, 'planned'>) =>
	planned.desired.item.index;

/** Groups posts into few requests, in order. Only divides an item that exceeds a limit (docs/api.md, Limits). */
export function toRequests(posts: OutgoingPost[], max = USUAL_MAX): OutgoingRequest[] {
	return groupBy(posts, ({ requestFields }) => toGroupKey(requestFields))
		.flatMap((group) => splitByLimits(group, max))
		.sort(([a], [b]) => getItemIndex(a!) - getItemIndex(b!));
}

// The service ignores the order of tags.
function toGroupKey({ tags, ...others }: PostRequestFields): string {
	return JSON.stringify([others, tags.map(({ label }) => label).sort()]);
}

/** Fills requests one by one, in order. A post that exceeds a limit gets its own request. */
function splitByLimits(
	posts: [OutgoingPost, ...OutgoingPost[]],
	{ maxPosts, maxBytes }: typeof USUAL_MAX,
) {
	// Plus a comma or bracket after each post.
	const bytes = new Map(
		posts.map((post) => [post, measureJson(toPayloadWithFingerprint(withSampleSendId(post))) + 1]),
	);
	const room = maxBytes - measureJson({ ...posts[0].requestFields, posts: [] });
	const fits = (batch: OutgoingPost[]) =>
		batch.length <= maxPosts && batch.reduce((sum, post) => sum + bytes.get(post)!, 0) <= room;
	const itemGroups = groupBy(posts, getItemIndex);
	return joinWhileFitting(
		itemGroups.flatMap((itemPosts) => joinWhileFitting(toSingles(itemPosts), fits)),
		fits,
	);
}

const toSingles = (posts: OutgoingPost[]) => posts.map((post) => [post]);

/** Joins neighboring lists as long as they fit. */
function joinWhileFitting(
	lists: OutgoingPost[][],
	fits: (batch: OutgoingPost[]) => boolean,
): OutgoingPost[][] {
	const packed: OutgoingPost[][] = [];
	for (const list of lists) {
		const together = [...(packed.at(-1) ?? []), ...list];
		if (packed.length > 0 && fits(together)) packed[packed.length - 1] = together;
		else packed.push(list);
	}
	return packed;
}

/** Divides a request into halves: between items, or within its only one. A single post isn't divided. */
export function halve(posts: OutgoingRequest): OutgoingRequest[] {
	const itemGroups: OutgoingPost[][] = groupBy(posts, getItemIndex);
	const units = itemGroups.length > 1 ? itemGroups : toSingles(posts);
	const middle = Math.ceil(units.length / 2);
	const halves = [units.slice(0, middle), units.slice(middle)];
	return halves.map((half) => half.flat()).filter(({ length }) => length > 0);
}

/**
 * Publishes a due post immediately, at `now` (ms by the service's clock): newer releases reject past dates
 * (docs/api.md, Type and date).
 */
export function toNowIfDue<Fields extends Pick<PostRequestFields, 'type' | 'date'>>(
	requestFields: Fields,
	now: number,
): Fields {
	const { type, date } = requestFields;
	if (type !== 'schedule' || Date.parse(date) > now) return requestFields;
	return { ...requestFields, type: 'now', date: new Date(now).toISOString() };
}

/** The result of an update that changes nothing. */
export const toUnchangedResult = (planned: PlannedPostOf<'keep' | 'update'>): PostResult => ({
	planned,
	outcome: 'unchanged',
	postId: planned.post.id,
});
