import { OVERDUE_MS } from '../calendar/calendarPost';
import type { PostWindow } from '../transport/listPosts';
import type { ListedPost } from '../transport/apiTypes';
import { DAY_MS, getCreationTime, MINUTE_MS, parseServiceTime } from '../common/date';
import { groupBy } from '../common/lists';
import type { KnownPost, TriggerMemory } from './triggerMemory';

/** How far the dates of posts may lie back that are told, and that are known. */
export const MONTH_MS = 31 * DAY_MS;
const YEAR_MS = 366 * DAY_MS;
/** How late a list may show a post that was just made. */
const MAX_DELAY_MS = MINUTE_MS;

/** The `releaseId` of a published post that isn't linked to the network (docs/api.md, Missing content). */
const RELEASE_MISSING = 'missing';

/** What is new of a post makes an event. */
const EVENTS = [
	['release', 'postPublished'],
	['failure', 'postFailed'],
	['overdue', 'postOverdue'],
] as const;

export interface PostEvent {
	event: (typeof EVENTS)[number][1];
	/** On the date that the event is about. */
	listed: ListedPost;
	/** The date, in ms. */
	date: number;
}

/**
 * The posts to list. Those of the next day show which posts are out already whose dates somebody moves ahead. `now` is in
 * ms.
 */
export const getPollWindow = (memory: TriggerMemory | undefined, now: number): PostWindow => ({
	start: Math.max(Math.min(memory?.listedAt ?? now, now) - MONTH_MS, now - YEAR_MS),
	end: now + DAY_MS,
});

/** True if the date (ms) of a post came, or it was made, since the last list. */
function isNew(id: string, date: number, listedAt: number, now: number): boolean {
	const made = getCreationTime(id) ?? -Infinity;
	const isMade = made > listedAt - MAX_DELAY_MS && made < now + MAX_DELAY_MS;
	// Somebody moves the date of a published post ahead, and it is not published then.
	return isMade || (date > listedAt && date <= now);
}

/**
 * What changed in the list of posts since the last look, by date, and what to know of them from now on. Posts that are
 * neither known nor new were not seen before for other reasons, and count as told. Without a memory, all do.
 */
export function findPostEvents(
	memory: TriggerMemory | undefined,
	rows: ListedPost[],
	now: number,
): { events: PostEvent[]; posts: Record<string, KnownPost> } {
	const { listedAt = -Infinity, posts: known } = memory ?? {};
	// An empty list may be a mistake.
	if (known && rows.length === 0) return { events: [], posts: known };
	const events: PostEvent[] = [];
	const posts: Record<string, KnownPost> = {};
	for (const occurrences of groupBy(sortByDate(rows), ({ listed }) => listed.id)) {
		// Postiz publishes repeating posts on other dates than it lists (docs/api.md, Repetition).
		const [{ date: first }] = occurrences;
		const { listed, date } = occurrences.filter((one) => one.date <= now).at(-1) ?? occurrences[0];
		const { id } = listed;
		const before = known && Object.hasOwn(known, id) ? known[id] : undefined;
		const seen = toKnownPost(
			listed,
			{ first, date, listedAt: known ? listedAt : -Infinity, now },
			before,
		);
		posts[id] = seen;
		if (!known || !(before ?? isNew(id, date, listedAt, now))) continue;
		for (const [mark, event] of EVENTS) {
			const isTold = seen[mark] === undefined || seen[mark] === before?.[mark];
			if (!isTold && (mark !== 'release' || isOnline(listed))) events.push({ event, listed, date });
		}
	}
	return { events: events.sort((a, b) => a.date - b.date), posts };
}

const sortByDate = (rows: ListedPost[]) =>
	rows
		.map((listed) => ({ listed, date: parseServiceTime(listed.publishDate) }))
		.filter(({ listed, date }) => listed.id && !Number.isNaN(date))
		.sort((a, b) => a.date - b.date);

interface Times {
	/** Of a repeating post, the first date, and the latest that has come; else its only one. */
	first: number;
	date: number;
	listedAt: number;
	now: number;
}

/** What is known of a post from now on. */
function toKnownPost(listed: ListedPost, times: Times, before: KnownPost = {}): KnownPost {
	const { state, releaseId, releaseURL } = listed;
	const { first, date, listedAt, now } = times;
	const { overdue } = before;
	const release = getRelease(listed, date, before.release);
	if (state === 'QUEUE') {
		// What was just scheduled for a past date is about to be published.
		const lateFromNow = date > listedAt ? date : now;
		const lateSince = before.due === date ? (before.lateSince ?? date) : lateFromNow;
		const isOverdue = lateSince + OVERDUE_MS <= now;
		return { due: date, lateSince, release, overdue: isOverdue ? date : overdue };
	}
	if (state !== 'ERROR') return { release, overdue };
	// A post that failed, and whose date was moved ahead since, fails again only then.
	const failure = `${first} ${releaseId || releaseURL || ''}`;
	return { release, overdue, failure: first <= now ? failure : (before.failure ?? failure) };
}

/** If a later part fails, the post is online all the same (docs/api.md, Reason of a failure). */
const isOnline = ({ state, releaseId, releaseURL }: ListedPost) =>
	state === 'PUBLISHED' || (state === 'ERROR' && Boolean(releaseId || releaseURL));

/**
 * Identifies the last publication of a post. If the network gives it no ID, a repeating post counts once on each date;
 * an ID that is entered later is no other publication (docs/api.md, Links of published posts).
 */
function getRelease(listed: ListedPost, date: number, before?: string): string | undefined {
	const { releaseId, releaseURL, intervalInDays, actualDate } = listed;
	const id = releaseId || releaseURL || undefined;
	if (!isOnline(listed)) {
		// A post that is queued again keeps the ID.
		const last = before ?? id;
		return last?.startsWith(RELEASE_MISSING) ? undefined : last;
	}
	const isNameless = !id || id === RELEASE_MISSING;
	const nameless = `${RELEASE_MISSING} ${date}`;
	if (intervalInDays || actualDate) return isNameless || before === nameless ? nameless : id;
	return isNameless || before === RELEASE_MISSING ? (before ?? RELEASE_MISSING) : id;
}
