import { createHash } from 'node:crypto';

import { MINUTE_MS } from '../values/time';

/** What is remembered of a post, or of one date of a repeating post. */
export interface KnownPost {
	/** One letter; see {@link REPEATS} and the letters of the states. */
	status: string;
	/** Publish date in minutes since 1970. */
	minute: number;
	/** The end of its id on the network; empty while there is none. */
	release: string;
}

/** Stands for a repeating post as a whole: what became of its dates has entries of its own. */
export const REPEATS = 'R';

const KEY_LENGTH = 8;
const RELEASE_LENGTH = 8;

/** A key that is short enough to remember thousands, and long enough not to meet another. */
export function shortKey(id: string): string {
	return createHash('sha256').update(id).digest('base64url').slice(0, KEY_LENGTH);
}

export const toMinute = (time: number) => Math.max(0, Math.floor(time / MINUTE_MS));

export const releaseEnd = (releaseId: string) => releaseId.slice(-RELEASE_LENGTH);

/** Entries from their short form, as {@link packEntries} made it. */
export function unpackEntries(packed: Record<string, string>): Map<string, KnownPost> {
	return new Map(
		Object.entries(packed).map(([key, value]) => {
			const [minute, ...release] = value.slice(1).split('.');
			return [key, { status: value[0], minute: parseInt(minute, 36), release: release.join('.') }];
		}),
	);
}

/** Entries as short texts: `Qhk3x8`, `Phk3x8.18274650`. */
export function packEntries(entries: Map<string, KnownPost>): Record<string, string> {
	return Object.fromEntries(
		[...entries].map(([key, { status, minute, release }]) => [
			key,
			`${status}${minute.toString(36)}${release && `.${release}`}`,
		]),
	);
}

interface Bounds {
	/** Older entries (minute) are forgotten, but for those in `present`. */
	oldest: number;
	/** How many entries there may be. */
	max: number;
	/** The present minute: what is farthest from it is forgotten first. */
	now: number;
	/** Keys of posts that the service still lists. */
	present: Set<string>;
}

/**
 * The entries worth keeping. If they are more than there is room for, `reach` is the minute from
 * which on posts are no longer known, and `from` the one before which they are not.
 */
export function forget(
	entries: Map<string, KnownPost>,
	{ oldest, max, now, present }: Bounds,
): { kept: Map<string, KnownPost>; reach?: number; from?: number } {
	const worthKeeping = [...entries].filter(
		([key, { minute }]) => minute >= oldest || present.has(key),
	);
	if (worthKeeping.length <= max) return { kept: new Map(worthKeeping) };

	// A repeating post may have begun long ago and still be listed: it counts as of today.
	const distance = ([, { status, minute }]: [string, KnownPost]) =>
		status === REPEATS ? 0 : Math.abs(minute - now);
	worthKeeping.sort((a, b) => distance(a) - distance(b));
	const forgotten = worthKeeping.slice(max).map(([, { minute }]) => minute);
	const later = forgotten.filter((minute) => minute > now);
	const earlier = forgotten.filter((minute) => minute <= now);
	return {
		kept: new Map(worthKeeping.slice(0, max)),
		...(later.length > 0 && { reach: Math.min(...later) }),
		...(earlier.length > 0 && { from: Math.max(...earlier) + 1 }),
	};
}
