import fc from 'fast-check';

import {
	halve,
	measureBatch,
	toBody,
	toBatches,
} from '../../../../../nodes/Postiz/publishing/send/delivery/batches';
import { type OutgoingPost } from '../../../../../nodes/Postiz/publishing/send/outgoingPost';
import { withFingerprint } from '../../../../../nodes/Postiz/publishing/send/payload';
import { createTarget } from '../../createItem.cjs';
import {
	getItemIndex,
	listItemIndexes,
	createOutgoingPost,
	createOutgoingPosts,
} from '../createOutgoingPost.cjs';

const BLUESKY = createTarget('bluesky');
const ROOMY = { maxPosts: 50, maxBytes: 102_400 };
const DATES = ['2099-01-01', '2099-01-02', '2099-01-03', '2099-01-04'].map(
	(day) => `${day}T10:00:00.000Z`,
);

const [TEA, CAKE] = ['Tea', 'Cake'].map((label) => ({ value: label, label }));

const createTextPosts = (itemIndex: number, count: number, text = 'Fresh beans') =>
	createOutgoingPosts(
		itemIndex,
		Array.from({ length: count }, (_, index) =>
			createOutgoingPost(BLUESKY, `${text} ${itemIndex}-${index}`),
		),
	);

test.each<{
	title: string;
	own: Partial<OutgoingPost['requestFields']>;
	other: Partial<OutgoingPost['requestFields']>;
	isShared: boolean;
}>([
	{ title: 'combines items with the same request fields', own: {}, other: {}, isShared: true },
	{
		title: 'combines items whose tags differ only in order',
		own: { tags: [TEA, CAKE] },
		other: { tags: [CAKE, TEA] },
		isShared: true,
	},
	{
		title: 'separates items with different types',
		own: {},
		other: { type: 'draft' },
		isShared: false,
	},
	{
		title: 'separates items with different dates',
		own: {},
		other: { date: DATES[1] },
		isShared: false,
	},
	{
		title: 'separates items with different short links',
		own: {},
		other: { shortLink: true },
		isShared: false,
	},
	{
		title: 'separates items with different tags',
		own: { tags: [TEA] },
		other: { tags: [CAKE] },
		isShared: false,
	},
	{
		title: 'separates items with different repetitions',
		own: {},
		other: { inter: 7 },
		isShared: false,
	},
])('$title in requests', ({ own, other, isShared }) => {
	const rows = [own, other, own].map((requestFields, index) =>
		createOutgoingPosts(index, [createOutgoingPost(BLUESKY, 'Hi')], requestFields),
	);
	expect(listItemIndexes(toBatches(rows.flat()))).toEqual(isShared ? [[0, 1, 2]] : [[0, 2], [1]]);
});

test('divides a row only if it exceeds a limit on its own', () => {
	const batches = toBatches(
		[createTextPosts(0, 3), createTextPosts(1, 3), createTextPosts(2, 11)].flat(),
		{
			...ROOMY,
			maxPosts: 5,
		},
	);
	expect(batches.map((posts) => posts.map(getItemIndex))).toEqual([
		[0, 0, 0],
		[1, 1, 1],
		[2, 2, 2, 2, 2],
		[2, 2, 2, 2, 2],
		[2],
	]);
});

test('halves a request between items, or between the posts of a single item', () => {
	const listSizes = (posts: OutgoingPost[]) => halve(posts).map(({ length }) => length);
	expect(listSizes([createTextPosts(0, 3), createTextPosts(1, 1)].flat())).toEqual([3, 1]);
	expect([listSizes(createTextPosts(0, 3)), listSizes(createTextPosts(0, 1))]).toEqual([
		[2, 1],
		[1],
	]);
});

const withSendId = (post: OutgoingPost) => ({ ...post, sendId: '-'.repeat(10) });

test('counts bytes as they are sent', () => {
	const rows = [createTextPosts(0, 2, 'Café ☕ "now"\n'), createTextPosts(1, 1)];
	const bytes = measureBatch(rows.flat());
	expect(bytes).toBe(
		Buffer.byteLength(JSON.stringify(toBody(rows.flat().map(withSendId))), 'utf8'),
	);
	expect(toBatches(rows.flat(), { maxPosts: 50, maxBytes: bytes + 1 })).toHaveLength(1);
	expect(toBatches(rows.flat(), { maxPosts: 50, maxBytes: bytes - 1 })).toHaveLength(2);
});

