import fc from 'fast-check';

import { advance, newerState, readState } from '../../../nodes/Postiz/events/advance';
import { REPORT_AGAIN_MS } from '../../../nodes/Postiz/events/channelEvents';
import { needsNextPage } from '../../../nodes/Postiz/events/notificationEvents';
import { postWindow, REPEAT_DELAY_MS } from '../../../nodes/Postiz/events/postEvents';
import type { Snapshot, TriggerState } from '../../../nodes/Postiz/events/types';
import type { NotificationRow } from '../../../nodes/Postiz/transport/notifications';
import type { PostRow } from '../../../nodes/Postiz/transport/types';
import { createAccess, createSeed } from '../../service/seed.cjs';
import type { ServiceState } from '../../service/state.cjs';
import { watch } from './watch.cjs';
import { DAY, describeEvent, MINUTE, pickHappening, seededRandom, World } from './world.cjs';

const NOW = Date.parse('2026-09-01T12:00:00.000Z');
const PAGE = 100;

/** What the service answers, read from its state. */
function look(
	{ posts, notifications: stored, channels }: ServiceState,
	state: TriggerState | undefined,
	n8nNow: number,
): Snapshot {
	const { start, end } = postWindow(state?.posts, watch(), n8nNow);
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
	test('each event is reported once, also with clocks that differ and restarts', () => {
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
						REPORT_AGAIN_MS,
					);
					const clock = () => world.now + skew;
					let state = advance(
						undefined,
						look(world.state, undefined, clock()),
						watch(),
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
							const result = advance(deepFreeze(state), deepFreeze(snapshot), watch(), clock());
							expect(result.events.map(describeEvent).sort()).toEqual(world.expectations(clock()));
							state = result.state;
						}
					}
				},
			),
			{ numRuns: 80 },
		);
	}, 60_000);

	test('looking twice at the same reports nothing new', () => {
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
						REPORT_AGAIN_MS,
					);
					const first = advance(undefined, look(world.state, undefined, NOW), watch(), NOW);
					for (const seed of seeds) pickHappening(seededRandom(seed))(world);
					world.advanceTo(NOW + minutes * MINUTE);
					const second = advance(
						first.state,
						look(world.state, first.state, world.now),
						watch(),
						world.now,
					);
					const third = advance(
						second.state,
						look(world.state, second.state, world.now),
						watch(),
						world.now,
					);
					expect(first.events).toEqual([]);
					expect(third.events).toEqual([]);
				},
			),
		);
	}, 60_000);
});

test('what is no longer asked for is forgotten', () => {
	const snapshot: Snapshot = { channels: { scope: 'a', rows: [] } };
	const { state } = advance(undefined, snapshot, watch(['channelNeedsAttention']), NOW);
	expect(state.channels).toBeDefined();
	expect(advance(state, {}, watch(['postFailed']), NOW + DAY).state).toEqual({
		version: 1,
		begun: NOW,
		looks: 2,
	});
});

test('it is news also if the filters let nothing through', () => {
	const options = watch(['postPublished']);
	const row: PostRow = {
		id: 'p1',
		state: 'PUBLISHED',
		publishDate: new Date(NOW + MINUTE).toISOString(),
		integration: { id: 'c1', providerIdentifier: 'x' },
	};
	const { state } = advance(undefined, { posts: { scope: 'a', rows: [] } }, options, NOW);
	const posts = { scope: 'a', rows: [row] };
	const elsewhere = { ...options, filters: { ...options.filters, channels: ['c2'] } };
	const filtered = advance(state, { posts }, elsewhere, NOW + 2 * MINUTE);
	expect(filtered).toMatchObject({ events: [], hasNews: true });
	expect(advance(filtered.state, { posts }, options, NOW + 3 * MINUTE)).toMatchObject({
		events: [],
		hasNews: false,
	});
});

test('a state of another kind counts as none', () => {
	expect(readState({})).toBeUndefined();
	expect(readState({ state: { version: 2 } })).toBeUndefined();
	const state = { version: 1, begun: NOW, looks: 3 };
	expect(readState({ state })).toEqual(state);
});

test('of two states the later activation counts, and within one the one of more looks', () => {
	const state = (begun: number, looks: number): TriggerState => ({ version: 1, begun, looks });
	const older = state(NOW, 50);
	for (const newer of [state(NOW, 51), state(NOW + 1, 1)]) {
		expect(newerState(older, newer)).toBe(newer);
		expect(newerState(newer, older)).toBe(newer);
	}
	expect(newerState(undefined, older)).toBe(older);
	expect(newerState(older, undefined)).toBe(older);
	expect(newerState(undefined, undefined)).toBeUndefined();
});
