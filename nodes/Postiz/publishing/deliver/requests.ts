import type { Target } from '../../channels/targets';
import type { PostItem, PostRequest, PostType, SharedFields } from '../../transport/types';

/** A post that is ready to be sent. */
export interface ReadyPost {
	/** Its place among the posts of the input item. */
	place: number;
	item: PostItem;
	target: Target;
}

/** Posts of one input item that go out with the same date and options. */
export interface Row {
	itemIndex: number;
	shared: SharedFields;
	posts: ReadyPost[];
	/** What these drafts are to become once they exist. */
	becomes?: PostType;
	/** May go out at a date that has passed. */
	allowsPast?: boolean;
}

/** How much one request may carry. */
export interface BatchMax {
	maxPosts: number;
	maxBytes: number;
}

// Instances take 100 KB by default; what a larger or smaller one takes, the delivery finds out.
const USUAL_MAX: BatchMax = { maxPosts: 50, maxBytes: 102_400 };

/** The size of a request's JSON body in bytes. */
export function requestBytes(rows: Row[]): number {
	return Buffer.byteLength(JSON.stringify(toBody(rows)));
}

/** The body that carries these rows; all of them share type, date and options. */
export function toBody(rows: Row[]): PostRequest {
	// There is no request without rows.
	const { shared } = rows[0]!;
	return { ...shared, posts: rows.flatMap(({ posts }) => posts.map(({ item }) => item)) };
}

/**
 * Puts rows into as few requests as their dates, options and `max` allow. The order of rows is
 * kept within a request, and that of requests by their first row. Rows that are not combined make a
 * request each. A row is only split if it alone is over a limit (docs/api.md, Limits).
 */
export function toBatches(rows: Row[], combinesRows: boolean, max = USUAL_MAX): Row[][] {
	const groups = new Map<string, Row[]>();
	for (const [index, row] of rows.entries()) {
		const key = combinesRows ? groupKey(row.shared) : String(index);
		const group = groups.get(key);
		if (group) group.push(row);
		else groups.set(key, [row]);
	}
	return [...groups.values()]
		.flatMap((group) => split(group, max))
		.sort((a, b) => firstItem(a) - firstItem(b));
}

const firstItem = ([row]: Row[]) => row?.itemIndex ?? 0;

// The service keeps no order of tags.
function groupKey({ tags, ...shared }: SharedFields): string {
	return JSON.stringify([shared, tags.map(({ label }) => label).sort()]);
}

function split(rows: Row[], max: BatchMax): Row[][] {
	const [first] = rows;
	if (!first) return [];
	const envelope = requestBytes([{ ...first, posts: [] }]);
	const parts = rows.flatMap((row) =>
		pack(row.posts, (post) => ({ posts: 1, bytes: postBytes(post) }), max, envelope).map(
			(posts) => ({ ...row, posts }),
		),
	);
	const size = ({ posts }: Row) => ({
		posts: posts.length,
		bytes: posts.reduce((sum, post) => sum + postBytes(post), 0),
	});
	return pack(parts, size, max, envelope);
}

/** Fills one request after the other, in order. What alone is over a limit gets one of its own. */
function pack<T>(
	elements: T[],
	sizeOf: (element: T) => { posts: number; bytes: number },
	{ maxPosts, maxBytes }: BatchMax,
	envelope: number,
): T[][] {
	const packed: T[][] = [];
	let posts = 0;
	let bytes = envelope;
	for (const element of elements) {
		const size = sizeOf(element);
		const fits = posts + size.posts <= maxPosts && bytes + size.bytes <= maxBytes;
		const last = packed.at(-1);
		if (last && fits) {
			last.push(element);
			posts += size.posts;
			bytes += size.bytes;
		} else {
			packed.push([element]);
			posts = size.posts;
			bytes = envelope + size.bytes;
		}
	}
	return packed;
}

// Each post is followed by a comma or a bracket.
function postBytes({ item }: ReadyPost): number {
	return Buffer.byteLength(JSON.stringify(item)) + 1;
}

/** Two halves of a batch: between rows, or within its only row. A single post stays whole. */
export function halve(rows: Row[]): Row[][] {
	if (rows.length > 1) {
		const middle = Math.ceil(rows.length / 2);
		return [rows.slice(0, middle), rows.slice(middle)];
	}
	const [row] = rows;
	if (!row || row.posts.length < 2) return [rows];
	const middle = Math.ceil(row.posts.length / 2);
	return [
		[{ ...row, posts: row.posts.slice(0, middle) }],
		[{ ...row, posts: row.posts.slice(middle) }],
	];
}
