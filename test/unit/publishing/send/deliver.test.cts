import fc from 'fast-check';
import { sleep, type IExecuteFunctions } from 'n8n-workflow';

import { deliver } from '../../../../nodes/Postiz/publishing/send/deliver';
import { toPostRequest } from '../../../../nodes/Postiz/publishing/send/delivery';
import { findSentPosts } from '../../../../nodes/Postiz/publishing/send/findSentPosts';
import type { OutgoingPost } from '../../../../nodes/Postiz/publishing/send/requests';
import { Journal } from '../../../../nodes/Postiz/publishing/run/journal';
import type { Run } from '../../../../nodes/Postiz/publishing/run/run';
import type {
	PostResult,
	Outcome,
	ExistingPost,
	DesiredPost,
} from '../../../../nodes/Postiz/publishing/model';
import { REJECTIONS } from '../../../../nodes/Postiz/publishing/existing/explainPosts';
import type { Exchange } from '../../../../nodes/Postiz/transport/answer';
import type { ApiRequest, PostizClient } from '../../../../nodes/Postiz/transport/client';
import { RateLimitWait } from '../../../../nodes/Postiz/transport/limitWait';
import { sleepUnlessCancelled } from '../../../../nodes/Postiz/execution/sleep';
import type { PostPayload, SharedFields } from '../../../../nodes/Postiz/transport/apiTypes';
import { Problem } from '../../../../nodes/Postiz/common/problem';
import { channel, post, row } from '../rows.cjs';
import { fake, unchecked } from '../../../shared/fakes.cjs';

const [UNCLEAR] = REJECTIONS.unclear;

