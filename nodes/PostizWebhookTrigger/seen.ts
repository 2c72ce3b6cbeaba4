import { DAY_MS, serviceTime } from '../Postiz/transport/time';
import type { PostRow } from '../Postiz/transport/types';
import { shortKey, toMinute } from '../PostizTrigger/postMemory';

/**
 * How long a call counts as a repetition of an earlier one. A post that repeats daily has to count
 * again the next day, even where nothing in the call tells its dates apart.
 */
export const REPETITION_MS = DAY_MS / 2;
export const MOST_SEEN = 500;

/** When a publication was last received, in ms, by its key. */
export type Seen = Record<string, number>;

/** The same for every call about the same publication. */
export function publicationKey({ id, publishDate, releaseURL, state }: PostRow): string {
	const date = serviceTime(publishDate);
	const minute = Number.isNaN(date) ? publishDate : toMinute(date);
	return shortKey([id, minute, releaseURL ?? '', state].join('|'));
}

/** True where this publication was received not long ago. */
export function wasSeen(seen: Seen, key: string, now: number): boolean {
	return Object.hasOwn(seen, key) && now - seen[key] < REPETITION_MS;
}

/** What is remembered with one more publication; old ones and those too many are forgotten. */
export function remember(seen: Seen, key: string, now: number): Seen {
	const recent = Object.entries({ ...seen, [key]: now })
		.filter(([, time]) => now - time < REPETITION_MS)
		.sort(([, a], [, b]) => b - a);
	return Object.fromEntries(recent.slice(0, MOST_SEEN));
}
