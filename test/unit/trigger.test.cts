import fc from 'fast-check';

import { advance, readState } from '../../nodes/Postiz/events/advance';
import { passes } from '../../nodes/Postiz/channels/filters';
import {
	advanceNotifications,
	MOST_NOTIFICATIONS,
	needsNextPage,
} from '../../nodes/Postiz/events/notificationEvents';
import {
	advancePosts,
	LONGEST_WAIT_MS,
	LOOK_BACK_MS,
	MOST_ENTRIES,
	postWindow,
	REPEAT_DELAY_MS,
} from '../../nodes/Postiz/events/postEvents';
import { readList } from '../../nodes/Postiz/values/read';
import { serviceTime } from '../../nodes/Postiz/values/time';
import type {
	EventName,
	PostMemory,
	Snapshot,
	TriggerState,
	Wishes,
} from '../../nodes/Postiz/events/types';
import type { NotificationRow } from '../../nodes/Postiz/transport/notifications';
import type { PostRow } from '../../nodes/Postiz/transport/types';
import { createAccess, createSeed } from '../service/seed.cjs';
import type { ServiceState } from '../service/state.cjs';
import {
	DAY,
	describeEvent,
	HOUR,
	MINUTE,
	pickHappening,
	seededRandom,
	World,
} from './triggerWorld.cjs';

const NOW = Date.parse('2026-09-01T12:00:00.000Z');
const ALL: EventName[] = [
	'channelNeedsAttention',
	'newNotification',
	'postCreated',
	'postFailed',
	'postPublished',
];
const wish = (events: EventName[] = ALL): Wishes => ({
	events,
	filters: { channels: [], providers: [], group: '' },
});
const PAGE = 100;

/** What the service answers, read from its state. */
function look(
	{ posts, notifications: stored, channels }: ServiceState,
	state: TriggerState | undefined,
	n8nNow: number,
): Snapshot {
	const { start, end } = postWindow(state?.posts, wish(), n8nNow);
	const rows = posts
		.filter(({ deleted }) => !deleted)
		.flatMap((post) => {
			const first = Date.parse(post.publishDate);
			const dates = [];
			if (!post.intervalInDays) {
				if (first >= start && first <= end) dates.push(first);
			} else {
				for (let date = first; date <= end; date += post.intervalInDays * DAY) dates.push(date);
			}
			return dates.map((date): PostRow => ({
				id: post.id,
				publishDate: new Date(date).toISOString(),
				...(post.intervalInDays && { actualDate: post.publishDate }),
				intervalInDays: post.intervalInDays,
				state: post.state,
				releaseId: post.releaseId,
				integration: { id: post.channelId, providerIdentifier: post.identifier },
			}));
		})
		.sort((a, b) => (a.id < b.id ? -1 : 1));
	const notifications: NotificationRow[] = stored.map((row) => ({ ...row }));
	let pages = 1;
	const page = () => notifications.slice((pages - 1) * PAGE, pages * PAGE);
	const hasMore = () => notifications.length > pages * PAGE;
	while (hasMore() && needsNextPage(state?.notifications, page())) pages++;
	return {
		posts: { scope: 'a', rows },
		notifications: {
			scope: 'a',
			rows: notifications.slice(0, pages * PAGE),
			hasMore: hasMore(),
		},
		channels: { scope: 'a', rows: channels.filter(({ deleted }) => !deleted) },
	};
}

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
	test('each event is told once, also with clocks that differ and restarts', () => {
		fc.assert(
			fc.property(
				fc.array(step, { maxLength: 120, size: 'max' }),
				fc.integer({ min: -3 * MINUTE, max: 3 * MINUTE }),
				(steps, skew) => {
					const world = new World(
						createSeed(createAccess('key')),
						seededRandom(1),
						NOW,
						REPEAT_DELAY_MS,
					);
					const clock = () => world.now + skew;
					let state = advance(
						undefined,
						look(world.state, undefined, clock()),
						wish(),
						clock(),
					).state;
					for (const { kind, ...details } of [...steps, { kind: 'poll' } as Step]) {
						if (kind === 'happen') {
							const { seed } = details as { seed: number };
							pickHappening(seededRandom(seed))(world);
						} else if (kind === 'wait') {
							world.advanceTo(world.now + (details as { minutes: number }).minutes * MINUTE);
						} else if (kind === 'restart') {
							state = JSON.parse(JSON.stringify(state)) as TriggerState;
						} else {
							const snapshot = structuredClone(look(world.state, state, clock()));
							const result = advance(deepFreeze(state), deepFreeze(snapshot), wish(), clock());
							expect(result.events.map(describeEvent).sort()).toEqual(world.expectations(clock()));
							state = result.state;
						}
					}
				},
			),
			{ numRuns: 80 },
		);
	});

	test('looking twice at the same tells nothing new', () => {
		fc.assert(
			fc.property(
				fc.array(fc.nat(), { maxLength: 60 }),
				fc.nat({ max: 3000 }),
				(seeds, minutes) => {
					const world = new World(
						createSeed(createAccess('key')),
						seededRandom(2),
						NOW,
						REPEAT_DELAY_MS,
					);
					const first = advance(undefined, look(world.state, undefined, NOW), wish(), NOW);
					for (const seed of seeds) pickHappening(seededRandom(seed))(world);
					world.advanceTo(NOW + minutes * MINUTE);
					const second = advance(
						first.state,
						look(world.state, first.state, world.now),
						wish(),
						world.now,
					);
					const third = advance(
						second.state,
						look(world.state, second.state, world.now),
						wish(),
						world.now,
					);
					expect(first.events).toEqual([]);
					expect(third.events).toEqual([]);
				},
			),
		);
	});
});