jest.mock('../../../../nodes/Postiz/publishing/send/findSentPosts', () => ({
	findSentPosts: jest.fn(),
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

const HOUR_MS = 3_600_000;
const SKY = channel('bluesky', 'sky-1', 'acme.bsky.social');
const problem = new Problem('cut', '');
const LOST: Exchange = { kind: 'unknown', problem };
/** What a look finds of a post. */
type Arrival =
	| { kind: 'found' | 'start' | 'unreadableKey' | 'unreadableParts'; postId: string }
	| { kind: 'absent' };
const ABSENT: Arrival = { kind: 'absent' };

const textOf = ({ value }: PostPayload) => value[0].content;
const answer = (status: number, body: unknown = {}, headers = {}): Exchange => ({
	kind: 'answer',
	answer: { status, body, headers },
});
const page = (status: number) => answer(status, '<html>', { 'content-type': 'text/html' });

interface World {
	/** Answers instead of the service, unless it returns undefined. */
	intervene?: (posts: PostPayload[], count: number) => Exchange | undefined;
	/** Requests fail at the first of these texts, after creating the posts before it. */
	breaksAt?: Set<string>;
	/** What a lookup finds; by default, what the service accepted. */
	lookUp?: (texts: string[]) => Promise<Arrival[]>;
	/** The number of requests after which the execution is cancelled. */
	cancelAfter?: number;
	/** Finds a free slot, in ms. */
	findSlot?: (channelId: string) => number;
}

interface Options {
	isolatesFailures?: boolean;
	maxWaitMs?: number;
	/** Of the node. */
	type?: string;
}

/** A delivery with a service of its own: records what was sent and created, and the waits for the limit. */
function createWorld(
	{ intervene, breaksAt, lookUp, cancelAfter = Infinity, findSlot = () => 0 }: World = {},
	{ maxWaitMs = 0, isolatesFailures = true, type = 'postiz' }: Options = {},
) {
	const bodies: Array<SharedFields & { posts: PostPayload[] }> = [];
	const taken: string[] = [];
	const waits: number[] = [];
	const timeouts: unknown[] = [];
	const exchange = ({ body, path, handlesLimit, timeout }: ApiRequest) => {
		timeouts.push(timeout);
		expect([path, handlesLimit]).toEqual(['/posts', true]);
		const request = unchecked<(typeof bodies)[number]>(body);
		const { posts } = request;
		bodies.push(request);
		const own = intervene?.(posts, bodies.length);
		if (own) return own;
		const broken = posts.findIndex((item) => breaksAt?.has(textOf(item)));
		taken.push(...posts.slice(0, broken < 0 ? posts.length : broken).map(textOf));
		if (broken >= 0) return answer(500);
		return answer(
			201,
			posts.map((item) => ({ postId: textOf(item), integration: item.integration.id })),
		);
	};
	const findTaken = (texts: string[]) =>
		texts.map((postId): Arrival => (taken.includes(postId) ? { kind: 'found', postId } : ABSENT));
	jest.mocked(findSentPosts).mockImplementation(async (_client, wanted) => {
		const texts = wanted.map(({ key }) => key.text);
		const found = await (lookUp?.(texts) ?? Promise.resolve(findTaken(texts)));
		return wanted.flatMap((one, index): ExistingPost[] => {
			const arrival = found[index];
			if (arrival.kind === 'absent') return [];
			const key = { ...one.key, id: one.earlierAttempt!.keyIds.at(-1)!, partCount: 2 };
			const parts = arrival.kind === 'start' ? 1 : 2;
			const isKeyUnknown = arrival.kind === 'unreadableKey';
			const shownParts = arrival.kind === 'unreadableParts' ? undefined : parts;
			const post = {
				id: arrival.postId,
				channelId: one.target.id,
				partCount: shownParts,
				isKeyUnknown,
			};
			const there = { ...post, key: isKeyUnknown ? undefined : key };
			return [{ ...there, time: Date.now(), isEdited: false } as ExistingPost];
		});
	});
	const context = fake<IExecuteFunctions>({
		getExecutionCancelSignal: () => ({ aborted: bodies.length >= cancelAfter }),
		getNode: () => ({ type }),
		getTimezone: () => 'UTC',
	});
	const client = fake<PostizClient>({
		exchange: async (request: ApiRequest) => await Promise.resolve(exchange(request)),
		explain: (given: Exchange) =>
			new Problem(given.kind === 'answer' ? `status ${given.answer.status}` : given.kind, ''),
	});
	const limit = new RateLimitWait(maxWaitMs, async (milliseconds) => {
		waits.push(milliseconds);
		return await sleepUnlessCancelled(context, milliseconds);
	});
	const journal = new Journal();
	const slots = {
		findSlots: async (posts: DesiredPost[]) =>
			await Promise.resolve(
				new Map(posts.map(({ target: { id } }) => [id, new Date(findSlot(id)).toISOString()])),
			),
	};
	const run = fake<Run>({ context, client, limit, journal, slots, timezone: 'UTC' });
	const send = async (rows: OutgoingPost[][]) => await deliver(rows.flat(), run, isolatesFailures);
	const textsSent = () => bodies.map(({ posts }) => posts.map(textOf));
	return { send, bodies, textsSent, taken, waits, timeouts, journal };
}

const rowOf = (index: number, texts: string | string[], shared = {}) =>
	row(
		index,
		[texts].flat().map((text) => post(SKY, text)),
		shared,
	);
const rowsOf = (count: number, text = (index: number) => `post ${index}`) =>
	Array.from({ length: count }, (_, index) => rowOf(index, text(index)));
/** Rows that share no request. */
const apart = (count: number) =>
	Array.from({ length: count }, (_, index) => rowOf(index, `post ${index}`, { inter: index + 1 }));

const kindsOf = (results: PostResult[]) =>
	[...results]
		.sort((a, b) => a.planned.desired.item.index - b.planned.desired.item.index)
		.map(({ outcome }) => outcome);

async function sendRows(rows: OutgoingPost[][], given: World = {}, options: Options = {}) {
	const world = createWorld(given, options);
	const results = await world.send(rows);
	const texts = world.textsSent();
	return {
		...world,
		results,
		problems: results.map(({ problem }) => problem),
		kinds: kindsOf(results),
		texts,
		sizes: texts.map(({ length }) => length),
	};
}

type How = 'place' | 'channel' | 'nothing';

/** A service that rejects requests with any of these texts, in one of its ways. */
const refusing =
	(bad: Set<string>, how: How, status = 400) =>
	(posts: PostPayload[]) => {
		const index = posts.findIndex((item) => bad.has(textOf(item)));
		if (index < 0) return undefined;
		if (how === 'place') return answer(status, { message: [`posts.${index}.value is bad`] });
		if (how === 'nothing') return answer(status, {});
		return answer(status, { provider: 'bluesky', name: 'acme.bsky.social', message: 'is bad' });
	};

describe('an invalid row', () => {
	test.each<[How, number, number]>([
		['place', 400, 2],
		['place', 422, 2],
		['channel', 422, 13],
		['nothing', 400, 13],
	])(
		'does not hold back other rows if Postiz rejects its %s (%d)',
		async (how, status, requests) => {
			for (const bad of [0, 7, 31, 49]) {
				const { kinds, sizes } = await sendRows(rowsOf(50), {
					intervene: refusing(new Set([`post ${bad}`]), how, status),
				});
				expect(kinds).toEqual(rowsOf(50).map((_row, at) => (at === bad ? 'rejected' : 'created')));
				expect(sizes.length).toBeLessThanOrEqual(requests);
			}
		},
	);

	test('leaves other channels in one request if the answer names the channel', async () => {
		const other = channel('telegram', 'tele-1', 'Acme Coffee');
		const rows = [SKY, SKY, other, other].map((target, index) =>
			row(index, [post(target, `post ${index}`)]),
		);
		const { texts } = await sendRows(rows, { intervene: refusing(new Set(['post 1']), 'channel') });
		expect(texts).toEqual([
			['post 0', 'post 1', 'post 2', 'post 3'],
			['post 2', 'post 3', 'post 0'],
			['post 1'],
		]);
	});

	test.each<[How, (count: number) => OutgoingPost[][], string, string]>([
		[
			'channel',
			rowsOf,
			'rejected rejected rejected',
			'Postiz rejected this item or one of these: 0, 2. It says: “is bad”',
		],
		['place', apart, 'created rejected notSent', 'Bluesky: acme.bsky.social – value is bad'],
	])('stops the delivery if Postiz rejects its %s and failures end the node', async (...row) => {
		const [how, make, expected, message] = row;
		const { problems, kinds, sizes } = await sendRows(
			make(3),
			{ intervene: refusing(new Set(['post 1']), how) },
			{ isolatesFailures: false },
		);
		expect(kinds.join(' ')).toBe(expected);
		expect(problems[1]).toMatchObject({ message });
		expect(sizes).toHaveLength(make === rowsOf ? 1 : 2);
	});
});

test('sends every valid row once, in fewer than two requests a row, however many are invalid', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.integer({ min: 1, max: 60 }),
			fc.array(fc.nat(59)),
			fc.constantFrom<How>('place', 'channel', 'nothing'),
			fc.constantFrom(rowsOf, apart),
			async (count, badItems, how, make) => {
				const bad = new Set(badItems.map((index) => `post ${index}`));
				const { kinds, sizes, taken } = await sendRows(make(count), {
					intervene: refusing(bad, how),
				});
				const good = rowsOf(count).map((_row, index) => !bad.has(`post ${index}`));
				expect(kinds).toEqual(good.map((isGood) => (isGood ? 'created' : 'rejected')));
				expect([...taken].sort()).toEqual(
					good.flatMap((isGood, index) => (isGood ? [`post ${index}`] : [])).sort(),
				);
				const isNamed = how === 'place' || make === apart;
				expect(sizes.length).toBeLessThanOrEqual(isNamed ? count : 2 * count);
			},
		),
		{ numRuns: 200 },
	);
});

