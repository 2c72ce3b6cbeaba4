import {
	advanceNotifications,
	isNewestFirst,
	MAX_NOTIFICATIONS,
	needsNextPage,
} from '../../../nodes/Postiz/events/notificationEvents';
import type { NotificationRow } from '../../../nodes/Postiz/transport/notifications';

const NOW = Date.parse('2026-09-01T12:00:00.000Z');

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
		expect(result.fresh).toHaveLength(100);
		({ memory } = result);
		expect(Object.keys(memory.known).length).toBeLessThanOrEqual(MAX_NOTIFICATIONS);
	}
	// What was forgotten is old, not new.
	const all = { scope: 'a', rows: rowsBetween(1, last), hasMore: false };
	expect(advanceNotifications(memory, all).fresh).toEqual([]);
});

test('what was left unread the first time stays unreported', () => {
	const first = { scope: 'a', rows: rowsBetween(101, 200), hasMore: true };
	const { memory } = advanceNotifications(undefined, first);
	const all = { scope: 'a', rows: rowsBetween(1, 201), hasMore: false };
	expect(advanceNotifications(memory, all).fresh.map(({ id }) => id)).toEqual(['n201']);
});

test('one that appears late behind newer ones is reported', () => {
	const { memory } = advanceNotifications(undefined, {
		scope: 'a',
		rows: rowsBetween(1, 20).filter(({ id }) => id !== 'n10'),
		hasMore: false,
	});
	const all = { scope: 'a', rows: rowsBetween(1, 20), hasMore: false };
	expect(advanceNotifications(memory, all).fresh.map(({ id }) => id)).toEqual(['n10']);
});

test('another account begins anew', () => {
	const { memory } = advanceNotifications(undefined, { scope: 'a', rows: [], hasMore: false });
	const elsewhere = { scope: 'b', rows: rowsBetween(1, 20), hasMore: false };
	const other = advanceNotifications(memory, elsewhere);
	expect(other.fresh).toEqual([]);
	const next = { scope: 'b', rows: rowsBetween(1, 21), hasMore: false };
	expect(advanceNotifications(other.memory, next).fresh.map(({ id }) => id)).toEqual(['n21']);
});

test('the next page is needed while all of a page is new', () => {
	const { memory } = advanceNotifications(undefined, {
		scope: 'a',
		rows: rowsBetween(1, 20),
		hasMore: true,
	});
	expect(needsNextPage(memory, rowsBetween(21, 40))).toBe(true);
	expect(needsNextPage(memory, rowsBetween(20, 40))).toBe(false);
	expect(needsNextPage(memory, [])).toBe(false);
	expect(needsNextPage(undefined, rowsBetween(21, 40))).toBe(false);
});

test('a page is newest first, give or take a few rows', () => {
	const rows = rowsBetween(1, 20);
	expect(isNewestFirst(rows)).toBe(true);
	expect(isNewestFirst([rows[1], rows[0], ...rows.slice(2)])).toBe(true);
	expect(isNewestFirst([...rows].reverse())).toBe(false);
	expect(isNewestFirst([])).toBe(true);
});
