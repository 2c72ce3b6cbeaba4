import fc from 'fast-check';

import { Problem } from '../../../../../../nodes/Postiz/common/problem';
import type { OutgoingPost } from '../../../../../../nodes/Postiz/publishing/send/outgoingPost';
import type { RequestResult } from '../../../../../../nodes/Postiz/transport/response';
import { HOUR } from '../../../../../shared/time.cjs';
import {
	ABSENT,
	createPage,
	createResult,
	createSeparateRows,
	createTextPosts,
	createTextRows,
	createUpdate,
	type FoundPost,
	LOST,
	sendRows,
	type ServiceBehavior,
	useClock,
} from '../sendRows.cjs';

const clock = useClock();
const UNCLEAR = 'It is unclear whether Postiz has this post';

describe('an unclear request', () => {
	test.each<[string, RequestResult]>([
		['a lost connection', LOST],
		['status 500', createResult(500)],
		['an HTML page with status 502', createPage(502)],
		['too few posts', createResult(201, [{ postId: 'a' }])],
		['a response of another shape', createResult(200, { ok: true })],
		['too many posts', createResult(201, [{ postId: 'a' }, { postId: 'b' }, { postId: 'c' }])],
		['posts without IDs', createResult(201, [{ postId: 1 }, { postId: 2 }])],
		['an empty response', createResult(204, undefined)],
	])('is looked up instead of sent again, while others are sent: %s', async (_kind, result) => {
		const rows = [0, 1, 2].map((index) =>
			createTextPosts(index, `post ${index}`, { shortLink: index === 2 }),
		);
		const createBehavior = (lookUp: ServiceBehavior['lookUp']): ServiceBehavior => ({
			intervene: (_posts, count) => (count === 1 ? result : undefined),
			lookUp,
		});
		const failLookup = async () => await Promise.reject<FoundPost[]>(new Problem('It failed', ''));
		const unknown = await sendRows(rows, createBehavior(failLookup));
		expect(unknown.outcomes).toEqual(['unknown', 'unknown', 'created']);
		expect(unknown.sizes).toEqual([2, 1]);
		expect(unknown.problems[0]).toMatchObject({
			message: expect.stringContaining(UNCLEAR),
		});
		const findAll = async (texts: string[]) =>
			texts.map((postId): FoundPost => ({ kind: 'stored', postId }));
		const { results, sizes } = await sendRows(rows, createBehavior(findAll));
		expect(results.map(({ postId }) => postId)).toEqual(['post 0', 'post 1', 'post 2']);
		expect(sizes).toEqual([2, 1]);
	});

	const createLookupProblem = (httpCode: string) => new Problem('It failed', '', { httpCode });
	test.each<{ times: number; title: string; result: RequestResult; seen: FoundPost | Problem }>([
		{
			times: 1,
			title: 'the calendar has the post',
			result: LOST,
			seen: { kind: 'stored', postId: 'post 0' },
		},
		{ times: 1, title: 'Postiz has finished', result: createResult(500), seen: ABSENT },
		{
			times: 1,
			title: 'the key cannot read the calendar',
			result: LOST,
			seen: createLookupProblem('403'),
		},
		{
			times: 6,
			title: 'the hourly limit is reached',
			result: LOST,
			seen: createLookupProblem('429'),
		},
		{
			times: 6,
			title: 'a proxy stops waiting for the calendar',
			result: LOST,
			seen: createLookupProblem('408'),
		},
		{ times: 6, title: 'the post may still arrive', result: LOST, seen: ABSENT },
	])('is looked up $times times if $title', async ({ times, result, seen }) => {
		clock.now = 1000;
		const lookUp = async () => {
			if (seen instanceof Problem) throw seen;
			return await Promise.resolve([seen]);
		};
		const { lookups } = await sendRows(createTextRows(1), { intervene: () => result, lookUp });
		const time = Date.parse('2099-03-04T10:00:00.000Z');
		expect(lookups).toEqual(Array(times).fill({ sentAt: 1000, updatedIds: new Set(), time }));
	});

	test.each([
		{ title: 'without a post', result: createPage(502), lookUp: undefined },
		{
			title: 'whose posts cannot be looked up',
			result: createResult(500),
			lookUp: async () => await Promise.reject(new Problem('no calendar', '')),
		},
	])('ends the delivery after three in a row $title', async ({ result, lookUp }) => {
		const { outcomes, sizes, problems } = await sendRows(createSeparateRows(5), {
			intervene: () => result,
			lookUp,
		});
		expect(outcomes).toEqual(['unknown', 'unknown', 'unknown', 'notSent', 'notSent']);
		expect(sizes).toHaveLength(3);
		expect(problems.slice(3)).toEqual(
			Array(2).fill(
				expect.objectContaining({
					message: 'This item was not sent because three requests in a row failed',
					description: 'Check that Postiz is running. Run this again. Existing posts are skipped.',
					isConsequence: true,
				}),
			),
		);
	});

	test('does not promise to skip existing posts with Post Again after three in a row', async () => {
		const rows = createSeparateRows(4).map((posts) =>
			posts.map((post) => {
				const item = { ...post.desired.item, ignoresExistingPosts: true };
				return { ...post, desired: { ...post.desired, item } };
			}),
		);
		const { problems } = await sendRows(rows, { intervene: () => createPage(502) });
		expect(problems[3]?.description).toBe(
			'Check that Postiz is running. Running this again creates existing posts again. To prevent this, set If the Post Exists to Skip first.',
		);
	});

	test.each<{
		title: string;
		answering: (count: number) => RequestResult | undefined;
		arrival: FoundPost;
	}>([
		{
			title: 'a post arrives each time',
			answering: () => LOST,
			arrival: { kind: 'stored', postId: 'p' },
		},
		{
			title: 'Postiz answers every third request',
			answering: (count) => (count % 3 === 0 ? undefined : LOST),
			arrival: ABSENT,
		},
		{
			title: 'Postiz answers that a request failed',
			answering: () => createResult(500),
			arrival: ABSENT,
		},
		...[400, 413, 429, 500].map((status) => ({
			title: `Postiz answers the third request with status ${status}`,
			answering: (count: number) => (count === 3 ? createResult(status) : LOST),
			arrival: ABSENT,
		})),
	])('does not end the delivery if $title', async ({ answering, arrival }) => {
		const behavior: ServiceBehavior = {
			intervene: (_posts, count) => answering(count),
			lookUp: async (texts) => await Promise.resolve(texts.map(() => arrival)),
		};
		const { outcomes } = await sendRows(createSeparateRows(5), behavior, { maxWaitMs: HOUR });
		expect(outcomes).not.toContain('notSent');
	});

	test('throws programming errors of the lookup', async () => {
		const lookUp = async () => await Promise.reject<FoundPost[]>(new TypeError('no function'));
		const broken = sendRows(createTextRows(1), { intervene: () => createResult(500), lookUp });
		await expect(broken).rejects.toThrow(TypeError);
	});

	test.each([
		{
			title: 'an error of Postiz',
			result: createResult(500),
			outcome: 'rejected',
			message: 'Postiz did not create this post: status 500',
		},
		{
			title: 'a timeout of a proxy',
			result: createResult(504),
			outcome: 'unknown',
			message: `${UNCLEAR}: status 504`,
		},
		{
			title: 'a response without posts',
			result: createResult(200),
			outcome: 'rejected',
			message: 'Postiz did not create this post: its response lists no posts',
		},
		{
			title: 'a lost connection',
			result: LOST,
			outcome: 'unknown',
			message: `${UNCLEAR}: noResponse`,
		},
	])('after $title, reports the post as $outcome', async ({ result, outcome, message }) => {
		const { results } = await sendRows(createTextRows(1), { intervene: () => result });
		expect(results).toMatchObject([
			{ outcome, problem: { message: `Bluesky: acme.bsky.social – ${message}` } },
		]);
	});
});