describe('a request that is too large', () => {
	const tooLarge = (bytes: number) => (posts: PostPayload[]) =>
		Buffer.byteLength(JSON.stringify(posts)) > bytes ? answer(413) : undefined;

	test('is halved, and later ones are smaller', async () => {
		const rows = rowsOf(200, (index) => `${index} `.padEnd(400, 'x'));
		const { kinds, sizes, taken } = await sendRows(rows, { intervene: tooLarge(8000) });
		expect(new Set(kinds)).toEqual(new Set(['created']));
		expect(taken).toHaveLength(200);
		expect(sizes).toEqual([50, 25, ...Array(8).fill([13, 12]).flat()]);
	});

	test('is halved down to single posts, of which the too large one is rejected', async () => {
		const long = (name: string, length = 400) => name.padEnd(length, 'x');
		const rows = [
			rowOf(
				0,
				['a', 'b', 'c'].map((name) => long(name)),
			),
			rowOf(1, [long('d'), long('e', 900), long('f')]),
		];
		const { results, problems, taken } = await sendRows(rows, { intervene: tooLarge(600) });
		expect(taken.map(([name]) => name)).toEqual(['a', 'b', 'c', 'd', 'f']);
		expect(results.map(({ outcome }) => outcome)).toEqual([
			...Array(4).fill('created'),
			'rejected',
			'created',
		]);
		expect(problems[4]).toMatchObject({ message: 'status 413' });
	});
});

/** Requests with these numbers reach the limit. */
const limitedAt =
	(headers: object, ...numbers: number[]) =>
	(_posts: PostPayload[], count: number) =>
		numbers.includes(count) ? answer(429, {}, headers) : undefined;

function allowingPast(sending: OutgoingPost, allowsPast = true): OutgoingPost {
	const { desired } = sending.planned;
	const item = { ...desired.item, allowsPast };
	return { ...sending, planned: { ...sending.planned, desired: { ...desired, item } } };
}

