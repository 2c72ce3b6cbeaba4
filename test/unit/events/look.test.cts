import fc from 'fast-check';

import { REPORT_AGAIN_MS } from '../../../nodes/Postiz/events/channelEvents';
import type { EventName } from '../../../nodes/Postiz/events/fields';
import { findEvents, type Memory } from '../../../nodes/Postiz/events/look';
import { REPEAT_DELAY_MS } from '../../../nodes/Postiz/events/postEvents';
import {
	ListTooLong,
	type ApiRequest,
	type PostizClient,
} from '../../../nodes/Postiz/transport/client';
import { Instance } from '../../../nodes/Postiz/transport/instance';
import type { NotificationRow } from '../../../nodes/Postiz/transport/notifications';
import type { Channel, ListedPost } from '../../../nodes/Postiz/transport/types';
import { watch } from './watch.cjs';
import {
	DAY,
	describeEvent,
	idOf,
	MINUTE,
	pickHappening,
	newWorld,
	seededRandom,
	type World,
} from '../../shared/happenings.cjs';

const NOW = Date.parse('2026-09-01T12:00:00.000Z');
const PAGE = 100;

/** The answers of a service: all posts between two times, notifications page by page, all channels. */
interface Answers {
	/** Too old for notifications. */
	isOld?: boolean;
	posts?: (start: number, end: number) => ListedPost[];
	notifications?: NotificationRow[];
	channels?: Channel[];
}

/** Looks at a service with these answers. */
async function look(
	{ isOld = false, posts = () => [], notifications = [], channels = [] }: Answers,
	memory: Memory | undefined,
	now: number,
	options = watch(),
) {
	const client = {
		instance: new Instance(),
		previewUrl: () => null,
		requestList: async <T,>({ query = {} }: ApiRequest) => {
			const [start, end] = [query.startDate, query.endDate].map((date) => Date.parse(String(date)));
			return await Promise.resolve(posts(start, end) as T[]);
		},
		requestPageIfThere: async <T,>({ query = {} }: ApiRequest) => {
			if (isOld) return await Promise.resolve(undefined);
			const start = Number(query.page) * PAGE;
			const rows = notifications.slice(start, start + PAGE) as T[];
			return await Promise.resolve({ rows, hasMore: notifications.length > start + PAGE });
		},
		channels: async () => await Promise.resolve(channels),
	};
	jest.spyOn(Date, 'now').mockReturnValue(now);
	return await findEvents(client as unknown as PostizClient, options, memory);
}

/** The answers of a service with this state. */
const answersOf = ({ posts, notifications, channels }: World['state']): Answers => ({
	posts: (start, end) =>
		posts
			.filter(({ deleted }) => !deleted)
			.flatMap((post) => {
				const first = Date.parse(post.publishDate);
				const dates = [];
				if (!post.intervalInDays) {
					if (first >= start && first <= end) dates.push(first);
				} else {
					for (let date = first; date <= end; date += post.intervalInDays * DAY) dates.push(date);
				}
				return dates.map((date): ListedPost => ({
					id: post.id,
					publishDate: new Date(date).toISOString(),
					...(post.intervalInDays && { actualDate: post.publishDate }),
					intervalInDays: post.intervalInDays,
					state: post.state,
					releaseId: post.releaseId,
					integration: { id: post.channelId, providerIdentifier: post.identifier },
				}));
			})
			.sort((a, b) => (a.id < b.id ? -1 : 1)),
	notifications: notifications.map((row) => ({ ...row })),
	channels: structuredClone(channels.filter(({ deleted }) => !deleted)),
});

afterEach(() => jest.restoreAllMocks());

function deepFreeze<T>(value: T): T {
	if (typeof value === 'object' && value !== null) {
		Object.values(value).forEach(deepFreeze);
		Object.freeze(value);
	}
	return value;
}

type Step =
	| { kind: 'happen'; seed: number }
	| { kind: 'wait'; minutes: number }
	| { kind: 'poll' }
	| { kind: 'restart' };