test('puts the fields of the request beside its posts, with `inter` only if posts repeat', () => {
	const own = withSendId(createTextPosts(0, 1)[0]!);
	const { requestFields, payload, desired, sendId } = own;
	const fingerprinted = withFingerprint(payload, desired.fingerprint, sendId);
	expect(toBody([own])).toEqual({ ...requestFields, posts: [fingerprinted] });
	expect(Object.keys(toBody([own]))).not.toContain('inter');
	const repeating = { ...own, requestFields: { ...requestFields, inter: 7 } };
	expect(toBody([repeating, repeating])).toEqual({
		...requestFields,
		inter: 7,
		posts: [fingerprinted, fingerprinted],
	});
});

test('puts at most 50 posts and 100 KB in a request by default', () => {
	const listSizes = (rows: OutgoingPost[][]) => toBatches(rows.flat()).map(({ length }) => length);
	expect(listSizes([createTextPosts(0, 101)])).toEqual([50, 50, 1]);
	const large = Array.from({ length: 4 }, (_, index) =>
		createTextPosts(index, 1, 'x'.repeat(33_000)),
	);
	expect(listSizes(large)).toEqual([3, 1]);
	expect(measureBatch(large.slice(0, 3).flat())).toBeLessThanOrEqual(102_400);
});

const someRows = fc
	.array(
		fc.record({
			texts: fc.array(fc.string({ maxLength: 300, unit: 'grapheme' }), {
				minLength: 1,
				maxLength: 6,
			}),
			date: fc.constantFrom(...DATES),
			shortLink: fc.boolean(),
		}),
		{ maxLength: 60 },
	)
	.map((entries) =>
		entries.map(({ texts, date, shortLink }, index) =>
			createOutgoingPosts(
				index,
				texts.map((text) => createOutgoingPost(BLUESKY, text)),
				{ date, shortLink },
			),
		),
	);
const someLimits = fc.record({
	maxPosts: fc.integer({ min: 1, max: 20 }),
	maxBytes: fc.integer({ min: 200, max: 5000 }),
});

test('sends every post once, in order, within any limits, in few requests', () => {
	fc.assert(
		fc.property(someRows, someLimits, (rows, limits) => {
			const batches = toBatches(rows.flat(), limits);

			expect(new Set(batches.flat())).toEqual(new Set(rows.flat()));
			expect(batches.flat()).toHaveLength(rows.flat().length);

			for (const batch of batches) {
				expect(new Set(batch.map(({ requestFields }) => JSON.stringify(requestFields))).size).toBe(
					1,
				);
				const isAllowed = batch.length <= limits.maxPosts && measureBatch(batch) <= limits.maxBytes;
				expect(isAllowed || batch.length === 1).toBe(true);
			}
			const firsts = batches.map(([first]) => getItemIndex(first));
			expect(firsts).toEqual([...firsts].sort((a, b) => a - b));

			for (const requestFields of new Set(
				rows.flat().map((post) => JSON.stringify(post.requestFields)),
			)) {
				const isInGroup = (post: OutgoingPost) =>
					JSON.stringify(post.requestFields) === requestFields;
				expect(batches.flat().filter(isInGroup)).toEqual(rows.flat().filter(isInGroup));
			}
		}),
	);
});

test('never makes two requests whose posts fit into one', () => {
	fc.assert(
		fc.property(someRows, someLimits, (rows, limits) => {
			const byRequestFields = new Map<string, OutgoingPost[][]>();
			for (const batch of toBatches(rows.flat(), limits)) {
				const key = JSON.stringify(batch[0].requestFields);
				byRequestFields.set(key, [...(byRequestFields.get(key) ?? []), batch]);
			}
			for (const batches of byRequestFields.values()) {
				batches.slice(1).forEach((batch, index) => {
					// Items stay whole, so a request only had room if the next first item would fit.
					const first = batch.filter((post) => getItemIndex(post) === getItemIndex(batch[0]));
					const both = [...batches[index], ...first];
					const fits = both.length <= limits.maxPosts && measureBatch(both) < limits.maxBytes;
					expect(fits).toBe(false);
				});
			}
		}),
	);
});