describe('the hourly limit', () => {
	test.each([
		[{ 'retry-after': '1200' }, 'Run this again in 20 minutes.', 1200],
		[{}, 'Run this again in 1 hour.', 3600],
	])(
		'stops further requests after an answer with headers %j',
		async (headers, said, retryAfter) => {
			const { kinds, sizes, results } = await sendRows(apart(4), {
				intervene: limitedAt(headers, 2),
			});
			expect(kinds).toEqual(['created', 'notSent', 'notSent', 'notSent']);
			expect(sizes).toHaveLength(2);
			expect(results[1]).toMatchObject({
				problem: {
					message: 'status 429',
					description: `${said} To wait for it, use the option Wait If Rate-Limited (Minutes).`,
				},
				retryAfter,
			});
		},
	);

	const NONE_LEFT = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '90' };
	test.each<[object, number, string, number[]]>([
		[NONE_LEFT, 0, 'created notSent', []],
		[NONE_LEFT, 90_000, 'created created', [90_000]],
		[{ ...NONE_LEFT, 'x-ratelimit-remaining': '1' }, 0, 'created created', []],
		[{ 'x-ratelimit-remaining': '0' }, 0, 'created created', []],
	])(
		'is recognized in advance from headers %j with %i ms to wait: %s',
		async (headers, maxWaitMs, expected, expectedWaits) => {
			const created = [{ postId: 'p0', integration: 'sky-1' }];
			const { kinds, waits, sizes, problems } = await sendRows(
				apart(2),
				{ intervene: (_posts, count) => (count === 1 ? answer(201, created, headers) : undefined) },
				{ maxWaitMs },
			);
			expect([kinds.join(' '), waits]).toEqual([expected, expectedWaits]);
			if (expected.includes('notSent')) expect(problems[1]?.message).toBe('status 429');
			expect(sizes).toHaveLength(expected.includes('notSent') ? 1 : 2);
		},
	);

	test('rejects a row whose date passes during the wait', async () => {
		const shared = { date: new Date(HOUR_MS / 2).toISOString() };
		const allowing = rowOf(2, 'post 2', shared).map((one) => allowingPast(one));
		const rows = [rowOf(0, 'post 0'), rowOf(1, 'post 1', shared), allowing];
		const { kinds, problems, taken, send } = await sendRows(
			rows,
			{ intervene: limitedAt({ 'retry-after': '3600' }, 2) },
			{ maxWaitMs: HOUR_MS },
		);
		expect(kinds).toEqual(['created', 'rejected', 'created']);
		expect(problems[1]).toMatchObject({
			message: 'Its date, 1970-01-01 00:30 UTC, passed before the item was sent',
		});
		expect(taken).toEqual(['post 0', 'post 2']);
		expect(kindsOf(await send(rowsOf(1)))).toEqual(['created']);
	});
});

describe('a date that has passed', () => {
	test.each<[boolean, SharedFields['type'], boolean]>([
		[false, 'schedule', false],
		[true, 'schedule', true],
		[false, 'draft', true],
		[false, 'now', true],
	])('with past dates allowed (%j) and type %s, is sent: %j', async (...given) => {
		const [allowsPast, type, isSent] = given;
		const rows = rowsOf(3);
		const date = new Date(-HOUR_MS).toISOString();
		rows[1] = rowOf(1, 'post 1', { type, date }).map((each) => allowingPast(each, allowsPast));
		const { kinds, taken } = await sendRows(rows);
		expect(kinds).toEqual(['created', isSent ? 'created' : 'rejected', 'created']);
		expect(taken).toHaveLength(isSent ? 3 : 2);
	});

	test.each<[SharedFields['type'], number, boolean | undefined, SharedFields['type']]>([
		['schedule', -1, undefined, 'now'],
		['schedule', 0, true, 'now'],
		['schedule', 1, true, 'schedule'],
		['draft', -1, true, 'draft'],
	])('sends %s in %i ms (past dates allowed: %p) as %s', async (type, at, allowsPast, sentAs) => {
		const date = new Date(at).toISOString();
		const { bodies } = await sendRows([
			[allowingPast(rowOf(0, 'Tea', { type, date })[0], allowsPast ?? false)],
		]);
		const sentDate = sentAs === 'now' ? new Date(0).toISOString() : date;
		expect(bodies).toMatchObject([{ type: sentAs, date: sentDate }]);
	});

	test('combines rows for now in one request although time passes', async () => {
		jest.spyOn(Date, 'now').mockImplementation(() => now++);
		const rows = [1, 2, 3].map((hours) => {
			const date = new Date(-hours * HOUR_MS).toISOString();
			return [allowingPast(rowOf(hours, `post ${hours}`, { date })[0])];
		});
		expect((await sendRows(rows)).texts).toEqual([['post 1', 'post 2', 'post 3']]);
	});
});