const step: fc.Arbitrary<Step> = fc.oneof(
	{ weight: 6, arbitrary: fc.record({ kind: fc.constant('happen' as const), seed: fc.nat() }) },
	{
		weight: 3,
		arbitrary: fc.record({
			kind: fc.constant('wait' as const),
			minutes: fc.oneof(
				{ weight: 8, arbitrary: fc.integer({ min: 1, max: 300 }) },
				{ weight: 1, arbitrary: fc.integer({ min: 301, max: 20_000 }) },
			),
		}),
	},
	{ weight: 5, arbitrary: fc.record({ kind: fc.constant('poll' as const) }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
);

describe('whatever happens', () => {
	test('each event is reported once, also with clocks that differ and restarts', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(step, { maxLength: 120, size: 'max' }),
				fc.integer({ min: -3 * MINUTE, max: 3 * MINUTE }),
				async (steps, skew) => {
					const world = newWorld(seededRandom(1), NOW, REPEAT_DELAY_MS, REPORT_AGAIN_MS);
					const clock = () => world.now + skew;
					let { memory } = await look(answersOf(world.state), undefined, clock());
					for (const { kind, ...details } of [...steps, { kind: 'poll' } as Step]) {
						if (kind === 'happen') {
							const { seed } = details as { seed: number };
							pickHappening(seededRandom(seed))(world);
						} else if (kind === 'wait') {
							world.advanceTo(world.now + (details as { minutes: number }).minutes * MINUTE);
						} else if (kind === 'restart') {
							memory = JSON.parse(JSON.stringify(memory)) as Memory;
						} else {
							const answers = deepFreeze(answersOf(world.state));
							const result = await look(answers, deepFreeze(memory), clock());
							expect(result.events.map(describeEvent).sort()).toEqual(world.expectations(clock()));
							({ memory } = result);
						}
					}
				},
			),
			{ numRuns: 80, seed: 1 },
		);
	}, 60_000);

	test('looking twice at the same reports nothing new', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.nat(), { maxLength: 60 }),
				fc.nat({ max: 3000 }),
				async (seeds, minutes) => {
					const world = newWorld(seededRandom(2), NOW, REPEAT_DELAY_MS, REPORT_AGAIN_MS);
					const first = await look(answersOf(world.state), undefined, NOW);
					for (const seed of seeds) pickHappening(seededRandom(seed))(world);
					world.advanceTo(NOW + minutes * MINUTE);
					const second = await look(answersOf(world.state), first.memory, world.now);
					const third = await look(answersOf(world.state), second.memory, world.now);
					expect(first.events).toEqual([]);
					expect(third.events).toEqual([]);
				},
			),
			{ seed: 2 },
		);
	}, 60_000);
});

test('what is no longer asked for is forgotten', async () => {
	const options = watch(['channelNeedsAttention']);
	const { memory } = await look({}, undefined, NOW, options);
	expect(memory).toEqual({
		version: 3,
		serial: NOW + 1,
		account: 'a',
		group: '',
		notifications: expect.anything(),
		channels: expect.anything(),
	});
	const later = await look({}, memory, NOW + DAY, watch(['postFailed']));
	expect(later.memory).toEqual({
		version: 3,
		serial: NOW + 2,
		account: 'a',
		group: '',
		posts: expect.anything(),
	});
});

test.each([
	['a thousand notifications between two looks are all reported', 1000, 1000, false],
	['also where an instance lists the oldest first', 1000, 1000, true],
	['of more than ten thousand, the newest are', 10_100, 10_000, false],
])('%s', async (_what, count, reported, isOldestFirst) => {
	const options = watch(['newNotification']);
	const row = (index: number): NotificationRow => ({
		id: `n${index}`,
		content: 'Something happened',
		createdAt: new Date(NOW + 1000 + index).toISOString(),
	});
	const { memory } = await look({}, undefined, NOW, options);
	const notifications = Array.from({ length: count }, (_row, index) => row(count - index));
	const listed = isOldestFirst ? [...notifications].reverse() : notifications;
	const { events } = await look({ notifications: listed }, memory, NOW + MINUTE, options);
	expect(new Set(events.map(idOf))).toEqual(
		new Set(notifications.slice(0, reported).map(({ id }) => id)),
	);
});

test('it is news also if the filters let nothing through', async () => {
	const options = watch(['postPublished']);
	const row: ListedPost = {
		id: 'p1',
		state: 'PUBLISHED',
		publishDate: new Date(NOW + MINUTE).toISOString(),
		integration: { id: 'c1', providerIdentifier: 'x' },
	};
	const { memory } = await look({}, undefined, NOW, options);
	const elsewhere = { ...options, filters: { ...options.filters, channels: ['c2'] } };
	const filtered = await look({ posts: () => [row] }, memory, NOW + 2 * MINUTE, elsewhere);
	expect(filtered).toMatchObject({ events: [], hasNews: true });
	const again = await look({ posts: () => [row] }, filtered.memory, NOW + 3 * MINUTE, options);
	expect(again).toMatchObject({ events: [], hasNews: false });
});

