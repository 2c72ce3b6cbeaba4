import type { PostWindow } from '../transport/posts';
import { DAY_MS, madeAt, MINUTE_MS } from '../values/date';
import { smallest } from '../values/lists';
import type { TriggerOptions } from './options';

/** How far to look back beyond the last successful look, as posts may be late. */
export const LOOK_BACK_MS = 7 * DAY_MS;
/** How long to wait for overdue posts and to remember published ones, which may be moved, and how far to look ahead. */
export const MONTH_MS = 31 * DAY_MS;
/** The max distance of the date of a post that is new, or published now, such as a draft that is finally scheduled. */
const YEAR_MS = 366 * DAY_MS;
/** How often to list all of these: a little less than an hour, as polls aren't on the second. */
const YEAR_EVERY_MS = 55 * MINUTE_MS;
/** That list may take the service long, and the latest posts suffice. */
const YEAR_TIMEOUT_MS = 30_000;
/** How late a list may show a post that was just created. */
const LATE_MS = MINUTE_MS;

/** The last known state of a post. */
export interface KnownPost {
	state: string;
	/** When it is due, in ms; for a repeating post, its first date. */
	date: number;
	repeats?: true;
	/** Identifies its last publication on the network. */
	release?: string;
	/** The date (ms) that was last reported as overdue. */
	reportedDate?: number;
	/** When it was first seen (ms), if it was scheduled for a past date, which publishes it at once. */
	queuedAt?: number;
}

/** All times are in ms by the service's clock. */
export interface PostMemory {
	/** When the last successful look was. */
	lookedAt: number;
	/** The dates that it listed. */
	start: number;
	end: number;
	/** When a year back and ahead was last listed, and last asked for. */
	yearAt: number;
	askedYearAt: number;
	known: Record<string, KnownPost>;
	/** The last list was empty, which may be wrong. */
	isEmpty?: true;
}

/** The posts to list. */
export interface LookWindow extends PostWindow {
	isYear?: true;
}

/** The windows to list, in order of preference: the first one that the service can list is used. */
export function postWindows(
	memory: PostMemory | undefined,
	{ events, filters: { group } }: TriggerOptions,
	now: number,
	looksFar = false,
): LookWindow[] {
	const { lookedAt = now, askedYearAt = -Infinity, known = {} } = memory ?? {};
	const waiting = Object.values(known).filter((post) => post.state === 'QUEUE' && !post.repeats);
	const waitingSince = Math.max(smallest(waiting.map(({ date }) => date)), now - MONTH_MS);
	const start = Math.min(lookedAt - LOOK_BACK_MS, now - LOOK_BACK_MS, waitingSince);
	const until = (end: number): LookWindow => ({ start, end, group });
	const looksForNew = events.includes('postCreated');
	const isDue = looksFar || Math.abs(now - askedYearAt) >= YEAR_EVERY_MS;
	const year: LookWindow = {
		// Lists contain every date of each repeating post up to the end (docs/api.md, Listing posts).
		...until(now + (looksForNew ? YEAR_MS : MONTH_MS)),
		start: Math.min(start, now - YEAR_MS),
		timeout: YEAR_TIMEOUT_MS,
		isYear: true,
	};
	return [
		...(isDue ? [year] : []),
		...(looksForNew ? [until(now + MONTH_MS)] : []),
		until(now + DAY_MS),
	];
}

/**
 * True if a post was created after the last list with its date (ms). An ID without a time doesn't tell when, but most
 * posts are created before their date.
 */
export function isNew(memory: PostMemory | undefined, id: string, date: number): boolean {
	if (!memory) return false;
	const { start, end, lookedAt, yearAt } = memory;
	const listedAt = date >= start && date <= end ? lookedAt : yearAt;
	return (madeAt(id) ?? date) > listedAt - LATE_MS;
}

/** What to remember of posts after listing those between two dates; `listed` has their IDs. */
export function keepKnown(
	known: Map<string, KnownPost>,
	{ listed, start, end, now }: { listed: Set<string>; start: number; end: number; now: number },
): PostMemory['known'] {
	const isKept = ([id, { state, date, repeats }]: [string, KnownPost]) => {
		const made = madeAt(id) ?? date;
		// The next look would think it new.
		if (listed.has(id) && made >= now - LATE_MS) return true;
		if (state === 'PUBLISHED' && !repeats) return date >= now - MONTH_MS;
		// What is published at a date after this look is reported without being known.
		if (listed.has(id)) return date <= now + MONTH_MS || state === 'ERROR';
		// Other posts that are missing are gone, or their channel left the group.
		return !repeats && (date < start || date > end) && date >= now - YEAR_MS;
	};
	return Object.fromEntries([...known].filter(isKept));
}
