import { buildRequest } from './request';
import type { PostItem, SharedFields, Target } from './types';

/** A post that is ready to be sent. */
export interface ReadyPost {
	item: PostItem;
	target: Target;
}

/** All posts of one input item that go out with the same date and options. */
export interface Row {
	itemIndex: number;
	shared: SharedFields;
	posts: ReadyPost[];
}

/** How much one request may carry. */
export interface BatchLimits {
	maxPosts: number;
	maxBytes: number;
}

/** The size of a request's JSON body in bytes. */
export function requestBytes(rows: Row[]): number {
	return Buffer.byteLength(JSON.stringify(toBody(rows)));
}

/** The body that carries these rows; all of them share type, date and options. */
export function toBody(rows: Row[]) {
	return buildRequest(
		rows[0].shared,
		rows.flatMap(({ posts }) => posts.map(({ item }) => item)),
	);
}

/**
 * Puts rows into as few requests as their dates, options and the limits allow. The order of rows is
 * kept within a request, and that of requests by their first row. Where rows are not combined, each
 * makes a request of its own. A row is torn apart only where it alone is over a limit (API: Limits).
 */
export function toBatches(rows: Row[], combine: boolean, limits: BatchLimits): Row[][] {
	const groups = new Map<string, Row[]>();
	for (const [index, row] of rows.entries()) {
		const key = combine ? JSON.stringify(row.shared) : String(index);
		const group = groups.get(key);
		if (group) group.push(row);
		else groups.set(key, [row]);
	}
	return [...groups.values()].flatMap((group) => split(group, limits));
}

function split(rows: Row[], limits: BatchLimits): Row[][] {
	const batches: Row[][] = [];
	let batch: Row[] = [];
	let posts = 0;
	let bytes = 0;
	const envelope = requestBytes([{ ...rows[0], posts: [] }]);
	for (const row of rows.flatMap((whole) => tear(whole, limits, envelope))) {
		const rowBytes = postsBytes(row);
		const full =
			posts + row.posts.length > limits.maxPosts || envelope + bytes + rowBytes > limits.maxBytes;
		if (batch.length > 0 && full) {
			batches.push(batch);
			batch = [];
			posts = 0;
			bytes = 0;
		}
		batch.push(row);
		posts += row.posts.length;
		bytes += rowBytes;
	}
	return [...batches, batch];
}

function tear(row: Row, limits: BatchLimits, envelope: number): Row[] {
	const fits = row.posts.length <= limits.maxPosts && envelope + postsBytes(row) <= limits.maxBytes;
	return fits || row.posts.length === 1
		? [row]
		: halve([row]).flatMap((half) => half.flatMap((part) => tear(part, limits, envelope)));
}

// Each post is followed by a comma or a bracket.
function postsBytes({ posts }: Row): number {
	return posts.reduce((sum, { item }) => sum + Buffer.byteLength(JSON.stringify(item)) + 1, 0);
}

/** Two halves of a batch: between rows, or within its only row. A single post stays whole. */
export function halve(rows: Row[]): Row[][] {
	if (rows.length > 1) {
		const middle = Math.ceil(rows.length / 2);
		return [rows.slice(0, middle), rows.slice(middle)];
	}
	const [row] = rows;
	if (row.posts.length < 2) return [rows];
	const middle = Math.ceil(row.posts.length / 2);
	return [
		[{ ...row, posts: row.posts.slice(0, middle) }],
		[{ ...row, posts: row.posts.slice(middle) }],
	];
}