describe('a request that fails after creating some of its posts', () => {
	test('rejects the failed post of an item, and sends the others again', async () => {
		const rows = [createTextPosts(0, ['a', 'b', 'c']), createTextPosts(1, 'd')];
		const { results, texts } = await sendRows(rows, { breaksAt: new Set(['b']) });
		expect(texts).toEqual([
			['a', 'b', 'c', 'd'],
			['c', 'd'],
		]);
		expect(
			results.map(({ desired, outcome }) => [desired.fingerprint.textDigest, outcome]),
		).toEqual([
			['a', 'created'],
			['b', 'rejected'],
			['c', 'created'],
			['d', 'created'],
		]);
	});

	const start: FoundPost = { kind: 'incompleteThread', postId: 'begun' };
	const later: FoundPost = { kind: 'stored', postId: 'later' };
	const unreadable: FoundPost = { kind: 'unreadableFingerprint', postId: 'any' };
	const withoutParts: FoundPost = { kind: 'unreadableParts', postId: 'begun' };
	test.each<{ title: string; result: RequestResult; findings: FoundPost[]; expected: string }>([
		{
			title: 'a service error after the start of a thread',
			result: createResult(500),
			findings: [start, ABSENT],
			expected: 'unknown created created',
		},
		{
			title: 'a service error after a thread with unreadable parts',
			result: createResult(500),
			findings: [withoutParts, ABSENT],
			expected: 'unknown created created',
		},
		{
			title: 'a service error although a later post exists',
			result: createResult(500),
			findings: [ABSENT, later],
			expected: 'rejected created rejected',
		},
		{
			title: 'a service error with unreadable fingerprints',
			result: createResult(500),
			findings: [unreadable, unreadable],
			expected: 'unknown unknown unknown',
		},
		{
			title: 'a service error with one unreadable fingerprint',
			result: createResult(500),
			findings: [{ kind: 'stored', postId: 'first' }, unreadable],
			expected: 'created unknown unknown',
		},
		{
			title: 'a response of a proxy',
			result: createResult(502),
			findings: [],
			expected: 'unknown unknown unknown',
		},
		{ title: 'a lost connection', result: LOST, findings: [], expected: 'unknown unknown unknown' },
	])(
		'sends other posts again only if nothing can be created twice: $title',
		async ({ result, findings, expected }) => {
			const { outcomes, sizes } = await sendRows(createTextRows(3), {
				intervene: (_posts, count) => (count === 1 ? result : undefined),
				lookUp: async () => [0, 1, 2].map((index) => findings[index] ?? ABSENT),
			});
			expect(outcomes.join(' ')).toBe(expected);
			expect(sizes).toHaveLength(findings[0] === start || findings[0] === withoutParts ? 2 : 1);
		},
	);

	test('sends nothing again if failures end the node', async () => {
		const behavior = { breaksAt: new Set(['post 1']) };
		const { sizes } = await sendRows(createTextRows(3), behavior, { continuesOnError: false });
		expect(sizes).toHaveLength(1);
	});

	test('costs only two more requests if the service is down', async () => {
		const { outcomes, sizes } = await sendRows(createTextRows(150), {
			intervene: () => createResult(500),
		});
		expect(new Set(outcomes)).toEqual(new Set(['rejected']));
		expect(sizes).toEqual([50, 49, 48, 50, 50]);
	});

	test('sends the others again after each failure while the service rejects posts in between', async () => {
		const { sizes } = await sendRows(createTextRows(8), {
			intervene: (_posts, count) =>
				count % 2 === 1
					? createResult(500)
					: createResult(400, { message: ['posts.0.value is bad'] }),
		});
		expect(sizes).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
	});

	test('creates nothing twice, reports each row correctly, and costs at most one more request for each', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 1, max: 50 }),
				fc.array(fc.nat(49), { maxLength: 20 }),
				async (count, badItems) => {
					const breaksAt = new Set(badItems.map((index) => `post ${index}`));
					const { outcomes, sizes, created } = await sendRows(createTextRows(count), { breaksAt });
					expect(new Set(created).size).toBe(created.length);
					outcomes.forEach((kind, index) => {
						expect(kind === 'created').toBe(created.includes(`post ${index}`));
						if (breaksAt.size <= 2) expect(kind === 'rejected').toBe(breaksAt.has(`post ${index}`));
					});
					expect(sizes.length).toBeLessThanOrEqual(1 + breaksAt.size);
				},
			),
			{ numRuns: 200 },
		);
	});
});

