import type { NotificationRow } from '../transport/notifications';
import { DAY_MS, serviceTime } from '../values/time';
import type { NotificationMemory, Snapshot } from './types';

/** How late a notification may appear behind newer ones. */
export const LATE_MS = DAY_MS;
export const MAX_NOTIFICATIONS = 1000;

/**
 * Whether the next page has to be read too: only while everything on this one is new. The first
 * time one page is enough, as nothing is reported (docs/api.md, Notifications).
 */
export function needsNextPage(
	memory: NotificationMemory | undefined,
	page: NotificationRow[],
): boolean {
	const rows = timed(page);
	return memory !== undefined && rows.length > 0 && rows.every((row) => isNew(memory, row));
}

/**
 * Whether a page comes newest first, so that all new ones are on the first pages: the service
 * promises no order (docs/api.md, Notifications). A few rows out of place change nothing, as they may
 * be as late as {@link LATE_MS}.
 */
export function isNewestFirst(page: NotificationRow[]): boolean {
	const times = timed(page).map(({ time }) => time);
	const stepsUp = times.filter((time, index) => time > times[index - 1]).length;
	return stepsUp <= times.length / 4;
}

/**
 * Compares notifications with what is remembered. Returns the new ones, oldest first, and the memory
 * for the next look. Only the service's own times are compared, so that n8n's clock does not matter.
 */
export function advanceNotifications(
	memory: NotificationMemory | undefined,
	{ scope, rows, hasMore }: NonNullable<Snapshot['notifications']>,
): { fresh: NotificationRow[]; memory: NotificationMemory } {
	const previous = memory?.scope === scope ? memory : undefined;
	const read = timed(rows);
	const fresh = previous ? read.filter((row) => isNew(previous, row)) : [];

	const known = new Map(Object.entries(previous?.known ?? {}));
	for (const { id, time } of read) known.set(id, time);
	const newestFirst = [...known].sort(([, a], [, b]) => b - a);

	const bounds = [previous?.since ?? 0];
	if (newestFirst.length > 0) bounds.push(newestFirst[0][1] - LATE_MS);
	if (newestFirst.length > MAX_NOTIFICATIONS) bounds.push(newestFirst[MAX_NOTIFICATIONS][1] + 1);
	const leftUnread = hasMore && (!previous || fresh.length === read.length);
	if (leftUnread) bounds.push(Math.min(...read.map(({ time }) => time)) + 1);
	const since = Math.max(...bounds.filter(Number.isFinite));

	return {
		fresh: fresh.sort((a, b) => a.time - b.time).map(({ row }) => row),
		memory: {
			scope,
			since,
			known: Object.fromEntries(newestFirst.filter(([, time]) => time >= since)),
		},
	};
}

interface TimedRow {
	id: string;
	row: NotificationRow;
	time: number;
}

// A notification may be on two pages, when newer ones push it down between the two requests. One
// without an id or a time cannot be distinguished from those that were reported.
function timed(rows: NotificationRow[]): TimedRow[] {
	const unique = new Map(rows.map((row) => [String(row.id ?? ''), row]));
	return [...unique]
		.map(([id, row]) => ({ id, row, time: serviceTime(row.createdAt) }))
		.filter(({ id, time }) => id !== '' && !Number.isNaN(time));
}

function isNew(memory: NotificationMemory, { id, time }: TimedRow): boolean {
	return time >= memory.since && !Object.hasOwn(memory.known, id);
}
