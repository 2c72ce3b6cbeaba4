import fc from 'fast-check';

import type {
	FailureReason,
	Outcome,
	Row,
} from '../../../../nodes/Postiz/publishing/deliver/requests';
import {
	Delivery,
	type DeliveryDependencies,
	type DeliveryOptions,
} from '../../../../nodes/Postiz/publishing/deliver/delivery';
import type { Finding } from '../../../../nodes/Postiz/publishing/deliver/findRows';
import { LimitWait } from '../../../../nodes/Postiz/transport/limit';
import type {
	Exchange,
	PostItem,
	PostRequest,
	PostType,
} from '../../../../nodes/Postiz/transport/types';
import { Problem } from '../../../../nodes/Postiz/values/problem';
import { channel, post, row } from './rows.cjs';

const HOUR_MS = 3_600_000;
const SKY = channel('bluesky', 'sky-1', 'acme.bsky.social');
const NOTHING = { message: 'nobody knows', description: '' };
const BASE: DeliveryOptions = { combinesRows: true, isolatesFailures: true };

const textOf = ({ value }: PostItem) => value[0].content;
const answer = (status: number, body: unknown = {}, headers = {}): Exchange => ({
	kind: 'answer',
	answer: { status, body, headers },
});

interface World {
	/** An exchange in place of the usual answer; undefined lets the request pass. */
	intervene?: (posts: PostItem[], count: number, now: number) => Exchange | undefined;
	/** A request fails at the first of these texts, and creates what stands before it. */
	breaksAt?: Set<string>;
	/** What a look-up finds; without one, what was taken. */
	lookUp?: DeliveryDependencies['lookUp'];
	expiry?: DeliveryDependencies['expiry'];
	/** The number of the wait at which the execution is cancelled. */
	cancelAt?: number;
	/** The number of requests after which the execution is cancelled. */
	cancelAfter?: number;
}

/** A service with a clock of its own: what was sent when, and what it took. */
function createWorld(
	{ intervene, breaksAt, lookUp, expiry = () => undefined, cancelAt, cancelAfter }: World = {},
	maxWaitMs = 0,
) {
	const sent: Array<{ texts: string[]; at: number }> = [];
	const taken: string[] = [];
	const waits: number[] = [];
	let now = 0;
	const wait = async (milliseconds: number) => {
		waits.push(milliseconds);
		now += milliseconds;
		return await Promise.resolve(waits.length !== cancelAt);
	};
	const dependencies: DeliveryDependencies = {
		send: async ({ posts }) => {
			sent.push({ texts: posts.map(textOf), at: now });
			const exchange = intervene?.(posts, sent.length, now);
			now += 100;
			if (exchange) return exchange;
			const broken = posts.findIndex((item) => breaksAt?.has(textOf(item)));
			if (broken >= 0) {
				taken.push(...posts.slice(0, broken).map(textOf));
				return answer(500);
			}
			taken.push(...posts.map(textOf));
			return answer(
				201,
				posts.map((item) => ({ postId: textOf(item), integration: item.integration.id })),
			);
		},
		explain: (exchange) => ({
			message: exchange.kind === 'answer' ? `status ${exchange.answer.status}` : exchange.kind,
			description: '',
		}),
		lookUp:
			lookUp ??
			(async (rows) =>
				rows.map(({ posts }) =>
					posts.map(({ item }): Finding => {
						const postId = textOf(item);
						return taken.includes(postId) ? { kind: 'found', postId } : { kind: 'absent' };
					}),
				)),
		note: () => {},
		expiry,
		limit: new LimitWait(maxWaitMs, wait),
		wait,
		isCancelled: () => cancelAfter !== undefined && sent.length >= cancelAfter,
		now: () => now,
	};
	return { dependencies, sent, taken, waits };
}

const rowsOf = (count: number, text = (index: number) => `post ${index}`) =>
	Array.from({ length: count }, (_, index) => row(index, [post(SKY, text(index))]));

const kinds = (outcomes: Outcome[]) =>
	[...outcomes]
		.sort((a, b) => a.row.itemIndex - b.row.itemIndex)
		.map((outcome) => (outcome.kind === 'created' ? 'created' : outcome.reason));

