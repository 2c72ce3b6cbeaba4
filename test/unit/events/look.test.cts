import fc from 'fast-check';

import { REPORT_AGAIN_MS } from '../../../nodes/Postiz/events/channelEvents';
import { findEvents, type Memory, type Snapshot } from '../../../nodes/Postiz/events/look';
import { needsNextPage } from '../../../nodes/Postiz/events/notificationEvents';
import { postWindow, REPEAT_DELAY_MS } from '../../../nodes/Postiz/events/postEvents';
import type { NotificationRow } from '../../../nodes/Postiz/transport/notifications';
import type { ListedPost } from '../../../nodes/Postiz/transport/types';
import { createAccess, createSeed } from '../../service/seed.cjs';
import type { ServiceState } from '../../service/state.cjs';
import { watch } from './watch.cjs';
import { DAY, describeEvent, idOf, MINUTE, pickHappening, seededRandom, World } from './world.cjs';

const NOW = Date.parse('2026-09-01T12:00:00.000Z');
const PAGE = 100;

/** What the service answers, read from its state. */
function look(
	{ posts, notifications: stored, channels }: ServiceState,
	memory: Memory | undefined,
	n8nNow: number,
): Snapshot {
	const { start, end } = postWindow(memory?.posts, watch(), n8nNow);
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
		.sort((a, b) => (a.id < b.id ? -1 : 1));
	const notifications: NotificationRow[] = stored.map((row) => ({ ...row }));
	let pages = 1;
	const page = () => notifications.slice((pages - 1) * PAGE, pages * PAGE);
	const hasMore = () => notifications.length > pages * PAGE;
	while (hasMore() && needsNextPage(memory?.notifications, page())) pages++;
	return {
		posts: rows,
		notifications: { rows: notifications.slice(0, pages * PAGE), hasMore: hasMore() },
		channels: channels.filter(({ deleted }) => !deleted),
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
					let { memory } = findEvents(
						undefined,
						look(world.state, undefined, clock()),
						watch(),
						clock(),
					);
					for (const { kind, ...details } of [...steps, { kind: 'poll' } as Step]) {
						if (kind === 'happen') {
							const { seed } = details as { seed: number };
							pickHappening(seededRandom(seed))(world);
						} else if (kind === 'wait') {
							world.advanceTo(world.now + (details as { minutes: number }).minutes * MINUTE);
						} else if (kind === 'restart') {
							memory = JSON.parse(JSON.stringify(memory)) as Memory;
						} else {
							const snapshot = structuredClone(look(world.state, memory, clock()));
							const result = findEvents(deepFreeze(memory), deepFreeze(snapshot), watch(), clock());
							expect(result.events.map(describeEvent).sort()).toEqual(world.expectations(clock()));
							({ memory } = result);
						}
					}
				},
			),
			{ numRuns: 80, seed: 1 },
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
					const first = findEvents(undefined, look(world.state, undefined, NOW), watch(), NOW);
					for (const seed of seeds) pickHappening(seededRandom(seed))(world);
					world.advanceTo(NOW + minutes * MINUTE);
					const second = findEvents(
						first.memory,
						look(world.state, first.memory, world.now),
						watch(),
						world.now,
					);
					const third = findEvents(
						second.memory,
						look(world.state, second.memory, world.now),
						watch(),
						world.now,
					);
					expect(first.events).toEqual([]);
					expect(third.events).toEqual([]);
				},
			),
			{ seed: 2 },
		);
	}, 60_000);
});

test('what is no longer asked for is forgotten', () => {
	const options = watch(['channelNeedsAttention']);
	const { memory } = findEvents(undefined, { channels: [] }, options, NOW);
	expect(memory.channels).toBeDefined();
	expect(findEvents(memory, {}, watch(['postFailed']), NOW + DAY).memory).toEqual({
		version: 2,
		begun: NOW,
		looks: 2,
		scopes: options.scopes,
	});
});

test('it is news also if the filters let nothing through', () => {
	const options = watch(['postPublished']);
	const row: ListedPost = {
		id: 'p1',
		state: 'PUBLISHED',
		publishDate: new Date(NOW + MINUTE).toISOString(),
		integration: { id: 'c1', providerIdentifier: 'x' },
	};
	const { memory } = findEvents(undefined, { posts: [] }, options, NOW);
	const elsewhere = { ...options, filters: { ...options.filters, channels: ['c2'] } };
	const filtered = findEvents(memory, { posts: [row] }, elsewhere, NOW + 2 * MINUTE);
	expect(filtered).toMatchObject({ events: [], hasNews: true });
	const again = findEvents(filtered.memory, { posts: [row] }, options, NOW + 3 * MINUTE);
	expect(again).toMatchObject({ events: [], hasNews: false });
});

describe('another account', () => {
	const elsewhere = { ...watch(), scopes: { account: 'b', posts: 'b/' } };
	const at = (time: number) => new Date(time).toISOString();
	const post = (id: string, time: number, state = 'PUBLISHED'): ListedPost => ({
		id,
		state,
		publishDate: at(time),
	});
	const notification = (id: string, time: number): NotificationRow => ({ id, createdAt: at(time) });
	const channel = { id: 'c1', name: 'Acme', identifier: 'x', disabled: true };

	test('begins anew with all that is there, and goes on from then', () => {
		const nothing: Snapshot = {
			posts: [],
			notifications: { rows: [], hasMore: false },
			channels: [],
		};
		const { memory } = findEvents(undefined, nothing, watch(), NOW);
		const there: Snapshot = {
			posts: [post('p1', NOW - DAY), post('p2', NOW + DAY, 'QUEUE')],
			notifications: { rows: [notification('n1', NOW + MINUTE)], hasMore: false },
			channels: [channel],
		};
		const first = findEvents(memory, there, elsewhere, NOW + 2 * MINUTE);
		expect(first.events).toEqual([]);
		const later: Snapshot = {
			posts: [...there.posts!, post('p3', NOW + 3 * MINUTE)],
			notifications: {
				rows: [notification('n2', NOW + 3 * MINUTE), ...there.notifications!.rows],
				hasMore: false,
			},
			channels: [{ ...channel, id: 'c2' }],
		};
		const second = findEvents(first.memory, later, elsewhere, NOW + 4 * MINUTE);
		expect(second.events.map((item) => [item.event, idOf(item)])).toEqual([
			['postCreated', 'p3'],
			['postPublished', 'p3'],
			['newNotification', 'n2'],
			['channelNeedsAttention', 'c2'],
			['channelNeedsAttention', 'c1'],
		]);
	});
});