test.each<[string, Exchange, Outcome]>([
	['a rejected API key', answer(401), 'rejected'],
	['a redirect', answer(302), 'rejected'],
	['an HTML page instead of the API', page(200), 'notSent'],
	['a request that could not be sent', { kind: 'notSent', problem, isTemporary: false }, 'notSent'],
])('%s stops the delivery', async (_what, exchange, reason) => {
	const { kinds, bodies } = await sendRows(apart(2), { intervene: () => exchange });
	expect(kinds).toEqual([reason, 'notSent']);
	expect(bodies).toHaveLength(1);
});

test('accepts an answer that names the posts, whatever its content type', async () => {
	const created = [{ postId: 'post 0', integration: 'sky-1' }];
	const intervene = () => answer(201, created, { 'content-type': 'text/html' });
	expect((await sendRows(rowsOf(1), { intervene })).kinds).toEqual(['created']);
});

test.each<[string, World, Options]>([
	['a wait for the limit', { intervene: limitedAt({ 'retry-after': '60' }, 2) }, {}],
	['a batch', {}, {}],
	['a batch, also where failures end the node', {}, { isolatesFailures: false }],
])('canceling ends %s', async (_what, world, options) => {
	const isLimited = world.intervene !== undefined;
	const { problems, kinds, sizes } = await sendRows(
		apart(3),
		{ ...world, cancelAfter: isLimited ? 2 : 1 },
		{ maxWaitMs: HOUR_MS, ...options },
	);
	expect(kinds).toEqual(['created', 'notSent', 'notSent']);
	expect(problems[1]).toMatchObject({
		message: 'The execution was cancelled before this item was sent',
	});
	expect(sizes).toHaveLength(isLimited ? 2 : 1);
});

describe('a request whose outcome is unknown', () => {
	test.each<[string, Exchange]>([
		['a lost connection', LOST],
		['status 500', answer(500)],
		['an HTML page with status 502', page(502)],
		['too few posts', answer(201, [{ postId: 'a' }])],
		['an answer of another shape', answer(200, { ok: true })],
		['too many posts', answer(201, [{ postId: 'a' }, { postId: 'b' }, { postId: 'c' }])],
		['posts without IDs', answer(201, [{ postId: 1 }, { postId: 2 }])],
		['an empty answer', answer(204, undefined)],
	])('is looked up instead of sent again, while others are sent: %s', async (_kind, exchange) => {
		const rows = [0, 1, 2].map((index) =>
			rowOf(index, `post ${index}`, { shortLink: index === 2 }),
		);
		const world = (lookUp: World['lookUp']): World => ({
			intervene: (_posts, count) => (count === 1 ? exchange : undefined),
			lookUp,
		});
		const failing = async () => await Promise.reject<Arrival[]>(new Problem('It failed', ''));
		const unknown = await sendRows(rows, world(failing));
		expect(unknown.kinds).toEqual(['unknown', 'unknown', 'created']);
		expect(unknown.sizes).toEqual([2, 1]);
		expect(unknown.problems[0]).toMatchObject({
			message: expect.stringContaining(UNCLEAR),
		});
		const finding = async (texts: string[]) =>
			texts.map((postId): Arrival => ({ kind: 'found', postId }));
		const { results, sizes } = await sendRows(rows, world(finding));
		expect(results.map(({ postId }) => postId)).toEqual(['post 0', 'post 1', 'post 2']);
		expect(sizes).toEqual([2, 1]);
	});

	const closed = (httpCode: string) => new Problem('It failed', '', { httpCode });
	test.each<[number, string, Exchange, Arrival | Problem]>([
		[1, 'the calendar has the post', LOST, { kind: 'found', postId: 'post 0' }],
		[1, 'Postiz has finished', answer(500), ABSENT],
		[1, 'the key cannot read the calendar', LOST, closed('403')],
		[6, 'the hourly limit is reached', LOST, closed('429')],
		[6, 'the post may still arrive', LOST, ABSENT],
	])('is looked up %i times if %s', async (times, _why, exchange, seen) => {
		jest.mocked(findSentPosts).mockClear();
		now = 1000;
		const lookUp = async () => {
			if (seen instanceof Problem) throw seen;
			return await Promise.resolve([seen]);
		};
		await sendRows(rowsOf(1), { intervene: () => exchange, lookUp });
		const date = Date.parse('2099-03-04T10:00:00.000Z');
		const looks = jest.mocked(findSentPosts).mock.calls.map(([, , look]) => look);
		expect(looks).toEqual(Array(times).fill({ sentAt: 1000, changes: new Set(), date }));
	});

	test('ends the delivery after three in a row without a post', async () => {
		const { kinds, sizes, problems } = await sendRows(apart(5), { intervene: () => page(502) });
		expect(kinds).toEqual(['unknown', 'unknown', 'unknown', 'notSent', 'notSent']);
		expect(sizes).toHaveLength(3);
		expect(problems.at(-1)).toMatchObject({ isFollowUp: true });
	});

	test.each<[string, (count: number) => Exchange | undefined, Arrival]>([
		['a post arrives each time', () => LOST, { kind: 'found', postId: 'p' }],
		['Postiz answers every third request', (count) => (count % 3 === 0 ? undefined : LOST), ABSENT],
		['Postiz answers that a request failed', () => answer(500), ABSENT],
	])('does not end the delivery if %s', async (_what, answering, arrival) => {
		const { sizes } = await sendRows(apart(5), {
			intervene: (_posts, count) => answering(count),
			lookUp: async (texts) => await Promise.resolve(texts.map(() => arrival)),
		});
		expect(sizes).toHaveLength(5);
	});

	test('throws programming errors of the lookup', async () => {
		const lookUp = async () => await Promise.reject<Arrival[]>(new TypeError('no function'));
		const broken = sendRows(rowsOf(1), { intervene: () => answer(500), lookUp });
		await expect(broken).rejects.toThrow(TypeError);
	});

	test.each([
		[answer(500), 'rejected', 'Postiz did not create this post: status 500'],
		[answer(504), 'unknown', `${UNCLEAR}: status 504`],
		[answer(200), 'rejected', 'Postiz did not create this post: its answer names no posts'],
		[LOST, 'unknown', `${UNCLEAR}: unknown`],
	])('depends on who answered (%j): %s', async (exchange, outcome, message) => {
		const { results } = await sendRows(rowsOf(1), { intervene: () => exchange });
		expect(results).toMatchObject([
			{ outcome, problem: { message: `Bluesky: acme.bsky.social – ${message}` } },
		]);
	});
});