type Options = Partial<DeliveryOptions> & { maxWaitMs?: number };

async function deliver(rows: Row[], world: World = {}, options: Options = {}) {
	const simulated = createWorld(world, options.maxWaitMs);
	const outcomes = await new Delivery({ ...BASE, ...options }, simulated.dependencies).deliver(
		rows,
	);
	return { outcomes, kinds: kinds(outcomes), ...simulated };
}

/** A service that refuses requests with any of these texts, in one of the ways it has. */
const refusing =
	(bad: Set<string>, how: 'place' | 'channel' | 'nothing', status = 400) =>
	(posts: PostItem[]) => {
		const index = posts.findIndex((item) => bad.has(textOf(item)));
		if (index < 0) return undefined;
		if (how === 'place') return answer(status, { message: [`posts.${index}.value is bad`] });
		if (how === 'nothing') return answer(status, {});
		return answer(status, { provider: 'bluesky', name: 'acme.bsky.social', message: 'is bad' });
	};

describe('a bad row', () => {
	test('that is named costs one request more', async () => {
		const { kinds, sent } = await deliver(rowsOf(50), {
			intervene: refusing(new Set(['post 7']), 'place'),
		});
		expect(sent.map(({ texts }) => texts.length)).toEqual([50, 49]);
		expect(kinds.filter((kind) => kind === 'created')).toHaveLength(49);
		expect(kinds[7]).toBe('refused');
	});

	test.each([
		[422, 'place'],
		[422, 'channel'],
		[422, 'nothing'],
	] as const)('that is refused with %d (%s) keeps no other back', async (status, how) => {
		const { kinds } = await deliver(rowsOf(4), {
			intervene: refusing(new Set(['post 2']), how, status),
		});
		expect(kinds).toEqual(['created', 'created', 'refused', 'created']);
	});

	test.each(['channel', 'nothing'] as const)(
		'that is not (%s) is searched for in halves, wherever it is',
		async (how) => {
			for (let bad = 0; bad < 50; bad++) {
				const { kinds, sent } = await deliver(rowsOf(50), {
					intervene: refusing(new Set([`post ${bad}`]), how),
				});
				expect(kinds.filter((kind) => kind === 'created')).toHaveLength(49);
				expect(kinds[bad]).toBe('refused');
				expect(sent.length).toBeLessThanOrEqual(13);
			}
		},
	);

	test('of a network of which the answer names the channel leaves other channels together', async () => {
		const other = channel('telegram', 'tele-1', 'Acme Coffee');
		const rows = [
			...[0, 1].map((index) => row(index, [post(SKY, `post ${index}`)])),
			...[2, 3].map((index) => row(index, [post(other, `post ${index}`)])),
		];
		const { sent } = await deliver(rows, { intervene: refusing(new Set(['post 1']), 'channel') });
		expect(sent.map(({ texts }) => texts)).toEqual([
			['post 0', 'post 1', 'post 2', 'post 3'],
			['post 2', 'post 3', 'post 0'],
			['post 1'],
		]);
	});

	test('stops everything if failures end the node, and the candidates are named', async () => {
		const { outcomes, sent } = await deliver(
			rowsOf(3),
			{ intervene: refusing(new Set(['post 1']), 'channel') },
			{ isolatesFailures: false },
		);
		expect(sent).toHaveLength(1);
		expect(kinds(outcomes)).toEqual(['refused', 'refused', 'refused']);
		expect(outcomes[0]).toMatchObject({
			message: 'Postiz rejected this item or one of these items: 1–2. It says: “is bad”',
		});
	});
});

test('however many are bad: nothing twice, every good row sent, and fewer than two requests a row', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.integer({ min: 1, max: 60 }),
			fc.array(fc.nat(59)),
			fc.constantFrom('place' as const, 'channel' as const, 'nothing' as const),
			fc.boolean(),
			async (count, badItems, how, combinesRows) => {
				const bad = new Set(badItems.map((index) => `post ${index}`));
				const { outcomes, kinds, sent, taken } = await deliver(
					rowsOf(count),
					{ intervene: refusing(bad, how) },
					{ combinesRows },
				);
				expect(outcomes).toHaveLength(count);
				expect(new Set(taken).size).toBe(taken.length);
				kinds.forEach((kind, index) => {
					const text = `post ${index}`;
					expect(taken.includes(text)).toBe(kind === 'created');
					expect(kind).toBe(bad.has(text) ? 'refused' : 'created');
				});
				const isNamed = how === 'place' || !combinesRows;
				expect(sent.length).toBeLessThanOrEqual(isNamed ? count : 2 * count);
			},
		),
		{ numRuns: 300 },
	);
});