describe('a list of posts that is too long', () => {
	/** Lists of more than so many days are too long. */
	const upTo = (days: number) => (start: number, end: number) => {
		if (end - start > days * DAY) throw new ListTooLong('It is too long', '');
		return [];
	};

	test.each<[number, object]>([
		[1000, { farBack: { at: NOW, posts: {} } }],
		[400, { farBack: { at: NOW } }],
		[40, { farBack: { at: NOW }, ahead: 31 * DAY }],
		[10, { farBack: { at: NOW }, ahead: DAY }],
	])('is asked for in part: %d days', async (days, expected) => {
		const { memory } = await look({ posts: upTo(days) }, undefined, NOW);
		const usual = { lookedAt: NOW, from: NOW - 7 * DAY, sawFuture: true, known: {} };
		expect(memory.posts).toStrictEqual({ ...usual, ...expected });
		const again = await look({ posts: upTo(days) }, memory, NOW + MINUTE);
		const later = { ...usual, ...expected, lookedAt: NOW + MINUTE, from: usual.from + MINUTE };
		expect(again.memory.posts).toStrictEqual(later);
	});

	test('is an error if no part of it is short enough', async () => {
		await expect(look({ posts: upTo(1) }, undefined, NOW)).rejects.toThrow(
			'The calendar of Postiz is too large',
		);
	});
});

describe('notifications', () => {
	const rows: NotificationRow[] = [{ id: 'n1', createdAt: new Date(NOW).toISOString() }];

	test.each<[EventName, string[], boolean]>([
		['newNotification', ['newNotification'], true],
		['channelNeedsAttention', [], false],
	])('are news to who waits for them: %s', async (event, events, hasNews) => {
		const { memory } = await look({}, undefined, NOW, watch([event]));
		const found = await look({ notifications: rows }, memory, NOW + MINUTE, watch([event]));
		expect(found.events.map((item) => item.event)).toEqual(events);
		expect(found.hasNews).toBe(hasNews);
	});

	test('that an instance does not have are not told; channels are', async () => {
		const old: Answers = { isOld: true, channels: [{ id: 'c1', name: 'Acme', identifier: 'x' }] };
		const { memory } = await look(old, undefined, NOW);
		expect(memory.unsupported).toEqual(['newNotification']);
		const channels = [
			{ ...old.channels![0], disabled: true },
			{ ...old.channels![0], id: '' },
		];
		const found = await look({ ...old, channels }, memory, NOW + MINUTE);
		expect(found.events.map(idOf)).toEqual(['c1']);
		expect(found.memory.channels?.known).toHaveLength(1);
	});
});

describe('another account', () => {
	const elsewhere = { ...watch(), account: 'b' };
	const at = (time: number) => new Date(time).toISOString();
	const post = (id: string, time: number, state = 'PUBLISHED'): ListedPost => ({
		id,
		state,
		publishDate: at(time),
	});
	const notification = (id: string, time: number): NotificationRow => ({ id, createdAt: at(time) });
	const channel = { id: 'c1', name: 'Acme', identifier: 'x', disabled: true };

	test('begins anew with all that is there, and goes on from then', async () => {
		const { memory } = await look({}, undefined, NOW);
		const posts = [post('p1', NOW - DAY), post('p2', NOW + DAY, 'QUEUE')];
		const notifications = [notification('n1', NOW + MINUTE)];
		const there = { posts: () => posts, notifications, channels: [channel] };
		const first = await look(there, memory, NOW + 2 * MINUTE, elsewhere);
		expect(first.events).toEqual([]);
		const later = {
			posts: () => [...posts, post('p3', NOW + 3 * MINUTE)],
			notifications: [notification('n2', NOW + 3 * MINUTE), ...notifications],
			channels: [{ ...channel, id: 'c2' }],
		};
		const second = await look(later, first.memory, NOW + 4 * MINUTE, elsewhere);
		expect(second.events.map((item) => [item.event, idOf(item)])).toEqual([
			['postCreated', 'p3'],
			['postPublished', 'p3'],
			['newNotification', 'n2'],
			['channelNeedsAttention', 'c2'],
			['channelNeedsAttention', 'c1'],
		]);
	});
});