test.each<[string, World, object | undefined]>([
	['created', {}, { postId: 'post 0', isChange: false }],
	['rejected', { intervene: () => answer(401) }, undefined],
	['not sent', { intervene: limitedAt({}, 1) }, undefined],
	['unclear', { intervene: () => LOST }, { keyIds: [expect.stringMatching(/./)] }],
])('a later attempt knows a post that was %s', async (_what, world, expected) => {
	const { journal, results } = await sendRows(rowsOf(1), world);
	const sent = journal.getAttempt(results[0].planned.desired);
	if (expected) expect(sent).toMatchObject(expected);
	else expect(sent).toBeUndefined();
});

describe('a request that fails after creating some of its posts', () => {
	test('rejects the failed post of an item, and sends the others again', async () => {
		const rows = [rowOf(0, ['a', 'b', 'c']), rowOf(1, 'd')];
		const { results, texts } = await sendRows(rows, { breaksAt: new Set(['b']) });
		expect(texts).toEqual([
			['a', 'b', 'c', 'd'],
			['c', 'd'],
		]);
		expect(results.map(({ planned, outcome }) => [planned.desired.key.text, outcome])).toEqual([
			['a', 'created'],
			['b', 'rejected'],
			['c', 'created'],
			['d', 'created'],
		]);
	});

	const start: Arrival = { kind: 'start', postId: 'begun' };
	const later: Arrival = { kind: 'found', postId: 'later' };
	const unreadable: Arrival = { kind: 'unreadableKey', postId: 'any' };
	const withoutParts: Arrival = { kind: 'unreadableParts', postId: 'begun' };
	test.each<[string, Exchange, Arrival[], string]>([
		[
			'a service error after the start of a thread',
			answer(500),
			[start, ABSENT],
			'unknown created created',
		],
		[
			'a service error after a thread with unreadable parts',
			answer(500),
			[withoutParts, ABSENT],
			'unknown created created',
		],
		[
			'a service error although a later post exists',
			answer(500),
			[ABSENT, later],
			'rejected created rejected',
		],
		[
			'a service error with hidden keys',
			answer(500),
			[unreadable, unreadable],
			'unknown unknown unknown',
		],
		[
			'a service error with one hidden key',
			answer(500),
			[{ kind: 'found', postId: 'first' }, unreadable],
			'created unknown unknown',
		],
		['an answer of a proxy', answer(502), [], 'unknown unknown unknown'],
		['a lost connection', LOST, [], 'unknown unknown unknown'],
	])('sends other posts again only if nothing can be created twice: %s', async (...row) => {
		const [, exchange, findings, expected] = row;
		const { kinds, sizes } = await sendRows(rowsOf(3), {
			intervene: (_posts, count) => (count === 1 ? exchange : undefined),
			lookUp: async () => [0, 1, 2].map((index) => findings[index] ?? ABSENT),
		});
		expect(kinds.join(' ')).toBe(expected);
		expect(sizes).toHaveLength(findings[0] === start || findings[0] === withoutParts ? 2 : 1);
	});

	test('sends nothing again if failures end the node', async () => {
		const world = { breaksAt: new Set(['post 1']) };
		const { sizes } = await sendRows(rowsOf(3), world, { isolatesFailures: false });
		expect(sizes).toHaveLength(1);
	});

	test('costs only two more requests if the service is down', async () => {
		const { kinds, sizes } = await sendRows(rowsOf(150), { intervene: () => answer(500) });
		expect(new Set(kinds)).toEqual(new Set(['rejected']));
		expect(sizes).toEqual([50, 49, 48, 50, 50]);
	});

	test('creates nothing twice, reports each row correctly, and costs at most one more request for each', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 1, max: 50 }),
				fc.array(fc.nat(49), { maxLength: 20 }),
				async (count, badItems) => {
					const breaksAt = new Set(badItems.map((index) => `post ${index}`));
					const { kinds, sizes, taken } = await sendRows(rowsOf(count), { breaksAt });
					expect(new Set(taken).size).toBe(taken.length);
					kinds.forEach((kind, index) => {
						expect(kind === 'created').toBe(taken.includes(`post ${index}`));
						if (breaksAt.size <= 2) expect(kind === 'rejected').toBe(breaksAt.has(`post ${index}`));
					});
					expect(sizes.length).toBeLessThanOrEqual(1 + breaksAt.size);
				},
			),
			{ numRuns: 200 },
		);
	});
});