describe('a request that is too large', () => {
	const tooLarge = (bytes: number) => (posts: PostItem[]) =>
		Buffer.byteLength(JSON.stringify(posts)) > bytes ? answer(413) : undefined;

	test('is halved, and no later one is as large', async () => {
		const rows = rowsOf(200, (index) => `${index} `.padEnd(400, 'x'));
		const { kinds, sent, taken } = await deliver(rows, { intervene: tooLarge(8000) });
		expect(new Set(kinds)).toEqual(new Set(['created']));
		expect(taken).toHaveLength(200);
		expect(sent.map(({ texts }) => texts.length)).toEqual([
			50,
			25,
			...Array(8).fill([13, 12]).flat(),
		]);
	});

	test('is halved down to single posts of a single row, also of two', async () => {
		const rows = [0, 1].map((index) =>
			row(
				index,
				[0, 1, 2].map((part) => post(SKY, `${index}-${part} `.padEnd(400, 'x'))),
			),
		);
		const { outcomes, taken } = await deliver(rows, { intervene: tooLarge(600) });
		expect(outcomes.every(({ kind }) => kind === 'created')).toBe(true);
		expect(taken.map((text) => text.trim().slice(0, 3))).toEqual([
			'0-0',
			'0-1',
			'0-2',
			'1-0',
			'1-1',
			'1-2',
		]);
	});

	test('that is no larger than others teaches nothing', async () => {
		const intervene = (_posts: PostItem[], count: number) =>
			count === 2 ? answer(413) : undefined;
		const rows = [0, 1, 2, 3].map((index) =>
			row(index, [post(SKY, `${index} a`), post(SKY, `${index} b`)]),
		);
		const { sent } = await deliver(rows, { intervene }, { combinesRows: false });
		expect(sent.map(({ texts }) => texts.length)).toEqual([2, 2, 1, 1, 2, 2]);
	});

	test('is reported where a single post is too large, and the others go on', async () => {
		const rows = rowsOf(3, (index) => (index === 1 ? 'x'.repeat(900) : `post ${index}`));
		const { kinds, taken } = await deliver(rows, { intervene: tooLarge(600) });
		expect(kinds).toEqual(['created', 'refused', 'created']);
		expect(taken).toEqual(['post 0', 'post 2']);
	});
});

