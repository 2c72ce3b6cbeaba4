import fc from 'fast-check';

import { Problem } from '../../../../../nodes/Postiz/common/problem';
import type { Outcome } from '../../../../../nodes/Postiz/posts/postResult';
import type { OutgoingPost } from '../../../../../nodes/Postiz/publishing/send/outgoingPost';
import type { PostPayload } from '../../../../../nodes/Postiz/transport/apiTypes';
import type { RequestResult } from '../../../../../nodes/Postiz/transport/response';
import { createTarget } from '../../createItem.cjs';
import { createOutgoingPost, createOutgoingPosts } from '../createOutgoingPost.cjs';
import {
	createPage,
	createResult,
	createSeparateRows,
	createTextPosts,
	createTextRows,
	type NamedInResponse,
	rejectTexts,
	sendRows,
	SKY,
	useClock,
} from './sendRows.cjs';

useClock();

describe('an invalid row', () => {
	test.each<{ named: NamedInResponse; status: number; requests: number }>([
		{ named: 'place', status: 400, requests: 2 },
		{ named: 'place', status: 422, requests: 2 },
		{ named: 'channel', status: 422, requests: 13 },
		{ named: 'nothing', status: 400, requests: 13 },
	])(
		'does not hold back other rows if a $status names its $named',
		async ({ named, status, requests }) => {
			for (const bad of [0, 7, 31, 49]) {
				const { outcomes, sizes } = await sendRows(createTextRows(50), {
					intervene: rejectTexts(new Set([`post ${bad}`]), named, status),
				});
				expect(outcomes).toEqual(
					createTextRows(50).map((_row, index) => (index === bad ? 'rejected' : 'created')),
				);
				expect(sizes.length).toBeLessThanOrEqual(requests);
			}
		},
	);

	test('leaves other channels in one request if the response names the channel', async () => {
		const other = createTarget('telegram', 'tele-1', 'Acme Coffee');
		const rows = [SKY, SKY, other, other].map((target, index) =>
			createOutgoingPosts(index, [createOutgoingPost(target, `post ${index}`)]),
		);
		const { texts } = await sendRows(rows, {
			intervene: rejectTexts(new Set(['post 1']), 'channel'),
		});
		expect(texts).toEqual([
			['post 0', 'post 1', 'post 2', 'post 3'],
			['post 2', 'post 3', 'post 0'],
			['post 1'],
		]);
	});

	test.each<{
		named: NamedInResponse;
		createRows: (count: number) => OutgoingPost[][];
		expected: string;
		message: string;
	}>([
		{
			named: 'channel',
			createRows: createTextRows,
			expected: 'rejected rejected rejected',
			message: 'Postiz rejected this item or one of rows 2, 4. It says: “is bad”',
		},
		{
			named: 'channel',
			createRows: () => createTextRows(2),
			expected: 'rejected rejected',
			message: 'Postiz rejected this item or row 2. It says: “is bad”',
		},
		{
			named: 'nothing',
			createRows: () => createTextRows(2),
			expected: 'rejected rejected',
			message: "Postiz rejected this item or row 2. It didn't say why",
		},
		{
			named: 'place',
			createRows: createSeparateRows,
			expected: 'created rejected notSent',
			message: 'Bluesky: acme.bsky.social – value is bad',
		},
	])(
		'stops the delivery if the response names its $named, and failures end the node',
		async ({ named, createRows, expected, message }) => {
			const { problems, outcomes, sizes } = await sendRows(
				createRows(3),
				{ intervene: rejectTexts(new Set(['post 1']), named) },
				{ continuesOnError: false },
			);
			expect(outcomes.join(' ')).toBe(expected);
			expect(problems[1]).toMatchObject({ message });
			expect(sizes).toHaveLength(named === 'place' ? 2 : 1);
		},
	);
});

test('sends every valid row once, in fewer than two requests a row, however many are invalid', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.integer({ min: 1, max: 60 }),
			fc.array(fc.nat(59)),
			fc.constantFrom<NamedInResponse>('place', 'channel', 'nothing'),
			fc.constantFrom(createTextRows, createSeparateRows),
			async (count, badItems, named, createRows) => {
				const bad = new Set(badItems.map((index) => `post ${index}`));
				const { outcomes, sizes, created } = await sendRows(createRows(count), {
					intervene: rejectTexts(bad, named),
				});
				const good = createTextRows(count).map((_row, index) => !bad.has(`post ${index}`));
				expect(outcomes).toEqual(good.map((isGood) => (isGood ? 'created' : 'rejected')));
				expect([...created].sort()).toEqual(
					good.flatMap((isGood, index) => (isGood ? [`post ${index}`] : [])).sort(),
				);
				const isNamed = named === 'place' || createRows === createSeparateRows;
				expect(sizes.length).toBeLessThanOrEqual(isNamed ? count : 2 * count);
			},
		),
		{ numRuns: 200 },
	);
});

describe('a request that is too large', () => {
	const rejectLargerThan = (bytes: number) => (posts: PostPayload[]) =>
		Buffer.byteLength(JSON.stringify(posts)) > bytes ? createResult(413) : undefined;

	test('is halved, and later ones are smaller', async () => {
		const rows = createTextRows(200, (index) => `${index} `.padEnd(400, 'x'));
		const { outcomes, sizes, created } = await sendRows(rows, {
			intervene: rejectLargerThan(8000),
		});
		expect(new Set(outcomes)).toEqual(new Set(['created']));
		expect(created).toHaveLength(200);
		expect(sizes).toEqual([50, 25, ...Array(8).fill([13, 12]).flat()]);
	});

	test('is halved down to single posts, of which the too large one is rejected', async () => {
		const lengthen = (name: string, length = 400) => name.padEnd(length, 'x');
		const rows = [
			createTextPosts(
				0,
				['a', 'b', 'c'].map((name) => lengthen(name)),
			),
			createTextPosts(1, [lengthen('d'), lengthen('e', 900), lengthen('f')]),
		];
		const { results, problems, created } = await sendRows(rows, {
			intervene: rejectLargerThan(600),
		});
		expect(created.map(([name]) => name)).toEqual(['a', 'b', 'c', 'd', 'f']);
		expect(results.map(({ outcome }) => outcome)).toEqual([
			...Array(4).fill('created'),
			'rejected',
			'created',
		]);
		expect(problems[4]).toMatchObject({ message: 'status 413' });
	});
});

test.each<{ title: string; result: RequestResult; reason: Outcome }>([
	{ title: 'a rejected API key', result: createResult(401), reason: 'rejected' },
	{ title: 'a redirect', result: createResult(302), reason: 'notSent' },
	...[200, 400, 403, 404].map((status) => ({
		title: `a web page with status ${status}, which comes from a proxy or firewall`,
		result: createPage(status),
		reason: 'notSent' as const,
	})),
	{
		title: 'a request that could not be sent',
		result: { kind: 'unreachable', problem: new Problem('cut', ''), isTemporary: false },
		reason: 'notSent',
	},
])('$title stops the delivery', async ({ result, reason }) => {
	const { outcomes, bodies } = await sendRows(createSeparateRows(2), { intervene: () => result });
	expect(outcomes).toEqual([reason, 'notSent']);
	expect(bodies).toHaveLength(1);
});

test('accepts a response that names the posts, whatever its content type', async () => {
	const created = [{ postId: 'post 0', integration: 'sky-1' }];
	const intervene = () => createResult(201, created, { 'content-type': 'text/html' });
	expect((await sendRows(createTextRows(1), { intervene })).outcomes).toEqual(['created']);
});