const post = (more: Partial<PostRow> & { at?: number } = {}): PostRow => {
	const { at = NOW, ...fields } = more;
	return { id: 'post-1', state: 'QUEUE', publishDate: new Date(at).toISOString(), ...fields };
};
const pollPosts = (
	memory: PostMemory | undefined,
	rows: PostRow[],
	now: number,
	events: EventName[] = ALL,
	scope = 'a',
) => advancePosts(memory, { scope, rows }, wish(events), now);

describe('posts', () => {
	test('the window begins well before the last successful poll, however long ago that was', () => {
		const { memory } = pollPosts(undefined, [], NOW);
		const later = NOW + 90 * DAY;
		expect(postWindow(memory, wish(), later).start).toBe(NOW - LOOK_BACK_MS);
		expect(postWindow(memory, wish(), later).end).toBeGreaterThan(later + 365 * DAY);
		expect(postWindow(memory, wish(['postFailed']), later).end).toBe(later + DAY);
	});

	test('a post that should have gone out is waited for, but not for ever', () => {
		let { memory } = pollPosts(undefined, [post()], NOW);
		({ memory } = pollPosts(memory, [post()], NOW + 20 * DAY));
		expect(memory.from).toBeLessThanOrEqual(NOW);
		const published = post({ state: 'PUBLISHED', releaseId: 'r1' });
		const { events } = pollPosts(memory, [published], NOW + 20 * DAY + MINUTE);
		expect(events.map(describeEvent)).toEqual([`postPublished post-1 ${published.publishDate}`]);
		({ memory } = pollPosts(memory, [post()], NOW + 90 * DAY));
		expect(memory.from).toBe(NOW + 90 * DAY - LONGEST_WAIT_MS);
	});

	test('a waiting post that is deleted holds up nothing', () => {
		let { memory } = pollPosts(undefined, [post()], NOW);
		({ memory } = pollPosts(memory, [], NOW + 20 * DAY));
		expect(memory.from).toBe(NOW + 20 * DAY - LOOK_BACK_MS);
	});

	test('the memory stays small over months of busy days', () => {
		let memory: PostMemory | undefined;
		let told = 0;
		for (let day = 0; day < 120; day++) {
			const now = NOW + day * DAY;
			const rows = Array.from({ length: 8 * 40 }, (_, index) => {
				const at = NOW + (day - 7 + Math.floor(index / 40)) * DAY + (index % 40) * MINUTE;
				return post({ id: `post-${at}`, at, state: 'PUBLISHED' });
			});
			const result = pollPosts(memory, rows, now + HOUR);
			({ memory } = result);
			told += result.events.filter(({ event }) => event === 'postPublished').length;
		}
		expect(told).toBe(119 * 40);
		expect(Object.keys(memory!.known).length).toBeLessThan(70 * 40);
		expect(JSON.stringify(memory).length).toBeLessThan(80_000);
	});

	test('a calendar beyond all measure neither grows the memory nor floods', () => {
		const rows = Array.from({ length: MOST_ENTRIES + 3000 }, (_, index) =>
			post({ id: `post-${index}`, at: NOW + index * 10 * MINUTE }),
		);
		let { memory } = pollPosts(undefined, rows, NOW);
		for (let hour = 1; hour < 30; hour += 7) {
			const now = NOW + hour * HOUR;
			const fresh = post({ id: `fresh-${hour}`, at: now + HOUR });
			rows.push(fresh);
			const result = pollPosts(memory, rows, now);
			({ memory } = result);
			expect(result.events.map(({ id }) => id)).toEqual([fresh.id]);
			expect(Object.keys(memory.known).length).toBeLessThanOrEqual(MOST_ENTRIES);
		}
	});

	test('more posts than fit into the window of the past are not told again', () => {
		const rows = Array.from({ length: MOST_ENTRIES + 500 }, (_, index) =>
			post({ id: `post-${index}`, at: NOW + index * 1000, state: 'PUBLISHED' }),
		);
		let { memory, events } = pollPosts(undefined, [], NOW);
		const end = NOW + DAY;
		({ memory, events } = pollPosts(memory, rows, end, ['postPublished']));
		expect(events).toHaveLength(rows.length);
		const { start } = postWindow(memory, wish(['postPublished']), end + MINUTE);
		const listed = rows.filter(({ publishDate }) => Date.parse(publishDate) >= start);
		({ events } = pollPosts(memory, listed, end + MINUTE, ['postPublished']));
		expect(events).toEqual([]);
	});

	test('a post that began to repeat long ago stays known', () => {
		const first = new Date(NOW - 200 * DAY).toISOString();
		const rows = Array.from({ length: 201 }, (_, day) =>
			post({
				at: NOW - (200 - day) * DAY,
				actualDate: first,
				intervalInDays: 1,
				state: 'PUBLISHED',
			}),
		);
		let { memory, events } = pollPosts(undefined, rows, NOW + HOUR);
		for (let poll = 0; poll < 3; poll++) {
			({ memory, events } = pollPosts(memory, rows, NOW + 2 * HOUR));
			expect(events).toEqual([]);
		}
	});

	test('rows that cannot be read are left out', () => {
		const { memory } = pollPosts(undefined, [], NOW);
		const rows = [post({ publishDate: 'soon' }), post({ id: '' })];
		expect(pollPosts(memory, rows, NOW).events).toEqual([]);
	});

	test('a failed post that fails again after it was put off is told by its later date', () => {
		let { memory, events } = pollPosts(undefined, [post({ state: 'ERROR' })], NOW + MINUTE);
		const again = post({ state: 'ERROR', at: NOW + 10 * MINUTE });
		// n8n's clock is behind that of the service.
		({ memory, events } = pollPosts(memory, [again], NOW + 8 * MINUTE));
		expect(events).toEqual([]);
		({ memory, events } = pollPosts(memory, [again], NOW + 11 * MINUTE));
		expect(events.map(({ event }) => event)).toEqual(['postFailed']);
		({ events } = pollPosts(memory, [again], NOW + 12 * MINUTE));
		expect(events).toEqual([]);
	});
});