describe('the hourly limit', () => {
	const limited =
		(from: number, headers = {}) =>
		(_posts: PostItem[], count: number) =>
			count >= from ? answer(429, {}, headers) : undefined;
	const alone = { combinesRows: false };

	test('leaves the rest unsent, and spends no request on it', async () => {
		const { kinds, sent, outcomes } = await deliver(
			rowsOf(5),
			{ intervene: limited(3, { 'retry-after': '1200' }) },
			alone,
		);
		expect(kinds).toEqual(['created', 'created', 'limited', 'limited', 'limited']);
		expect(sent).toHaveLength(3);
		expect(outcomes[2]).toMatchObject({
			description: expect.stringContaining('Run it again in 20 minutes.'),
		});
	});

	test('is an hour where the service does not say', async () => {
		const { outcomes } = await deliver(rowsOf(1), { intervene: limited(1) });
		expect(outcomes[0]).toMatchObject({
			description: expect.stringContaining('Run it again in 1 hour.'),
		});
	});

	test('is waited for as long as it is allowed in all', async () => {
		const times = (_posts: PostItem[], count: number) =>
			[2, 3, 5].includes(count) ? answer(429, {}, { 'retry-after': '60' }) : undefined;
		const patient = await deliver(
			rowsOf(4),
			{ intervene: times },
			{ ...alone, maxWaitMs: 180_000 },
		);
		expect(patient.kinds).toEqual(Array(4).fill('created'));
		expect(patient.waits).toEqual([60_000, 60_000, 60_000]);
		const hasty = await deliver(rowsOf(4), { intervene: times }, { ...alone, maxWaitMs: 179_000 });
		expect(hasty.kinds).toEqual(['created', 'created', 'limited', 'limited']);
		expect(hasty.waits).toEqual([60_000, 60_000]);
	});

	test('is known before it is met where the service says that none is left', async () => {
		const lastOne = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '90' };
		const world: World = {
			intervene: (posts, count) =>
				count === 1
					? answer(201, [{ postId: textOf(posts[0]), integration: 'sky-1' }], lastOne)
					: undefined,
		};
		const hasty = await deliver(rowsOf(2), world, alone);
		expect(hasty.kinds).toEqual(['created', 'limited']);
		expect(hasty.sent).toHaveLength(1);
		const patient = await deliver(rowsOf(2), world, { ...alone, maxWaitMs: 90_000 });
		expect(patient.kinds).toEqual(['created', 'created']);
		expect(patient.waits).toEqual([90_000]);
	});

	test.each([
		{ 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': '90' },
		{ 'x-ratelimit-remaining': '0' },
	])('is not met as long as the service names no wait: %j', async (headers) => {
		const taken = (posts: PostItem[]) =>
			answer(201, [{ postId: textOf(posts[0]), integration: 'sky-1' }], headers);
		const { kinds, waits } = await deliver(rowsOf(2), { intervene: taken }, alone);
		expect([kinds, waits]).toEqual([['created', 'created'], []]);
	});

	test('is asked less and less often where it returns a time that is too short', async () => {
		const { sent, waits, kinds } = await deliver(
			rowsOf(1),
			{ intervene: limited(1, { 'retry-after': '1' }) },
			{ maxWaitMs: HOUR_MS },
		);
		expect(kinds).toEqual(['limited']);
		expect(sent.length).toBeLessThan(15);
		expect(waits).toEqual(waits.map((_wait, index) => 1000 * 2 ** index));
	});

	test('is waited for briefly again once a request went through', async () => {
		const times = (_posts: PostItem[], count: number) =>
			[1, 2, 3, 5].includes(count) ? answer(429, {}, { 'retry-after': '1' }) : undefined;
		const { kinds, waits } = await deliver(
			rowsOf(2),
			{ intervene: times },
			{ ...alone, maxWaitMs: HOUR_MS },
		);
		expect(kinds).toEqual(['created', 'created']);
		expect(waits).toEqual([1000, 2000, 4000, 1000]);
	});
});

test('a row whose time passes in a wait for the limit is not sent', async () => {
	const intervene = (_posts: PostItem[], count: number) =>
		count === 2 ? answer(429, {}, { 'retry-after': '3600' }) : undefined;
	const expiry = ({ itemIndex }: Row) =>
		itemIndex === 1 && world.dependencies.now() > HOUR_MS / 2
			? { message: 'too late', description: 'choose another' }
			: undefined;
	const world = createWorld({ intervene, expiry }, HOUR_MS);
	const delivery = new Delivery({ ...BASE, combinesRows: false }, world.dependencies);
	const outcomes = await delivery.deliver(rowsOf(3));
	expect(kinds(outcomes)).toEqual(['created', 'expired', 'created']);
	expect(outcomes).toContainEqual(expect.objectContaining({ message: 'too late' }));
	expect(world.taken).toEqual(['post 0', 'post 2']);
	expect(delivery.isStopped).toBe(false);
});

test('a row whose time has passed is not sent with others', async () => {
	const late = { message: 'too late', description: '' };
	const expiry = ({ itemIndex }: Row) => (itemIndex === 1 ? late : undefined);
	const { kinds, sent } = await deliver(rowsOf(3), { expiry });
	expect(kinds).toEqual(['created', 'expired', 'created']);
	expect(sent.map(({ texts }) => texts)).toEqual([['post 0', 'post 2']]);
});