test.each<{ title: string; rows: OutgoingPost[][]; query: object }>([
	{
		title: 'posts for now near the time when they were sent',
		rows: [createTextPosts(0, 'post 0', { type: 'now' })],
		query: { time: 0, sentAt: 0 },
	},
	{
		title: 'an update by the ID of its post, too',
		rows: [createUpdate('post 0')],
		query: { updatedIds: new Set(['p1']) },
	},
])('looks up $title', async ({ rows, query }) => {
	const { outcomes, lookups } = await sendRows(rows, { intervene: () => LOST });
	expect(outcomes).toEqual(['unknown']);
	expect(lookups.at(-1)).toMatchObject(query);
});

test('looks up a lost response once if asked to', async () => {
	const behavior = { intervene: () => LOST };
	const { lookups, outcomes } = await sendRows(createTextRows(1), behavior, { looksUpOnce: true });
	expect([lookups.length, outcomes]).toEqual([1, ['unknown']]);
});

test('looks up a partly stored request until all of it is stored', async () => {
	let lookups = 0;
	const createFinding = (postId: string): FoundPost => ({ kind: 'stored', postId });
	const { outcomes } = await sendRows(createTextRows(2), {
		intervene: () => LOST,
		lookUp: async () => {
			lookups += 1;
			return await Promise.resolve([
				createFinding('one'),
				lookups > 2 ? createFinding('other') : ABSENT,
			]);
		},
	});
	expect([outcomes, lookups]).toEqual([['created', 'created'], 3]);
});

test('reports a lost response to a tool within 45 s, after one more lookup', async () => {
	const lost: ServiceBehavior = {
		intervene: () => LOST,
		lookUp: async () => await Promise.resolve([ABSENT]),
	};
	const { outcomes, timeouts } = await sendRows(createTextRows(1), lost, {
		nodeType: 'postizTool',
	});
	expect(outcomes).toEqual(['unknown']);
	const [timeout] = timeouts;
	expect(clock.now).toBeGreaterThan(10_000);
	expect(timeout! + clock.now).toBeLessThan(45_000);
});

test('stops looking up a lost response for a tool before agents give up', async () => {
	const lost: ServiceBehavior = {
		intervene: () => {
			clock.now += 20_000;
			return LOST;
		},
		// Three tries of 5 s, and the pauses between them.
		lookUp: async () => {
			clock.now += 17_000;
			return await Promise.reject<FoundPost[]>(new Problem('It timed out', ''));
		},
	};
	const { outcomes, lookups } = await sendRows(createTextRows(1), lost, {
		nodeType: 'postizTool',
	});
	expect(outcomes).toEqual(['unknown']);
	expect(clock.now).toBeGreaterThan(20_000 + 17_000);
	expect(clock.now).toBeLessThan(60_000);
	expect(lookups.at(-1)).toMatchObject({ timeout: 5000 });
});
