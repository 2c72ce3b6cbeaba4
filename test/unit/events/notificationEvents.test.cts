import {
	findNotifications,
	needsNextPage,
	type NotificationMemory,
} from '../../../nodes/Postiz/events/notificationEvents';
import type { NotificationRow } from '../../../nodes/Postiz/transport/notifications';
import { DAY } from '../../shared/happenings.cjs';

const NOW = Date.parse('2026-09-01T12:00:00.000Z');

/** Notifications one second apart, newest first. */
const between = (first: number, last: number): NotificationRow[] =>
	Array.from({ length: last - first + 1 }, (_, index) => ({
		id: `n${last - index}`,
		content: '',
		createdAt: new Date(NOW + (last - index) * 1000).toISOString(),
	}));
const dated = (id: string, time: number): NotificationRow => ({
	id,
	content: '',
	createdAt: new Date(time).toISOString(),
});

interface Look {
	rows: NotificationRow[];
	hasMore?: boolean;
}

/** Makes several looks; returns the notifications that each of them finds. */
function lookOn(...looks: Look[]): string[][] {
	let memory: NotificationMemory | undefined;
	return looks.map(({ rows, hasMore = false }) => {
		const found = findNotifications(memory, { rows, hasMore });
		({ memory } = found);
		return found.added.map(({ id }) => String(id));
	});
}

test.each<[string, Look[], string[][]]>([
	['the first of a workspace is new', [{ rows: [] }, { rows: between(1, 1) }], [[], ['n1']]],
	[
		'new ones are found once, oldest first',
		[{ rows: between(1, 20) }, { rows: between(1, 22) }, { rows: between(1, 22) }],
		[[], ['n21', 'n22'], []],
	],
	[
		'one that appears late behind newer ones is found',
		[{ rows: between(1, 20).filter(({ id }) => id !== 'n10') }, { rows: between(1, 20) }],
		[[], ['n10']],
	],
	[
		'one that is more than a day late is not',
		[
			{ rows: [dated('old', NOW - 2 * DAY), ...between(1, 2)] },
			{
				rows: [dated('late', NOW - DAY + 1999), dated('early', NOW - DAY + 2000), ...between(1, 2)],
			},
		],
		[[], ['early']],
	],
	[
		'what was left unread the first time stays unreported',
		[
			{ rows: between(101, 200), hasMore: true },
			{ rows: [...between(1, 201), dated('same', NOW + 101_000)] },
		],
		[[], ['n201']],
	],
	[
		'what was left unread after a long pause stays unreported',
		[
			{ rows: between(1, 20) },
			{ rows: between(103, 104), hasMore: true },
			{ rows: between(101, 104) },
		],
		[[], ['n103', 'n104'], []],
	],
	[
		'nothing was left unread if one of a page was known, or if it was empty',
		[
			{ rows: [], hasMore: true },
			{ rows: between(4, 20) },
			{ rows: between(5, 21), hasMore: true },
			{ rows: between(3, 21) },
		],
		[
			[],
			between(4, 20)
				.map(({ id }) => id!)
				.reverse(),
			['n21'],
			['n3'],
		],
	],
	[
		'one without an ID or a time is left out',
		[
			{ rows: [] },
			{
				rows: [
					{ content: 'a', createdAt: new Date(NOW).toISOString() },
					{ id: 'n1' },
					{ createdAt: 'soon', id: 'n2' },
				],
			},
			{ rows: between(3, 3) },
		],
		[[], [], ['n3']],
	],
])('%s', (_name, looks, expected) => {
	expect(lookOn(...looks)).toEqual(expected);
});

test('what is more than a day older than the newest is forgotten', () => {
	const rows = [dated('new', NOW + DAY), dated('edge', NOW), dated('old', NOW - 1)];
	expect(findNotifications(undefined, { rows, hasMore: false }).memory).toEqual({
		since: NOW,
		known: { new: NOW + DAY, edge: NOW },
	});
});

describe('the next page', () => {
	const { memory } = findNotifications(undefined, { rows: between(1, 20), hasMore: true });
	const swapped = ([first, second, ...others]: NotificationRow[]) => [second, first, ...others];

	test.each<[string, NotificationMemory | undefined, NotificationRow[], boolean]>([
		['while all of a page is new', memory, between(21, 40), true],
		['also after a time without any', { since: 0, known: {} }, between(1, 20), true],
		['no more if one is known', memory, between(20, 40), false],
		['of an empty list is not needed', memory, [], false],
		['at first is not needed', undefined, between(21, 40), false],
		['is required if the oldest come first', memory, between(1, 20).reverse(), true],
		['also at first', undefined, between(1, 20).reverse(), true],
		['is not needed if a few are out of place', memory, swapped(between(1, 20)), false],
	])('%s', (_name, known, page, expected) => {
		expect(needsNextPage(known, page)).toBe(expected);
	});
});