test.each<[PostType, number, boolean | undefined, PostType]>([
	['schedule', -1, undefined, 'now'],
	['schedule', 0, true, 'now'],
	['schedule', 1, true, 'schedule'],
	['draft', -1, true, 'draft'],
])('%s in %i ms (past dates allowed: %p) is sent as %s', async (type, at, allowsPast, sentAs) => {
	const bodies: PostRequest[] = [];
	const { dependencies } = createWorld();
	const send = async (body: PostRequest) => {
		bodies.push(body);
		return await dependencies.send(body);
	};
	const date = new Date(at).toISOString();
	const own = { ...row(0, [post(SKY, 'Tea')], { type, date }), allowsPast };
	await new Delivery(BASE, { ...dependencies, send }).deliver([own]);
	const sentDate = sentAs === 'now' ? new Date(0).toISOString() : date;
	expect(bodies).toMatchObject([{ type: sentAs, date: sentDate }]);
});

test.each<[string, Exchange, FailureReason]>([
	['a key that is refused', answer(401), 'refused'],
	['a redirect', answer(302), 'refused'],
	['a page in place of the API', answer(200, '<html>', { 'content-type': 'text/html' }), 'unsent'],
	['what could not be sent', { kind: 'notSent', explanation: NOTHING, temporary: false }, 'unsent'],
])('%s stops this delivery and all after it', async (_what, exchange, reason) => {
	const { dependencies, sent } = createWorld({ intervene: () => exchange });
	const delivery = new Delivery({ ...BASE, combinesRows: false }, dependencies);
	expect(kinds(await delivery.deliver(rowsOf(2)))).toEqual([reason, reason]);
	expect(delivery.isStopped).toBe(true);
	expect(kinds(await delivery.deliver(rowsOf(1)))).toEqual([reason]);
	expect(sent).toHaveLength(1);
});

test('a failure that ends the node leaves the others unsent', async () => {
	const { kinds, sent } = await deliver(
		rowsOf(3),
		{ intervene: refusing(new Set(['post 1']), 'place') },
		{ combinesRows: false, isolatesFailures: false },
	);
	expect(kinds).toEqual(['created', 'refused', 'unsent']);
	expect(sent).toHaveLength(2);
});

test('an answer that names the posts counts, whatever it calls itself', async () => {
	const created = [{ postId: 'post 0', integration: 'sky-1' }];
	const { kinds } = await deliver(rowsOf(1), {
		intervene: () => answer(201, created, { 'content-type': 'text/html' }),
	});
	expect(kinds).toEqual(['created']);
});

test('cancelling ends the waiting for the limit, and nothing more is sent', async () => {
	const intervene = (_posts: PostItem[], count: number) =>
		count === 2 ? answer(429, {}, { 'retry-after': '60' }) : undefined;
	const { kinds, sent } = await deliver(
		rowsOf(3),
		{ intervene, cancelAt: 1 },
		{ combinesRows: false, maxWaitMs: HOUR_MS },
	);
	expect(kinds).toEqual(['created', 'unsent', 'unsent']);
	expect(sent.length).toBeLessThanOrEqual(2);
});

test.each([true, false])('cancelling ends a batch (failures isolated: %s)', async (isolates) => {
	const { outcomes, sent, taken } = await deliver(
		rowsOf(4),
		{ cancelAfter: 2 },
		{ combinesRows: false, isolatesFailures: isolates },
	);
	expect(kinds(outcomes)).toEqual(['created', 'created', 'unsent', 'unsent']);
	expect(outcomes[2]).toMatchObject({
		message: 'The execution was cancelled before this item was sent',
	});
	expect(sent).toHaveLength(2);
	expect(taken).toEqual(['post 0', 'post 1']);
});