test('reports a lost answer to a tool within 45 s, after one more lookup', async () => {
	jest.mocked(sleep).mockClear();
	const lost: World = {
		intervene: () => LOST,
		lookUp: async () => await Promise.resolve([ABSENT]),
	};
	const { kinds, timeouts } = await sendRows(rowsOf(1), lost, { type: 'postizTool' });
	expect(kinds).toEqual(['unknown']);
	const [timeout] = timeouts as number[];
	const slept = jest.mocked(sleep).mock.calls.reduce((sum, [ms]) => sum + ms, 0);
	expect(slept).toBeGreaterThan(10_000);
	expect(timeout + slept).toBeLessThan(45_000);
});

test('stops looking up a lost answer for a tool before agents give up', async () => {
	const lost: World = {
		intervene: () => {
			now += 20_000;
			return LOST;
		},
		// Three tries of 5 s, and the pauses between them.
		lookUp: async () => {
			now += 17_000;
			return await Promise.reject<Arrival[]>(new Problem('It timed out', ''));
		},
	};
	const { kinds } = await sendRows(rowsOf(1), lost, { type: 'postizTool' });
	expect(kinds).toEqual(['unknown']);
	expect(now).toBeGreaterThan(20_000 + 17_000);
	expect(now).toBeLessThan(60_000);
	expect(jest.mocked(findSentPosts).mock.lastCall?.[2]).toMatchObject({ timeout: 5000 });
});

/** The change of a post that the calendar has. */
function changeOf(text: string): OutgoingPost[] {
	const [sending] = rowOf(0, text);
	const there = { id: 'p1' } as ExistingPost;
	return [
		{ ...sending, planned: { ...sending.planned, action: 'update', post: there, changed: [] } },
	];
}

test.each<[string, OutgoingPost[][], string]>([
	['new posts', [rowOf(0, 'post 0')], 'created'],
	['changes', [changeOf('post 0')], 'changed'],
	['both', [rowOf(0, 'post 0'), changeOf('post 1')], 'created or changed'],
])('explains a rejected request with %s', (_posts, rows, effect) => {
	expect(toPostRequest(rows.flat()).endpoint.effect).toBe(effect);
});