describe('notifications', () => {
	const rowsBetween = (first: number, last: number): NotificationRow[] =>
		Array.from({ length: last - first + 1 }, (_, index) => ({
			id: `n${last - index}`,
			content: '',
			createdAt: new Date(NOW + (last - index) * 1000).toISOString(),
		}));

	test('the memory stays small', () => {
		let { memory } = advanceNotifications(undefined, { scope: 'a', rows: [], hasMore: false });
		let last = 0;
		for (let poll = 1; poll <= 50; poll++) {
			const rows = rowsBetween(last + 1, last + 100);
			last += 100;
			const result = advanceNotifications(memory, { scope: 'a', rows, hasMore: false });
			expect(result.events).toHaveLength(100);
			({ memory } = result);
			expect(Object.keys(memory.known).length).toBeLessThanOrEqual(MOST_NOTIFICATIONS);
		}
		// What was forgotten is old, not new.
		const all = { scope: 'a', rows: rowsBetween(1, last), hasMore: false };
		expect(advanceNotifications(memory, all).events).toEqual([]);
	});

	test('what was left unread the first time stays untold', () => {
		const first = { scope: 'a', rows: rowsBetween(101, 200), hasMore: true };
		const { memory } = advanceNotifications(undefined, first);
		const all = { scope: 'a', rows: rowsBetween(1, 201), hasMore: false };
		expect(advanceNotifications(memory, all).events.map(({ id }) => id)).toEqual(['n201']);
	});

	test('one that appears late behind newer ones is told', () => {
		const { memory } = advanceNotifications(undefined, {
			scope: 'a',
			rows: rowsBetween(1, 20).filter(({ id }) => id !== 'n10'),
			hasMore: false,
		});
		const all = { scope: 'a', rows: rowsBetween(1, 20), hasMore: false };
		expect(advanceNotifications(memory, all).events.map(({ id }) => id)).toEqual(['n10']);
	});
});