describe('a request whose outcome is unknown', () => {
	const explanation = { message: 'cut', description: '' };
	const failing = async () => await Promise.reject<Finding[][]>(new Problem('Postiz failed', ''));
	const unclear: Array<[string, Exchange]> = [
		['a lost connection', { kind: 'unknown', explanation }],
		['a 500', answer(500)],
		['a 408', answer(408)],
		['a page with 502', answer(502, '<html>', { 'content-type': 'text/html' })],
		['too few posts', answer(201, [{ postId: 'a' }])],
		['another shape', answer(200, { ok: true })],
		['too many posts', answer(201, [{ postId: 'a' }, { postId: 'b' }, { postId: 'c' }])],
		['posts without IDs', answer(201, [{ postId: 1 }, { postId: 2 }])],
		['nothing', answer(204, undefined)],
	];

	test.each(unclear)('%s: is not sent again, and the others go on', async (_kind, exchange) => {
		const rows = [0, 1, 2].map((index) =>
			row(index, [post(SKY, `post ${index}`)], { shortLink: index === 2 }),
		);
		const { outcomes, kinds, sent } = await deliver(rows, {
			intervene: (_posts, count) => (count === 1 ? exchange : undefined),
			lookUp: failing,
		});
		expect(kinds).toEqual(['unknown', 'unknown', 'created']);
		expect(sent).toHaveLength(2);
		expect(outcomes[0]).toMatchObject({
			message: expect.stringMatching(/^It is unclear whether Postiz created this item: \S/),
			description:
				'It was not sent again, so that nothing is published twice. The node could not check Postiz either.',
		});
	});

	test('shows a mistake of the node in looking it up', async () => {
		const lookUp = async () => await Promise.reject<Finding[][]>(new TypeError('no function'));
		const rows = [row(0, [post(SKY, 'Tea')])];
		const broken = deliver(rows, { intervene: () => answer(500), lookUp });
		await expect(broken).rejects.toThrow(TypeError);
	});

	test.each(unclear)('%s: what was taken counts as created', async (_kind, exchange) => {
		const world = createWorld();
		const { dependencies } = world;
		const outcomes = await new Delivery(BASE, {
			...dependencies,
			send: async (body) => {
				await dependencies.send(body);
				return exchange;
			},
		}).deliver(rowsOf(2));
		expect(kinds(outcomes)).toEqual(['created', 'created']);
		expect(world.taken).toEqual(['post 0', 'post 1']);
	});

	const there: Finding = { kind: 'found', postId: 'found' };
	const absent: Finding = { kind: 'absent' };
	const lookUp = async (rows: Row[]) =>
		rows.map(({ itemIndex, posts }) =>
			posts.map((_post, index) => (itemIndex === 0 || index === 1 ? there : absent)),
		);
	const rows = [row(0, [post(SKY, 'a')]), row(1, [post(SKY, 'b'), post(SKY, 'c')])];

	test('is looked up: what is there counts as created, the rest is named', async () => {
		const { outcomes } = await deliver(rows, { intervene: () => answer(500), lookUp });
		expect(outcomes).toMatchObject([
			{ row: { itemIndex: 0 }, kind: 'created', postId: 'found' },
			{
				row: { itemIndex: 1 },
				post: { place: 0 },
				reason: 'refused',
				message: "Postiz didn't create this item: status 500",
			},
			{ row: { itemIndex: 1 }, post: { place: 1 }, kind: 'created', postId: 'found' },
		]);
	});

	test.each([
		[answer(500), 'refused', "Postiz didn't create this item: status 500"],
		[answer(504), 'unknown', "Postiz doesn't have this item yet: status 504"],
		[unclear[0][1], 'unknown', "Postiz doesn't have this item yet: unknown"],
	])(
		'that is not there may still come, depending on who answered',
		async (exchange, reason, message) => {
			const { outcomes } = await deliver(rowsOf(1), {
				intervene: () => exchange,
				lookUp: async () => [[absent]],
			});
			expect(outcomes).toMatchObject([{ reason, message }]);
		},
	);
});

