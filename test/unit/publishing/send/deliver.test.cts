import fc from 'fast-check';
import { sleep, type IExecuteFunctions } from 'n8n-workflow';

import { Problem } from '../../../../nodes/Postiz/common/problem';
import { sleepUnlessCancelled } from '../../../../nodes/Postiz/execution/sleep';
import type { DesiredPost } from '../../../../nodes/Postiz/posts/desiredPost';
import { CONFLICTS } from '../../../../nodes/Postiz/posts/existing/conflictProblems';
import type { ExistingPost } from '../../../../nodes/Postiz/posts/existingPost';
import type { PostResult, Outcome } from '../../../../nodes/Postiz/posts/postResult';
import { Journal } from '../../../../nodes/Postiz/posts/run/journal';
import type { Run } from '../../../../nodes/Postiz/posts/run/run';
import { deliver } from '../../../../nodes/Postiz/publishing/send/deliver';
import { toPostRequest } from '../../../../nodes/Postiz/publishing/send/delivery';
import { readSentPosts } from '../../../../nodes/Postiz/publishing/send/readSentPosts';
import type { OutgoingPost } from '../../../../nodes/Postiz/publishing/send/outgoingPost';
import type { RequestResult } from '../../../../nodes/Postiz/transport/response';
import type { PostizClient } from '../../../../nodes/Postiz/transport/client';
import { type ApiRequest } from '../../../../nodes/Postiz/transport/client';
import { RateLimitWait } from '../../../../nodes/Postiz/transport/rateLimitWait';
import { createFake, castUnchecked } from '../../../shared/fakes.cjs';
import { HOUR } from '../../../shared/time.cjs';
import type { PostPayload, RequestFields } from '../../../../nodes/Postiz/transport/apiTypes';
import { preparePostUpdate } from './updates/planPostUpdate.cjs';
import { createTarget } from '../createItem.cjs';
import { createOutgoingPost, createOutgoingRow } from './createOutgoingPost.cjs';

const { message: UNCLEAR } = CONFLICTS.unclear;

jest.mock('../../../../nodes/Postiz/publishing/send/readSentPosts', () => ({
	readSentPosts: jest.fn(),
}));
jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: jest.fn(),
}));

let now = 0;
beforeEach(() => {
	now = 0;
	jest.spyOn(Date, 'now').mockImplementation(() => now);
	jest.mocked(sleep).mockImplementation(async (milliseconds) => {
		now += milliseconds;
	});
});
afterEach(() => jest.restoreAllMocks());

const SKY = createTarget('bluesky', 'sky-1', 'acme.bsky.social');
const problem = new Problem('cut', '');
const LOST: RequestResult = { kind: 'noResponse', problem };
/** What the lookup of a post finds. */
type FoundPost =
	| { kind: 'found' | 'start' | 'unreadableFingerprint' | 'unreadableParts'; postId: string }
	| { kind: 'absent' };
const ABSENT: FoundPost = { kind: 'absent' };

const getText = ({ value }: PostPayload) => value[0].content;
const createResult = (status: number, body: unknown = {}, headers = {}): RequestResult => ({
	kind: 'response',
	response: { status, body, headers },
});
const createPage = (status: number) =>
	createResult(status, '<html>', { 'content-type': 'text/html' });

interface ServiceBehavior {
	/** Answers instead of the service, unless it returns undefined. */
	intervene?: (posts: PostPayload[], count: number) => RequestResult | undefined;
	/** Requests fail at the first of these texts, after creating the posts before it. */
	breaksAt?: Set<string>;
	/** What a lookup finds; by default, what the service accepted. */
	lookUp?: (texts: string[]) => Promise<FoundPost[]>;
	/** The number of requests after which the execution is cancelled. */
	cancelAfter?: number;
	/** Finds a free slot, in ms. */
	findSlot?: (channelId: string) => number;
}

interface Options {
	continuesOnError?: boolean;
	maxWaitMs?: number;
	/** Of the node. */
	type?: string;
}

