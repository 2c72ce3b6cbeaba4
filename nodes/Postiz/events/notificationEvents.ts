import { stepsUp, type NotificationPage, type NotificationRow } from '../transport/notifications';
import { DAY_MS, serviceTime } from '../values/date';
import { largest, smallest } from '../values/lists';

/** How late a notification may appear behind newer ones. */
const LATE_MS = DAY_MS;

export interface NotificationMemory {
	/** Older notifications have been processed (ms by the service's clock). */
	since: number;
	/** Notifications since then: their time in ms, by ID. */
	known: Record<string, number>;
}

/** True if the next page is needed: this one is all new, or unsorted (docs/api.md, Notifications). */
export function needsNextPage(memory: NotificationMemory | undefined, page: NotificationRow[]) {
	const read = timed(page);
	if (stepsUp(read.map(({ time }) => time)) > read.length / 4) return true;
	return memory !== undefined && read.length > 0 && read.every((one) => isNew(memory, one));
}

/** New notifications, oldest first, compared only by the service's own clock. */
export function findNotifications(
	memory: NotificationMemory | undefined,
	{ rows, hasMore }: NotificationPage,
): { added: NotificationRow[]; memory: NotificationMemory } {
	const read = timed(rows);
	const added = memory ? read.filter((one) => isNew(memory, one)) : [];
	const known = new Map(Object.entries(memory?.known ?? {}));
	for (const { id, time } of read) known.set(id, time);
	// Unread notifications are at least as old as the oldest one read.
	const leftUnread = hasMore && read.length > 0 && (!memory || added.length === read.length);
	const readFrom = leftUnread ? smallest(read.map(({ time }) => time)) + 1 : 0;
	const newest = largest(known.values());
	const since = Math.max(memory?.since ?? 0, newest - LATE_MS, readFrom);
	return {
		added: added.sort((a, b) => a.time - b.time).map(({ row }) => row),
		memory: { since, known: Object.fromEntries([...known].filter(([, time]) => time >= since)) },
	};
}

// A notification is on two pages if new ones arrive between the requests. Without an ID or a time, it can't be told
// apart from those already reported.
function timed(page: NotificationRow[]) {
	const unique = new Map(page.map((row) => [String(row.id ?? ''), row]));
	return [...unique]
		.map(([id, row]) => ({ id, row, time: serviceTime(row.createdAt) }))
		.filter(({ id, time }) => id !== '' && !Number.isNaN(time));
}

const isNew = (memory: NotificationMemory, { id, time }: { id: string; time: number }) =>
	time >= memory.since && !Object.hasOwn(memory.known, id);
