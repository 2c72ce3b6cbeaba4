import { newKeyId, type StoredKey } from '../../values/postKey';
import type { Target } from '../../channels/targets';
import type { PlannedFile } from '../../media/plannedFile';
import type {
	ImageRef,
	PostItem,
	PostRequest,
	PostType,
	SharedFields,
} from '../../transport/types';
import { groupBy } from '../../values/groupBy';
import type { Explanation } from '../../values/problem';
import { toPostItem, withKey } from '../payload';
import type { ItemOf, PlannedItem } from '../types';

export interface ReadyPost {
	/** Its index among the posts of the input item. */
	place: number;
	item: PostItem;
	target: Target;
	/** The ID is set when it is sent. */
	key: StoredKey;
}

/** Posts of an input item with the same date and options. */
export interface Row {
	itemIndex: number;
	shared: SharedFields;
	posts: ReadyPost[];
	/** What these drafts become once they exist. */
	becomes?: PostType;
	/** Past dates are allowed. */
	allowsPast?: boolean;
}

/** The posts to create for an item, with their uploaded files. */
export const toReadyPosts = (
	{ posts }: Pick<PlannedItem, 'posts'>,
	references: Map<PlannedFile, ImageRef>,
): ReadyPost[] =>
	posts.flatMap((post, place) =>
		post.sameAs || post.existing
			? []
			: [
					withKeyId(
						{
							place,
							target: post.target,
							key: { ...post.key!, id: '', parts: 0 },
							item: toPostItem(post, references),
						},
						NO_ID,
					),
				],
	);

/** As long as a real one, so that the size of requests is known. */
const NO_ID = '-'.repeat(newKeyId().length);

/** The post with its key in its settings. */
export function withKeyId(post: ReadyPost, id = newKeyId()): ReadyPost {
	const key = { ...post.key, id, parts: post.item.value.length };
	return { ...post, key, item: withKey(post.item, key, id) };
}

/** The row of an item, if all its posts share a date; none for posts at the next free slots. */
export function rowsOfItem(
	itemIndex: number,
	{ fields, allowsPast, posts }: ItemOf<ReadyPost>,
): Row[] {
	const { type } = fields;
	return type === 'nextSlot' ? [] : [{ itemIndex, shared: { ...fields, type }, posts, allowsPast }];
}

/** All posts of these rows, in order. */
export const postsOf = (rows: Row[]) =>
	rows.flatMap((row) => row.posts.map((post) => ({ row, post })));

// The default limit is 100 KB; the delivery adapts if an instance accepts more or less.
const USUAL_MAX = { maxPosts: 50, maxBytes: 102_400 };

/** The max size of a request. */
export type BatchMax = typeof USUAL_MAX;

export const requestBytes = (rows: Row[]) => jsonBytes(toBody(rows));

const jsonBytes = (value: object) => Buffer.byteLength(JSON.stringify(value));

/** The body for these rows, which share type, date and options. */
export function toBody(rows: Row[]): PostRequest {
	// Every request has at least one row.
	const { shared } = rows[0]!;
	return { ...shared, posts: postsOf(rows).map(({ post }) => post.item) };
}

/** Groups rows into few requests, in order. Only splits a row that exceeds a limit (docs/api.md, Limits). */
export function toBatches(rows: Row[], max = USUAL_MAX): Row[][] {
	return groupBy(rows, ({ shared }) => groupKey(shared))
		.flatMap((group) => split(group, max))
		.sort(([a], [b]) => a.itemIndex - b.itemIndex);
}

// The service ignores the order of tags.
function groupKey({ tags, ...shared }: SharedFields): string {
	return JSON.stringify([shared, tags.map(({ label }) => label).sort()]);
}

/** Fills requests one by one, in order. A post that exceeds a limit on its own gets its own request. */
function split(rows: [Row, ...Row[]], { maxPosts, maxBytes }: BatchMax): Array<[Row, ...Row[]]> {
	const all = rows.flatMap(({ posts }) => posts);
	// Plus a comma or bracket after each post.
	const bytes = new Map(all.map((post) => [post, jsonBytes(post.item) + 1]));
	const room = maxBytes - requestBytes([{ ...rows[0], posts: [] }]);
	const fit = (posts: ReadyPost[]) =>
		posts.length <= maxPosts && posts.reduce((sum, post) => sum + bytes.get(post)!, 0) <= room;
	const parts = rows.flatMap((row) => pack(row.posts, fit).map((posts) => ({ ...row, posts })));
	return pack(parts, (together) => fit(together.flatMap(({ posts }) => posts)));
}

function pack<T>(elements: T[], fit: (together: T[]) => boolean): Array<[T, ...T[]]> {
	const packed: Array<[T, ...T[]]> = [];
	for (const element of elements) {
		const last = packed.at(-1);
		if (last && fit([...last, element])) last.push(element);
		else packed.push([element]);
	}
	return packed;
}

/** Splits a batch into halves: between rows, or within its only row. A single post isn't split. */
export function halve(rows: Row[]): Row[][] {
	if (rows.length > 1) return inHalves(rows);
	const [row] = rows;
	if (!row || row.posts.length < 2) return [rows];
	return inHalves(row.posts).map((posts) => [{ ...row, posts }]);
}

/** Splits rows behind the first `count` posts. */
export function splitAt(rows: Row[], count: number): [Row[], Row[]] {
	let left = count;
	const parts = rows.map((row) => {
		const own = Math.min(row.posts.length, left);
		left -= own;
		return [
			{ ...row, posts: row.posts.slice(0, own) },
			{ ...row, posts: row.posts.slice(own) },
		] as const;
	});
	const withPosts = (some: Row[]) => some.filter(({ posts }) => posts.length > 0);
	return [withPosts(parts.map(([first]) => first)), withPosts(parts.map(([, rest]) => rest))];
}

function inHalves<T>(elements: T[]): T[][] {
	const middle = Math.ceil(elements.length / 2);
	return [elements.slice(0, middle), elements.slice(middle)];
}

/** `refused`: not created. `unsent`, `expired`, `limited`: not sent. `unknown`: may exist. */
export type FailureReason = 'refused' | 'unsent' | 'expired' | 'limited' | 'unknown';

export interface SendFailure extends Explanation {
	reason: FailureReason;
	/** Seconds until the limit is reset. */
	retryAfter?: number;
	/** The ID of the post, if it exists as a draft. */
	draft?: string;
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

/** The result for a single post. */
export type Outcome = { row: Row; post: ReadyPost } & (
	{ kind: 'created'; postId: string } | ({ kind: 'failed' } & SendFailure)
);

export type FailedOutcome = Extract<Outcome, { kind: 'failed' }>;
export type CreatedOutcome = Extract<Outcome, { kind: 'created' }>;

/** The same failure for all posts of these rows. */
export function failed(rows: Row[], failure: SendFailure): FailedOutcome[] {
	return postsOf(rows).map((post) => ({ ...post, kind: 'failed', ...failure }));
}

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
	description: 'Run the workflow again to send it.',
	forModel: 'Try again to send it.',
};