/** A delivery to a fake service, which records what was sent and created, and the waits for the limit. */
function createDelivery(
	{ intervene, breaksAt, lookUp, cancelAfter = Infinity, findSlot = () => 0 }: ServiceBehavior = {},
	{ maxWaitMs = 0, continuesOnError = true, type = 'postiz' }: Options = {},
) {
	const bodies: Array<RequestFields & { posts: PostPayload[] }> = [];
	const created: string[] = [];
	const waits: number[] = [];
	const timeouts: unknown[] = [];
	const respondToRequest = ({ body, path, callerHandlesLimit, timeout }: ApiRequest) => {
		timeouts.push(timeout);
		expect([path, callerHandlesLimit]).toEqual(['/posts', true]);
		const request = castUnchecked<(typeof bodies)[number]>(body);
		const { posts } = request;
		bodies.push(request);
		const override = intervene?.(posts, bodies.length);
		if (override) return override;
		const broken = posts.findIndex((item) => breaksAt?.has(getText(item)));
		created.push(...posts.slice(0, broken < 0 ? posts.length : broken).map(getText));
		if (broken >= 0) return createResult(500);
		return createResult(
			201,
			posts.map((item) => ({ postId: getText(item), integration: item.integration.id })),
		);
	};
	const findCreated = (texts: string[]) =>
		texts.map((postId): FoundPost =>
			created.includes(postId) ? { kind: 'found', postId } : ABSENT,
		);
	jest.mocked(readSentPosts).mockImplementation(async (_client, desiredPosts) => {
		const texts = desiredPosts.map(({ fingerprint }) => fingerprint.text);
		const results = await (lookUp?.(texts) ?? Promise.resolve(findCreated(texts)));
		return desiredPosts.flatMap((desired, index): ExistingPost[] => {
			const result = results[index];
			if (result.kind === 'absent') return [];
			const fingerprint = {
				...desired.fingerprint,
				sendId: desired.sentRecord!.sendIds.at(-1)!,
				partCount: 2,
			};
			const parts = result.kind === 'start' ? 1 : 2;
			const isFingerprintUnknown = result.kind === 'unreadableFingerprint';
			const shownParts = result.kind === 'unreadableParts' ? undefined : parts;
			const post = {
				id: result.postId,
				channelId: desired.target.id,
				partCount: shownParts,
				isFingerprintUnknown,
			};
			const existing = { ...post, fingerprint: isFingerprintUnknown ? undefined : fingerprint };
			return [{ ...existing, time: Date.now(), isEdited: false } as ExistingPost];
		});
	});
	const context = createFake<IExecuteFunctions>({
		getExecutionCancelSignal: () => ({ aborted: bodies.length >= cancelAfter }),
		getNode: () => ({ type }),
		getTimezone: () => 'UTC',
	});
	const rateLimitWait = new RateLimitWait(maxWaitMs, async (milliseconds) => {
		waits.push(milliseconds);
		return await sleepUnlessCancelled(context, milliseconds);
	});
	const client = createFake<PostizClient>({
		rateLimitWait,
		now: () => Date.now(),
		tryRequest: async (request: ApiRequest) => await Promise.resolve(respondToRequest(request)),
		createProblem: (result: RequestResult) =>
			new Problem(
				result.kind === 'response' ? `status ${result.response.status}` : result.kind,
				'',
			),
	});
	const journal = new Journal();
	const slots = {
		fetchSlots: async (posts: DesiredPost[]) =>
			await Promise.resolve(
				new Map(posts.map(({ target: { id } }) => [id, new Date(findSlot(id)).toISOString()])),
			),
	};
	const run = createFake<Run>({ context, client, journal, slots, timezone: 'UTC' });
	const send = async (rows: OutgoingPost[][]) =>
		await deliver(rows.flat(), run, { continuesOnError });
	const getSentTexts = () => bodies.map(({ posts }) => posts.map(getText));
	return { send, bodies, getSentTexts, created, waits, timeouts, journal };
}

