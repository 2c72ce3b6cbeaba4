import type { EventName } from '../../../nodes/Postiz/events/fields';
import { findEvents } from '../../../nodes/Postiz/events/look';
import type { Memory } from '../../../nodes/Postiz/events/memory';
import { type ApiRequest, type PostizClient } from '../../../nodes/Postiz/transport/client';
import { Problem } from '../../../nodes/Postiz/values/problem';
import type { NotificationRow } from '../../../nodes/Postiz/transport/notifications';
import type { Channel, ListedPost } from '../../../nodes/Postiz/transport/types';
import { watch } from './watch.cjs';
import { DAY, HOUR, idOf, MINUTE } from '../../shared/happenings.cjs';

const NOW = Date.parse('2026-09-01T12:00:00.000Z');
const PAGE = 100;

/** The answers of a service: all posts between two times, notifications page by page, all channels. */
interface Answers {
	/** Of the key, with that of the instance. */
	identity?: string;
	/** How far the service's clock is ahead, in ms. */
	clockAhead?: number | (() => number);
	/** Too old for notifications. */
	posts?: (start: number, end: number) => ListedPost[];
	notifications?: NotificationRow[];
	channels?: Channel[] | Problem;
}

/** Looks at a service with these answers. */
async function look(
	{
		identity = 'key a',
		clockAhead = 0,
		posts = () => [],
		notifications = [],
		channels = [],
	}: Answers,
	memory: Memory | undefined,
	now: number,
	options = watch(),
) {
	const facts = { clockAhead: 0 };
	const client = {
		identity,
		facts,
		now: () => Date.now() + facts.clockAhead,
		previewUrl: () => null,
		requestList: async <T,>({ query = {} }: ApiRequest) => {
			facts.clockAhead = typeof clockAhead === 'number' ? clockAhead : clockAhead();
			const [start, end] = [query.startDate, query.endDate].map((date) => Date.parse(String(date)));
			return await Promise.resolve(posts(start, end) as T[]);
		},
		requestPage: async <T,>({ query = {} }: ApiRequest) => {
			const start = Number(query.page) * PAGE;
			const rows = notifications.slice(start, start + PAGE) as T[];
			return await Promise.resolve({ rows, hasMore: notifications.length > start + PAGE });
		},
		channels: async () => {
			if (channels instanceof Problem) throw channels;
			return await Promise.resolve(channels);
		},
	};
	jest.spyOn(Date, 'now').mockReturnValue(now);
	return await findEvents(client as unknown as PostizClient, options, memory);
}

afterEach(() => jest.restoreAllMocks());