test('what is no longer asked for is forgotten', () => {
	const snapshot: Snapshot = { channels: { scope: 'a', rows: [] } };
	const { state } = advance(undefined, snapshot, wish(['channelNeedsAttention']), NOW);
	expect(state.channels).toBeDefined();
	expect(advance(state, {}, wish(['postFailed']), NOW).state).toEqual({ version: 1, polls: 2 });
});

test('a state of another kind counts as none', () => {
	expect(readState({})).toBeUndefined();
	expect(readState({ state: { version: 2 } })).toBeUndefined();
	expect(readState({ state: { version: 1, polls: 3 } })).toEqual({ version: 1, polls: 3 });
});

test('lists are read from a selection and from an expression alike', () => {
	expect(readList(['a', ' b ', ''])).toEqual(['a', 'b']);
	expect(readList('a, b,')).toEqual(['a', 'b']);
	expect(readList(undefined)).toEqual([]);
});

test('networks are told apart by what they are, not by what an instance calls them', () => {
	const filters = { channels: [], providers: ['threads'] };
	expect(passes(filters, { identifier: 'threads' })).toBe(true);
	expect(passes(filters, { identifier: 'mastodon' })).toBe(false);
	expect(passes({ channels: [], providers: ['unheard-of'] }, { identifier: 'unheard-of' })).toBe(
		true,
	);
	expect(passes({ channels: [], providers: ['unheard-of'] }, { identifier: 'other' })).toBe(false);
});

test.each([
	['2026-11-21T06:40:00', '2026-11-21T06:40:00.000Z'],
	['2026-11-21T06:40:00.000Z', '2026-11-21T06:40:00.000Z'],
	['2026-11-21T08:40:00+02:00', '2026-11-21T06:40:00.000Z'],
	['2026-11-21', '2026-11-21T00:00:00.000Z'],
])('reads the time %s', (text, expected) => {
	expect(new Date(serviceTime(text)).toISOString()).toBe(expected);
});

test('reads no time where there is none', () => {
	expect([serviceTime('soon'), serviceTime(undefined), serviceTime(17)]).toEqual([NaN, NaN, NaN]);
});