const createTextRow = (index: number, texts: string | string[], shared = {}) =>
	createOutgoingRow(
		index,
		[texts].flat().map((text) => createOutgoingPost(SKY, text)),
		shared,
	);
const createTextRows = (count: number, text = (index: number) => `post ${index}`) =>
	Array.from({ length: count }, (_, index) => createTextRow(index, text(index)));
/** Rows that share no request. */
const createSeparateRows = (count: number) =>
	Array.from({ length: count }, (_, index) =>
		createTextRow(index, `post ${index}`, { inter: index + 1 }),
	);

const getOutcomes = (results: PostResult[]) =>
	[...results]
		.sort((a, b) => a.planned.desired.item.index - b.planned.desired.item.index)
		.map(({ outcome }) => outcome);

async function sendRows(
	rows: OutgoingPost[][],
	behavior: ServiceBehavior = {},
	options: Options = {},
) {
	const delivery = createDelivery(behavior, options);
	const results = await delivery.send(rows);
	const texts = delivery.getSentTexts();
	return {
		...delivery,
		results,
		problems: results.map(({ problem }) => problem),
		outcomes: getOutcomes(results),
		texts,
		sizes: texts.map(({ length }) => length),
	};
}

type NamedInResponse = 'place' | 'channel' | 'nothing';

/** Rejects requests with any of these texts. `named`: what the response names. */
const rejectTexts =
	(bad: Set<string>, named: NamedInResponse, status = 400) =>
	(posts: PostPayload[]) => {
		const index = posts.findIndex((item) => bad.has(getText(item)));
		if (index < 0) return undefined;
		if (named === 'place')
			return createResult(status, { message: [`posts.${index}.value is bad`] });
		if (named === 'nothing') return createResult(status, {});
		return createResult(status, {
			provider: 'bluesky',
			name: 'acme.bsky.social',
			message: 'is bad',
		});
	};

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
			createOutgoingRow(index, [createOutgoingPost(target, `post ${index}`)]),
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
			message: 'Postiz rejected this item or one of these: 0, 2. It says: “is bad”',
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
			expect(sizes).toHaveLength(createRows === createTextRows ? 1 : 2);
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
			createTextRow(
				0,
				['a', 'b', 'c'].map((name) => lengthen(name)),
			),
			createTextRow(1, [lengthen('d'), lengthen('e', 900), lengthen('f')]),
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

/** Answers the requests with these numbers with the hourly limit. */
const limitRequests =
	(headers: object, ...numbers: number[]) =>
	(_posts: PostPayload[], count: number) =>
		numbers.includes(count) ? createResult(429, {}, headers) : undefined;

function allowPast(outgoing: OutgoingPost, allowsPast = true): OutgoingPost {
	const { desired } = outgoing.planned;
	const item = { ...desired.item, allowsPast };
	return { ...outgoing, planned: { ...outgoing.planned, desired: { ...desired, item } } };
}

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

	test.each([
		[new Problem('limit', '', { httpCode: '429' }), ['notSent', 'notSent']],
		[new Problem('changed meanwhile', ''), ['rejected', 'created']],
	])('if preparing an update again fails with %j, ends with %j', async (problem, expected) => {
		const prepareAgain = async () => await Promise.reject(problem);
		const prepared = await preparePostUpdate({});
		const stale = createTextRow(0, 'post 0').map((post) => ({
			...post,
			update: { prepared, readAt: -1e9, prepareAgain },
		}));
		const later = createTextRow(1, 'post 1', { date: '2099-05-05T10:00:00.000Z' });
		const { outcomes } = await sendRows([stale, later]);
		expect(outcomes).toEqual(expected);
	});

	test('rejects a row whose date passes during the wait', async () => {
		const shared = { date: new Date(HOUR / 2).toISOString() };
		const allowing = createTextRow(2, 'post 2', shared).map((post) => allowPast(post));
		const rows = [createTextRow(0, 'post 0'), createTextRow(1, 'post 1', shared), allowing];
		const { outcomes, problems, created, send } = await sendRows(
			rows,
			{ intervene: limitRequests({ 'retry-after': '3600' }, 2) },
			{ maxWaitMs: HOUR },
		);
		expect(outcomes).toEqual(['created', 'rejected', 'created']);
		expect(problems[1]).toMatchObject({
			message: 'Its date, 1970-01-01 00:30 UTC, passed before the item was sent',
		});
		expect(created).toEqual(['post 0', 'post 2']);
		expect(getOutcomes(await send(createTextRows(1)))).toEqual(['created']);
	});
});

