import type { Target } from '../../channels/targets';
import type { MediaFile } from '../../media/mediaFile';
import type { ImageRef, PostPayload, PostRequest, SharedFields } from '../../transport/types';
import { groupBy } from '../../values/lists';
import type { Explanation } from '../../values/problem';
import { toPayload, withKey } from '../payload';
import { isToCreate, type PlannedItem } from '../types';

/** A post to create, with its files uploaded. A request is a list of posts that share type, date and options. */
export interface NewPost {
	itemIndex: number;
	/** Its index among the posts of the input item. */
	postIndex: number;
	target: Target;
	shared: SharedFields;
	payload: PostPayload;
	/** Past dates are allowed. */
	allowsPast?: boolean;
	/** It gets the date of the next free slot of its channel; until then, its date means nothing. */
	isForSlot?: boolean;
}

/** The posts to create for an item. */
export function toNewPosts(
	itemIndex: number,
	{ shared, allowsPast, posts }: Pick<PlannedItem, 'shared' | 'allowsPast' | 'posts'>,
	references: Map<MediaFile, ImageRef>,
): NewPost[] {
	const { type } = shared;
	const common =
		type === 'nextSlot'
			? { shared: { ...shared, type: 'schedule' as const }, isForSlot: true }
			: { shared: { ...shared, type }, allowsPast };
	return posts.flatMap((post, postIndex) => {
		if (!isToCreate(post)) return [];
		const payload = withKey(toPayload(post, references), post.key!);
		return [{ itemIndex, postIndex, target: post.target, payload, ...common }];
	});
}

// The default limit is 100 KB; the delivery adapts if an instance accepts more or less.
const USUAL_MAX = { maxPosts: 50, maxBytes: 102_400 };

export const requestBytes = (posts: NewPost[]) => jsonBytes(toBody(posts));

const jsonBytes = (value: object) => Buffer.byteLength(JSON.stringify(value));

/** The body of a request. */
export function toBody(posts: NewPost[]): PostRequest {
	// Every request has at least one post.
	return { ...posts[0]!.shared, posts: posts.map(({ payload }) => payload) };
}

/** Groups posts into few requests, in order. Only splits an item that exceeds a limit (docs/api.md, Limits). */
export function toRequests(posts: NewPost[], max = USUAL_MAX): NewPost[][] {
	return groupBy(posts, ({ shared }) => groupKey(shared))
		.flatMap((group) => split(group, max))
		.sort(([a], [b]) => a!.itemIndex - b!.itemIndex);
}

// The service ignores the order of tags.
function groupKey({ tags, ...shared }: SharedFields): string {
	return JSON.stringify([shared, tags.map(({ label }) => label).sort()]);
}

/** Fills requests one by one, in order. A post that exceeds a limit on its own gets its own request. */
function split(posts: [NewPost, ...NewPost[]], { maxPosts, maxBytes }: typeof USUAL_MAX) {
	// Plus a comma or bracket after each post.
	const bytes = new Map(posts.map((post) => [post, jsonBytes(post.payload) + 1]));
	const room = maxBytes - jsonBytes({ ...posts[0].shared, posts: [] });
	const fit = (some: NewPost[]) =>
		some.length <= maxPosts && some.reduce((sum, post) => sum + bytes.get(post)!, 0) <= room;
	const ofItems = groupBy(posts, ({ itemIndex }) => itemIndex);
	return pack(
		ofItems.flatMap((own) => pack(inSingles(own), fit)),
		fit,
	);
}

const inSingles = (posts: NewPost[]) => posts.map((post) => [post]);

function pack(lists: NewPost[][], fit: (together: NewPost[]) => boolean): NewPost[][] {
	const packed: NewPost[][] = [];
	for (const list of lists) {
		const together = [...(packed.at(-1) ?? []), ...list];
		if (packed.length > 0 && fit(together)) packed[packed.length - 1] = together;
		else packed.push(list);
	}
	return packed;
}

/** Splits a request into halves: between items, or within its only one. A single post isn't split. */
export function halve(posts: NewPost[]): NewPost[][] {
	const ofItems: NewPost[][] = groupBy(posts, ({ itemIndex }) => itemIndex);
	const units = ofItems.length > 1 ? ofItems : inSingles(posts);
	const middle = Math.ceil(units.length / 2);
	const halves = [units.slice(0, middle), units.slice(middle)];
	return halves.map((half) => half.flat()).filter(({ length }) => length > 0);
}

/** `refused`: not created. `unsent`, `expired`, `limited`: not sent. `unknown`: may exist. */
export type FailureReason = 'refused' | 'unsent' | 'expired' | 'limited' | 'unknown';

export interface SendFailure extends Explanation {
	reason: FailureReason;
	/** Seconds until the limit is reset. */
	retryAfter?: number;
	/** The ID of the post, if only its first parts exist. */
	start?: string;
	/** Set if it is unclear what the service received. */
	unclear?: Unclear;
}

/** A request with an unclear result. */
export interface Unclear {
	cause: Pick<Explanation, 'message' | 'httpCode'>;
	/** In ms. */
	sentAt: number;
	/** Nothing more will be created by it. */
	hasEnded: boolean;
}

/** What became of a post. */
export type Outcome = { post: NewPost } & (
	{ kind: 'created'; postId: string } | ({ kind: 'failed' } & SendFailure)
);

export type FailedOutcome = Extract<Outcome, { kind: 'failed' }>;
export type CreatedOutcome = Extract<Outcome, { kind: 'created' }>;

/** The same failure for all these posts. */
export const failed = (posts: NewPost[], failure: SendFailure): FailedOutcome[] =>
	posts.map((post) => ({ post, kind: 'failed', ...failure }));

export const isFailed = (outcome: Outcome): outcome is FailedOutcome => outcome.kind === 'failed';
export const isCreated = (outcome: Outcome): outcome is CreatedOutcome =>
	outcome.kind === 'created';

export const NOT_SENT_AFTER_FAILURE: SendFailure = {
	reason: 'unsent',
	message: 'This item was not sent, because another one failed',
	description: 'Correct the item that failed and run this one again.',
};

export const CANCELLED: SendFailure = {
	reason: 'unsent',
	message: 'The execution was cancelled before this item was sent',
	description: 'Run this again to send it.',
};
