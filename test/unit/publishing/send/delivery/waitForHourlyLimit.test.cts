import {
	createResult,
	createSeparateRows,
	limitRequests,
	sendRows,
	useClock,
} from './sendRows.cjs';

useClock();

describe('the hourly limit', () => {
	test.each([
		{ headers: { 'retry-after': '1200' }, remedy: 'Run this again in 20 minutes.' },
		{ headers: {}, remedy: 'Run this again in 1 hour.' },
	])(
		'stops further requests after a response with headers $headers',
		async ({ headers, remedy }) => {
			const { outcomes, sizes, results } = await sendRows(createSeparateRows(4), {
				intervene: limitRequests(headers, 2),
			});
			expect(outcomes).toEqual(['created', 'notSent', 'notSent', 'notSent']);
			expect(sizes).toHaveLength(2);
			expect(results[1]).toMatchObject({
				problem: {
					message: 'status 429',
					description: `${remedy} To wait for it, use the option Wait If Rate-Limited (Minutes).`,
				},
			});
		},
	);

	const NONE_LEFT = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '90' };
	test.each<{ headers: object; maxWaitMs: number; expected: string; expectedWaits: number[] }>([
		{ headers: NONE_LEFT, maxWaitMs: 0, expected: 'created notSent', expectedWaits: [] },
		{ headers: NONE_LEFT, maxWaitMs: 90_000, expected: 'created created', expectedWaits: [90_000] },
		{
			headers: { ...NONE_LEFT, 'x-ratelimit-remaining': '1' },
			maxWaitMs: 0,
			expected: 'created created',
			expectedWaits: [],
		},
		{
			headers: { 'x-ratelimit-remaining': '0' },
			maxWaitMs: 0,
			expected: 'created created',
			expectedWaits: [],
		},
	])(
		'is recognized in advance from headers $headers with $maxWaitMs ms to wait: $expected',
		async ({ headers, maxWaitMs, expected, expectedWaits }) => {
			const created = [{ postId: 'p0', integration: 'sky-1' }];
			const { outcomes, waits, sizes, problems } = await sendRows(
				createSeparateRows(2),
				{
					intervene: (_posts, count) =>
						count === 1 ? createResult(201, created, headers) : undefined,
				},
				{ maxWaitMs },
			);
			expect([outcomes.join(' '), waits]).toEqual([expected, expectedWaits]);
			if (expected.includes('notSent')) expect(problems[1]?.message).toBe('status 429');
			expect(sizes).toHaveLength(expected.includes('notSent') ? 1 : 2);
		},
	);
});