describe('a date that has passed', () => {
	test.each<{ allowsPast: boolean; type: RequestFields['type']; isSent: boolean }>([
		{ allowsPast: false, type: 'schedule', isSent: false },
		{ allowsPast: true, type: 'schedule', isSent: true },
		{ allowsPast: false, type: 'draft', isSent: true },
		{ allowsPast: false, type: 'now', isSent: true },
	])(
		'is sent ($isSent) with the type $type and past dates allowed ($allowsPast)',
		async ({ allowsPast, type, isSent }) => {
			const rows = createTextRows(3);
			const date = new Date(-HOUR).toISOString();
			rows[1] = createTextRow(1, 'post 1', { type, date }).map((post) =>
				allowPast(post, allowsPast),
			);
			const { outcomes, created } = await sendRows(rows);
			expect(outcomes).toEqual(['created', isSent ? 'created' : 'rejected', 'created']);
			expect(created).toHaveLength(isSent ? 3 : 2);
		},
	);

	test.each<{
		type: RequestFields['type'];
		at: number;
		allowsPast?: boolean;
		sentAs: RequestFields['type'];
	}>([
		{ type: 'schedule', at: -1, sentAs: 'now' },
		{ type: 'schedule', at: 0, allowsPast: true, sentAs: 'now' },
		{ type: 'schedule', at: 1, allowsPast: true, sentAs: 'schedule' },
		{ type: 'draft', at: -1, allowsPast: true, sentAs: 'draft' },
	])(
		'sends $type in $at ms (past dates allowed: $allowsPast) as $sentAs',
		async ({ type, at, allowsPast, sentAs }) => {
			const date = new Date(at).toISOString();
			const { bodies } = await sendRows([
				[allowPast(createTextRow(0, 'Tea', { type, date })[0], allowsPast ?? false)],
			]);
			const sentDate = sentAs === 'now' ? new Date(0).toISOString() : date;
			expect(bodies).toMatchObject([{ type: sentAs, date: sentDate }]);
		},
	);

	test('combines rows for now in one request although time passes', async () => {
		jest.spyOn(Date, 'now').mockImplementation(() => now++);
		const rows = [1, 2, 3].map((hours) => {
			const date = new Date(-hours * HOUR).toISOString();
			return [allowPast(createTextRow(hours, `post ${hours}`, { date })[0])];
		});
		expect((await sendRows(rows)).texts).toEqual([['post 1', 'post 2', 'post 3']]);
	});
});

