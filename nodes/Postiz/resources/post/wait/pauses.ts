/** The first pauses between looks once a post is due, in ms, and all later ones. */
const FIRST_PAUSES_MS = [2000, 3000, 5000, 10_000, 20_000, 30_000];
const LATER_PAUSE_MS = 60_000;
/** A post is never out the moment it is due. */
const GRACE_MS = 1000;

/** What decides when to look again; all times in ms. */
export interface Waiting {
	/** When the posts are due. */
	dueAt: number[];
	/** When the wait for each of them ends. */
	until: number[];
	/** How often they were looked at since the first was due. */
	looks: number;
	now: number;
	/** No look before this one: the hourly limit lasts until then. */
	notBefore?: number;
}

/**
 * How long to wait before the next look, in ms: until the first post is due, and longer and longer
 * after that, as some instances count every request. Never longer than until the first wait ends.
 */
export function pauseBefore({ dueAt, until, looks, now, notBefore = 0 }: Waiting): number {
	const firstDue = Math.min(...dueAt);
	const wanted =
		firstDue > now ? firstDue - now + GRACE_MS : (FIRST_PAUSES_MS[looks] ?? LATER_PAUSE_MS);
	return Math.max(0, Math.min(Math.max(wanted, notBefore - now), Math.min(...until) - now));
}