test('what is no longer asked for is forgotten', async () => {
	const options = watch(['channelNeedsAttention']);
	const { memory } = await look({}, undefined, NOW, options);
	expect(memory).toEqual({
		// Of this key; with another one, triggers that run would begin anew.
		account: 'TELVbePCRBpR',
		notifications: expect.anything(),
		channels: expect.anything(),
	});
	const later = await look({}, memory, NOW + DAY, watch(['postFailed']));
	expect(later.memory).toEqual({
		account: memory.account,
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

describe('a list of a year that the service fails at', () => {
	/** Lists of more than so many days fail. */
	const upTo = (days: number) => (start: number, end: number) => {
		if (end - start > days * DAY) throw new Problem('It failed', '', { httpCode: '504' });
		return [];
	};

	test.each<[number, number, number]>([
		[1000, -366, 366],
		[400, -7, 31],
	])('is asked for in part: %d days', async (days, start, end) => {
		const { memory } = await look({ posts: upTo(days) }, undefined, NOW);
		expect(memory.posts).toMatchObject({ start: NOW + start * DAY, end: NOW + end * DAY });
		const asked: number[] = [];
		const posts = (from: number, to: number) => {
			asked.push(to - from);
			return upTo(days)(from, to);
		};
		await look({ posts }, memory, NOW + MINUTE);
		expect(asked[0]).toBe(38 * DAY + MINUTE);
	});

	test.each<[string, Problem, number, boolean]>([
		['it fails', new Problem('', '', { httpCode: '500' }), 100, true],
		['it takes too long', new Problem('', '', { isUnanswered: true }), 100, true],
		['the key is refused', new Problem('', '', { httpCode: '401' }), 100, false],
		['it fails, as that of a month does', new Problem('', '', { httpCode: '500' }), 0, false],
	])('of a year is not needed, if %s', async (_why, problem, days, suffices) => {
		const posts = (start: number, end: number) => {
			if (end - start > days * DAY) throw problem;
			return [];
		};
		const looked = look({ posts }, undefined, NOW);
		await (suffices
			? expect(looked).resolves.toMatchObject({ memory: { posts: { start: NOW - 7 * DAY } } })
			: expect(looked).rejects.toBe(problem));
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
		expect(found).toMatchObject({ hasNews });
	});
});

describe('another key', () => {
	const at = (time: number) => new Date(time).toISOString();
	const post = (id: string, time: number, state = 'PUBLISHED'): ListedPost => ({
		id,
		state,
		publishDate: at(time),
	});
	const notification = (id: string, time: number): NotificationRow => ({ id, createdAt: at(time) });
	const channel = { id: 'c1', name: 'Acme', identifier: 'x', disabled: true };
	/** A workspace in which something has happened since the first look. */
	const workspace = (name: string, happened: boolean): Answers => ({
		identity: 'key b',
		posts: () => [post(`${name}1`, NOW - DAY), ...(happened ? [post(`${name}2`, NOW + 1)] : [])],
		notifications: [
			...(happened ? [notification(`n${name}2`, NOW + 1)] : []),
			notification(`n${name}1`, NOW - 1),
		],
		channels: [
			{ ...channel, id: `c${name}`, disabled: happened },
			...(happened ? [] : [{ ...channel, id: `gone${name}` }]),
		],
	});
	const told = async (before: Answers, after: Answers) => {
		const first = await look({ ...before, identity: 'key a' }, undefined, NOW);
		const second = await look(after, first.memory, NOW + MINUTE);
		const third = await look(after, second.memory, NOW + 2 * MINUTE);
		expect(third.events).toEqual([]);
		return second.events.map(({ event, ...ids }) => `${String(event)} ${String(idOf(ids))}`);
	};

	test('of the same workspace goes on', async () => {
		expect(await told(workspace('a', false), workspace('a', true))).toEqual([
			'postCreated a2',
			'postPublished a2',
			'newNotification na2',
			'channelNeedsAttention ca',
			'channelNeedsAttention gonea',
		]);
	});

	test('of another workspace begins anew with all that is there', async () => {
		expect(await told(workspace('a', false), workspace('b', true))).toEqual([]);
	});
});

test('the clock of the service counts', async () => {
	const clockAhead = 3 * DAY;
	const posts = (start: number, end: number): ListedPost[] =>
		[NOW + clockAhead + MINUTE]
			.filter((date) => date >= start && date <= end)
			.map((date) => ({ id: 'p', state: 'PUBLISHED', publishDate: new Date(date).toISOString() }));
	const options = watch(['postPublished']);
	const first = await look({ clockAhead }, undefined, NOW, options);
	expect(first.memory.posts?.lookedAt).toBe(NOW + clockAhead);
	const second = await look({ posts, clockAhead }, first.memory, NOW + 2 * MINUTE, options);
	expect(second.events.map(idOf)).toEqual(['p']);
});

test.each<[string, (asked: number) => number, number]>([
	['agrees is asked once', () => 0, 1],
	['is an hour ahead is, too', () => HOUR, 1],
	['is further ahead is asked twice', () => HOUR + 1, 2],
	['never agrees with itself is asked twice only', (asked) => (asked % 2) * 3 * DAY, 2],
])('a clock that %s', async (_which, aheadAt, expected) => {
	let asked = 0;
	const clockAhead = () => aheadAt(++asked);
	await look({ clockAhead }, undefined, NOW, watch(['postPublished']));
	expect(asked).toBe(expected);
});