describe('a request that Postiz fails at, as it creates one post after the other', () => {
	test.each([0, 1, 24, 48, 49])('row %i of 50 is named, and all others go out', async (bad) => {
		const { kinds, sent, taken } = await deliver(rowsOf(50), {
			breaksAt: new Set([`post ${bad}`]),
		});
		expect(kinds).toEqual(rowsOf(50).map((_row, at) => (at === bad ? 'refused' : 'created')));
		expect(new Set(taken).size).toBe(49);
		expect(sent).toHaveLength(bad === 49 ? 1 : 2);
	});

	test('one post of an item is, and its others go out', async () => {
		const rows = [
			row(
				0,
				['a', 'b', 'c'].map((text) => post(SKY, text)),
			),
			row(1, [post(SKY, 'd')]),
		];
		const { outcomes, sent } = await deliver(rows, { breaksAt: new Set(['b']) });
		expect(sent.map(({ texts }) => texts)).toEqual([
			['a', 'b', 'c', 'd'],
			['c', 'd'],
		]);
		expect(outcomes.map((outcome) => [textOf(outcome.post.item), outcome.kind])).toEqual([
			['a', 'created'],
			['b', 'failed'],
			['c', 'created'],
			['d', 'created'],
		]);
	});

	test('a thread that was cut off is the one, and what follows goes out', async () => {
		const { kinds, sent } = await deliver(rowsOf(3), {
			intervene: (_posts, count) => (count === 1 ? answer(500) : undefined),
			lookUp: async () => [
				[{ kind: 'start', postId: 'begun', parts: 1 }],
				[{ kind: 'absent' }],
				[{ kind: 'absent' }],
			],
		});
		expect(kinds).toEqual(['unknown', 'created', 'created']);
		expect(sent.at(-1)?.texts).toEqual(['post 1', 'post 2']);
	});

	test('nothing follows where later posts are there, but earlier ones are not', async () => {
		const { kinds, sent } = await deliver(rowsOf(3), {
			intervene: () => answer(500),
			lookUp: async () => [
				[{ kind: 'absent' }],
				[{ kind: 'found', postId: 'later' }],
				[{ kind: 'absent' }],
			],
		});
		expect(kinds).toEqual(['refused', 'created', 'refused']);
		expect(sent).toHaveLength(1);
	});

	test.each<[string, Exchange]>([
		['a proxy', answer(502)],
		['a page', answer(500, '<html>', { 'content-type': 'text/html' })],
		['nobody', { kind: 'unknown', explanation: { message: 'cut', description: '' } }],
	])('nothing follows if %s says so: the service may still be at it', async (_who, exchange) => {
		const { sent } = await deliver(rowsOf(3), { intervene: () => exchange });
		expect(sent).toHaveLength(1);
	});

	test('nothing follows if a failure ends the node', async () => {
		const { sent } = await deliver(
			rowsOf(3),
			{ breaksAt: new Set(['post 1']) },
			{ isolatesFailures: false },
		);
		expect(sent).toHaveLength(1);
	});

	test('a service that is down costs two requests more in all, not one for each row', async () => {
		const rows = Array.from({ length: 150 }, (_, index) =>
			row(index, [post(SKY, `post ${index}`)]),
		);
		const { kinds, sent } = await deliver(rows, { intervene: () => answer(500) });
		expect(kinds.every((kind) => kind === 'refused')).toBe(true);
		expect(sent.map(({ texts }) => texts.length)).toEqual([50, 49, 48, 50, 50]);
	});

	test('however many rows are bad: nothing twice, each told as it is, and at most ten requests more', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 1, max: 50 }),
				fc.array(fc.nat(49), { maxLength: 20 }),
				async (count, badItems) => {
					const breaksAt = new Set(badItems.map((index) => `post ${index}`));
					const { kinds, sent, taken } = await deliver(rowsOf(count), { breaksAt });
					expect(new Set(taken).size).toBe(taken.length);
					kinds.forEach((kind, index) =>
						expect(kind === 'created').toBe(taken.includes(`post ${index}`)),
					);
					expect(sent.length).toBeLessThanOrEqual(11);
					if (breaksAt.size <= 2)
						kinds.forEach((kind, index) =>
							expect(kind === 'refused').toBe(breaksAt.has(`post ${index}`)),
						);
				},
			),
			{ numRuns: 200 },
		);
	});
});

test('a refused connection is tried again, and then all stay unsent', async () => {
	const notSent: Exchange = {
		kind: 'notSent',
		explanation: { message: 'refused', description: '' },
		temporary: true,
	};
	const later = await deliver(rowsOf(2), {
		intervene: (_posts, count) => (count < 3 ? notSent : undefined),
	});
	expect(later.kinds).toEqual(['created', 'created']);
	expect(later.waits).toEqual([1000, 3000]);
	const never = await deliver(rowsOf(2), { intervene: () => notSent }, { combinesRows: false });
	expect(never.kinds).toEqual(['unsent', 'unsent']);
	expect(never.sent).toHaveLength(3);
});