test.each<[string, OutgoingPost[][], object]>([
	['now around its sending', [rowOf(0, 'post 0', { type: 'now' })], { date: 0, sentAt: 0 }],
	['of a change for its post, too', [changeOf('post 0')], { changes: new Set(['p1']) }],
])('looks up the posts of %s', async (_what, rows, where) => {
	const { kinds } = await sendRows(rows, { intervene: () => LOST });
	expect(kinds).toEqual(['unknown']);
	expect(jest.mocked(findSentPosts).mock.lastCall?.[2]).toMatchObject(where);
});

test('looks up a partly stored request until all of it is stored', async () => {
	let looks = 0;
	const found = (postId: string): Arrival => ({ kind: 'found', postId });
	const { kinds } = await sendRows(rowsOf(2), {
		intervene: () => LOST,
		lookUp: async () => {
			looks += 1;
			return await Promise.resolve([found('one'), looks > 2 ? found('other') : ABSENT]);
		},
	});
	expect([kinds, looks]).toEqual([['created', 'created'], 3]);
});

test('remembers a sent change, and marks posts after a failure as follow-ups', async () => {
	const { journal, results } = await sendRows([changeOf('post 0')], { intervene: () => LOST });
	expect(journal.getAttempt(results[0].planned.desired)).toMatchObject({ isChange: true });
	const world = { intervene: refusing(new Set(['post 0']), 'place') };
	const { problems } = await sendRows(apart(2), world, { isolatesFailures: false });
	expect(problems.map((one) => one?.isFollowUp)).toEqual([undefined, true]);
});

test.each<[string, OutgoingPost[], World, object | undefined]>([
	['a change', changeOf('p1'), {}, { postId: 'p1', isChange: true }],
	['a new post', rowOf(0, 'p1'), {}, { postId: 'p1', isChange: false }],
	[
		'a post created by a change because its post was deleted',
		changeOf('p2'),
		{},
		{ postId: 'p2', isChange: false },
	],
	['nothing for a rejected post', rowOf(0, 'p1'), { intervene: () => answer(404) }, undefined],
	[
		'only the attempt for the start of a thread',
		rowOf(0, 'p1'),
		{
			breaksAt: new Set(['p1']),
			lookUp: async () => await Promise.resolve([{ kind: 'start', postId: 'p1' }]),
		},
		{ postId: undefined, isChange: false },
	],
])('the journal records %s', async (_what, posts, world, kept) => {
	const { journal, results } = await sendRows([posts], world);
	const sent = journal.getAttempt(results[0].planned.desired);
	expect(sent && { postId: sent.postId, isChange: sent.isChange }).toEqual(kept);
});

describe('at free slots', () => {
	const GRAM = channel('telegram', 'gram-1');
	const forSlots = (index: number, posts: OutgoingPost[]) =>
		row(index, posts).map((each) => ({ ...each, isForSlot: true }));
	const rows = () => [
		forSlots(0, [post(SKY, 'one'), post(GRAM, 'two'), post(SKY, 'three')]),
		rowOf(1, 'dated'),
		forSlots(2, [post(GRAM, 'four')]),
	];

	test('sends posts last, each item and each post of a channel at its own slot', async () => {
		let slot = 0;
		const { texts, bodies, kinds } = await sendRows(rows(), {
			findSlot: (id) => (slot += id === SKY.id ? HOUR_MS : 0),
		});
		expect(texts).toEqual([['dated'], ['one', 'two'], ['three'], ['four']]);
		const hours = bodies.slice(1).map(({ date }) => Date.parse(date) / HOUR_MS);
		expect([hours, new Set(kinds)]).toEqual([[1, 2, 2], new Set(['created'])]);
	});

	test.each([
		[true, 'created notSent created created notSent'],
		[false, 'created notSent created notSent notSent'],
	])(
		'sends other posts if no slot is found (failures isolated: %j)',
		async (isolatesFailures, expected) => {
			const findSlot = (id: string) => {
				if (id === GRAM.id) throw new Problem('no slot', '');
				return HOUR_MS;
			};
			const posts = [forSlots(0, [post(SKY, 'one')]), forSlots(1, [post(GRAM, 'two')])];
			const all = [
				...posts,
				rowOf(2, 'dated'),
				forSlots(3, [post(SKY, 'three')]),
				forSlots(4, [post(GRAM, 'four')]),
			];
			const { kinds, problems } = await sendRows(all, { findSlot }, { isolatesFailures });
			expect(kinds.join(' ')).toBe(expected);
			expect(problems.map((one) => one?.message)).toContain('no slot');
		},
	);
});