test.each<{ title: string; result: RequestResult; reason: Outcome }>([
	{ title: 'a rejected API key', result: createResult(401), reason: 'rejected' },
	{ title: 'a redirect', result: createResult(302), reason: 'rejected' },
	{ title: 'an HTML page instead of the API', result: createPage(200), reason: 'notSent' },
	{
		title: 'a request that could not be sent',
		result: { kind: 'notSent', problem, isTemporary: false },
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

test.each<{ title: string; behavior: ServiceBehavior; options: Options }>([
	{
		title: 'a wait for the limit',
		behavior: { intervene: limitRequests({ 'retry-after': '60' }, 2) },
		options: {},
	},
	{ title: 'a batch', behavior: {}, options: {} },
	{
		title: 'a batch, also where failures end the node',
		behavior: {},
		options: { continuesOnError: false },
	},
])('canceling ends $title', async ({ behavior, options }) => {
	const isLimited = behavior.intervene !== undefined;
	const { problems, outcomes, sizes } = await sendRows(
		createSeparateRows(3),
		{ ...behavior, cancelAfter: isLimited ? 2 : 1 },
		{ maxWaitMs: HOUR, ...options },
	);
	expect(outcomes).toEqual(['created', 'notSent', 'notSent']);
	expect(problems[1]).toMatchObject({
		message: 'The execution was cancelled before this item was sent',
	});
	expect(sizes).toHaveLength(isLimited ? 2 : 1);
});

describe('a request whose outcome is unknown', () => {
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
			createTextRow(index, `post ${index}`, { shortLink: index === 2 }),
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
			texts.map((postId): FoundPost => ({ kind: 'found', postId }));
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
			seen: { kind: 'found', postId: 'post 0' },
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
		jest.mocked(readSentPosts).mockClear();
		now = 1000;
		const lookUp = async () => {
			if (seen instanceof Problem) throw seen;
			return await Promise.resolve([seen]);
		};
		await sendRows(createTextRows(1), { intervene: () => result, lookUp });
		const time = Date.parse('2099-03-04T10:00:00.000Z');
		const lookups = jest.mocked(readSentPosts).mock.calls.map(([, , lookUp]) => lookUp);
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
					description:
						'Check that Postiz is running, then run this again. Existing posts are skipped.',
					isConsequence: true,
				}),
			),
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
			arrival: { kind: 'found', postId: 'p' },
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
			message: 'Postiz did not create this post: its answer names no posts',
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

test.each<{ title: string; behavior: ServiceBehavior; expected: object | undefined }>([
	{ title: 'created', behavior: {}, expected: { postId: 'post 0', isUpdate: false } },
	{ title: 'rejected', behavior: { intervene: () => createResult(401) }, expected: undefined },
	{ title: 'not sent', behavior: { intervene: limitRequests({}, 1) }, expected: undefined },
	{
		title: 'unclear',
		behavior: { intervene: () => LOST },
		expected: { sendIds: [expect.stringMatching(/./)] },
	},
])('a later attempt knows a post that was $title', async ({ behavior, expected }) => {
	const { journal, results } = await sendRows(createTextRows(1), behavior);
	const sent = journal.getRecord(results[0].planned.desired);
	if (expected) expect(sent).toMatchObject(expected);
	else expect(sent).toBeUndefined();
});

describe('a request that fails after creating some of its posts', () => {
	test('rejects the failed post of an item, and sends the others again', async () => {
		const rows = [createTextRow(0, ['a', 'b', 'c']), createTextRow(1, 'd')];
		const { results, texts } = await sendRows(rows, { breaksAt: new Set(['b']) });
		expect(texts).toEqual([
			['a', 'b', 'c', 'd'],
			['c', 'd'],
		]);
		expect(
			results.map(({ planned, outcome }) => [planned.desired.fingerprint.text, outcome]),
		).toEqual([
			['a', 'created'],
			['b', 'rejected'],
			['c', 'created'],
			['d', 'created'],
		]);
	});

	const start: FoundPost = { kind: 'start', postId: 'begun' };
	const later: FoundPost = { kind: 'found', postId: 'later' };
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
			title: 'a service error with hidden fingerprints',
			result: createResult(500),
			findings: [unreadable, unreadable],
			expected: 'unknown unknown unknown',
		},
		{
			title: 'a service error with one hidden fingerprint',
			result: createResult(500),
			findings: [{ kind: 'found', postId: 'first' }, unreadable],
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

test('reports a lost response to a tool within 45 s, after one more lookup', async () => {
	jest.mocked(sleep).mockClear();
	const lost: ServiceBehavior = {
		intervene: () => LOST,
		lookUp: async () => await Promise.resolve([ABSENT]),
	};
	const { outcomes, timeouts } = await sendRows(createTextRows(1), lost, { type: 'postizTool' });
	expect(outcomes).toEqual(['unknown']);
	const [timeout] = timeouts as number[];
	const slept = jest.mocked(sleep).mock.calls.reduce((sum, [ms]) => sum + ms, 0);
	expect(slept).toBeGreaterThan(10_000);
	expect(timeout + slept).toBeLessThan(45_000);
});

test('stops looking up a lost response for a tool before agents give up', async () => {
	const lost: ServiceBehavior = {
		intervene: () => {
			now += 20_000;
			return LOST;
		},
		// Three tries of 5 s, and the pauses between them.
		lookUp: async () => {
			now += 17_000;
			return await Promise.reject<FoundPost[]>(new Problem('It timed out', ''));
		},
	};
	const { outcomes } = await sendRows(createTextRows(1), lost, { type: 'postizTool' });
	expect(outcomes).toEqual(['unknown']);
	expect(now).toBeGreaterThan(20_000 + 17_000);
	expect(now).toBeLessThan(60_000);
	expect(jest.mocked(readSentPosts).mock.lastCall?.[2]).toMatchObject({ timeout: 5000 });
});

/** An update of an existing post. */
function createUpdate(text: string): OutgoingPost[] {
	const [outgoing] = createTextRow(0, text);
	const post = { id: 'p1' } as ExistingPost;
	return [
		{ ...outgoing, planned: { ...outgoing.planned, action: 'update', post, changedFields: [] } },
	];
}

test.each<{ title: string; rows: OutgoingPost[][]; effect: string }>([
	{ title: 'new posts', rows: [createTextRow(0, 'post 0')], effect: 'created' },
	{ title: 'updates', rows: [createUpdate('post 0')], effect: 'changed' },
	{
		title: 'both',
		rows: [createTextRow(0, 'post 0'), createUpdate('post 1')],
		effect: 'created or changed',
	},
])('explains a rejected request with $title', ({ rows, effect }) => {
	expect(toPostRequest(rows.flat()).endpoint.effect).toBe(effect);
});

test.each<{ title: string; rows: OutgoingPost[][]; where: object }>([
	{
		title: 'now around its sending',
		rows: [createTextRow(0, 'post 0', { type: 'now' })],
		where: { time: 0, sentAt: 0 },
	},
	{
		title: 'of an update for its post, too',
		rows: [createUpdate('post 0')],
		where: { updatedIds: new Set(['p1']) },
	},
])('looks up the posts $title', async ({ rows, where }) => {
	const { outcomes } = await sendRows(rows, { intervene: () => LOST });
	expect(outcomes).toEqual(['unknown']);
	expect(jest.mocked(readSentPosts).mock.lastCall?.[2]).toMatchObject(where);
});

test('looks up a partly stored request until all of it is stored', async () => {
	let lookups = 0;
	const createFinding = (postId: string): FoundPost => ({ kind: 'found', postId });
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

test('records the date that a request was sent with for all of its posts', async () => {
	const date = new Date(0).toISOString();
	const rows = [0, 1].map((index) =>
		createTextRow(index, `post ${index}`, { type: 'schedule', date }),
	);
	const delivery = createDelivery();
	// Time passes whenever the clock is read.
	jest.spyOn(Date, 'now').mockImplementation(() => (now += 1));
	const results = await delivery.send(rows);
	expect(delivery.bodies).toHaveLength(1);
	expect(results.map((result) => result.date)).toEqual([
		delivery.bodies[0].date,
		delivery.bodies[0].date,
	]);
});

test('remembers a sent update, and marks posts after a failure as follow-ups', async () => {
	const { journal, results } = await sendRows([createUpdate('post 0')], { intervene: () => LOST });
	expect(journal.getRecord(results[0].planned.desired)).toMatchObject({ isUpdate: true });
	const behavior = { intervene: rejectTexts(new Set(['post 0']), 'place') };
	const { problems } = await sendRows(createSeparateRows(2), behavior, { continuesOnError: false });
	expect(problems.map((problem) => problem?.isConsequence)).toEqual([undefined, true]);
	expect(problems[1]?.message).toBe('This item was not sent because another one failed');
});

test.each<{ title: string; posts: OutgoingPost[]; behavior: ServiceBehavior; kept?: object }>([
	{
		title: 'an update',
		posts: createUpdate('p1'),
		behavior: {},
		kept: { postId: 'p1', isUpdate: true },
	},
	{
		title: 'a new post',
		posts: createTextRow(0, 'p1'),
		behavior: {},
		kept: { postId: 'p1', isUpdate: false },
	},
	{
		title: 'a post created by an update because its post was deleted',
		posts: createUpdate('p2'),
		behavior: {},
		kept: { postId: 'p2', isUpdate: false },
	},
	{
		title: 'nothing for a rejected post',
		posts: createTextRow(0, 'p1'),
		behavior: { intervene: () => createResult(404) },
	},
	{
		title: 'only the attempt for the start of a thread',
		posts: createTextRow(0, 'p1'),
		behavior: {
			breaksAt: new Set(['p1']),
			lookUp: async () => await Promise.resolve([{ kind: 'start', postId: 'p1' }]),
		},
		kept: { postId: undefined, isUpdate: false },
	},
])('the journal records $title', async ({ posts, behavior, kept }) => {
	const { journal, results } = await sendRows([posts], behavior);
	const sent = journal.getRecord(results[0].planned.desired);
	expect(sent && { postId: sent.postId, isUpdate: sent.isUpdate }).toEqual(kept);
});

describe('at free slots', () => {
	const GRAM = createTarget('telegram', 'gram-1');
	const createSlotRow = (index: number, posts: OutgoingPost[]) =>
		createOutgoingRow(index, posts).map((outgoing) => ({ ...outgoing, isForSlot: true }));
	const createRows = () => [
		createSlotRow(0, [
			createOutgoingPost(SKY, 'one'),
			createOutgoingPost(GRAM, 'two'),
			createOutgoingPost(SKY, 'three'),
		]),
		createTextRow(1, 'dated'),
		createSlotRow(2, [createOutgoingPost(GRAM, 'four')]),
	];

	test('sends posts last, each item and each post of a channel at its own slot', async () => {
		let slot = 0;
		const { texts, bodies, outcomes } = await sendRows(createRows(), {
			findSlot: (id) => (slot += id === SKY.id ? HOUR : 0),
		});
		expect(texts).toEqual([['dated'], ['one', 'two'], ['three'], ['four']]);
		const hours = bodies.slice(1).map(({ date }) => Date.parse(date) / HOUR);
		expect([hours, new Set(outcomes)]).toEqual([[1, 2, 2], new Set(['created'])]);
	});

	test.each([
		[true, 'created notSent created created notSent'],
		[false, 'created notSent created notSent notSent'],
	])(
		'without a free slot, sends the other items if it continues on errors: %j',
		async (continuesOnError, expected) => {
			const findSlot = (id: string) => {
				if (id === GRAM.id) throw new Problem('no slot', '');
				return HOUR;
			};
			const posts = [
				createSlotRow(0, [createOutgoingPost(SKY, 'one')]),
				createSlotRow(1, [createOutgoingPost(GRAM, 'two')]),
			];
			const all = [
				...posts,
				createTextRow(2, 'dated'),
				createSlotRow(3, [createOutgoingPost(SKY, 'three')]),
				createSlotRow(4, [createOutgoingPost(GRAM, 'four')]),
			];
			const { outcomes, problems } = await sendRows(all, { findSlot }, { continuesOnError });
			expect(outcomes.join(' ')).toBe(expected);
			expect(problems.map((problem) => problem?.message)).toContain('no slot');
		},
	);

	test.each([true, false])(
		'looks for no further slot after an error that affects all items, continuing on errors: %j',
		async (continuesOnError) => {
			let lookups = 0;
			const findSlot = () => {
				lookups += 1;
				throw new Problem('wrong key', '', { affectsAllItems: true });
			};
			const posts = [1, 2].map((index) => createSlotRow(index, [createOutgoingPost(SKY, 'tea')]));
			const { problems } = await sendRows(posts, { findSlot }, { continuesOnError });
			expect([lookups, problems.map((problem) => problem?.message)]).toEqual([
				1,
				['wrong key', 'wrong key'],
			]);
		},
	);
});
