import { shortKey, toMinute } from '../Postiz/events/postMemory';
import type { PostRow } from '../Postiz/transport/types';
import { DAY_MS, serviceTime } from '../Postiz/values/time';

/**
 * How long a call counts as a repetition of an earlier one. A post that repeats daily has to count
 * again the next day, even where nothing in the call tells its dates apart.
 */
export const REPETITION_MS = DAY_MS / 2;
export const MOST_SEEN = 500;
/** How old a confirmed publication may be to count at all, and how long it is remembered. */
export const KEEP_MS = 31 * DAY_MS;
export const MOST_TOLD = 2000;

/** When a publication was last received, in ms, by its key. */
export type Seen = Record<string, number>;

/** The dates of confirmed publications that started the workflow, in ms, by their keys. */
export type Told = Record<string, number>;

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
	return latest({ ...seen, [key]: now }, now - REPETITION_MS, MOST_SEEN);
}

/** Of times by key those after `since`, and of these no more than so many, the latest. */
function latest(
	times: Record<string, number>,
	since: number,
	most: number,
): Record<string, number> {
	const kept = Object.entries(times)
		.filter(([, time]) => time > since)
		.sort(([, a], [, b]) => b - a);
	return Object.fromEntries(kept.slice(0, most));
}

/**
 * True for a confirmed publication that has not started the workflow yet. One that is older than
 * what is remembered might have, so that it does not count: an old call can never be played again.
 */
export function isNews(told: Told, post: PostRow, now: number): boolean {
	const dates = Object.values(told);
	const oldest = dates.length < MOST_TOLD ? -Infinity : Math.min(...dates);
	const date = serviceTime(post.publishDate);
	return date > Math.max(now - KEEP_MS, oldest) && !Object.hasOwn(told, publicationKey(post));
}

/** What is remembered with one more confirmed publication; the oldest are forgotten. */
export function tell(told: Told, post: PostRow, now: number): Told {
	const dates = { ...told, [publicationKey(post)]: serviceTime(post.publishDate) };
	return latest(dates, now - KEEP_MS, MOST_TOLD);
}
