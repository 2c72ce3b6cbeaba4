import { OVERDUE_MS } from '../calendar/calendarPost';
import { groupBy } from '../common/collections';
import { getCreationTime } from '../common/creationTime';
import { DAY_MS, MINUTE_MS, YEAR_MS } from '../common/date';
import { parseServiceTime } from '../common/serviceTime';
import type { ListedPost } from '../transport/apiTypes';
import type { PostWindow } from '../transport/fetchPosts';
import type { KnownPost, TriggerMemory } from './triggerMemory';

/** How far back the dates of reported and remembered posts may be. */
export const MONTH_MS = 31 * DAY_MS;
/** How long a new post may be missing from lists. */
const MAX_LISTING_DELAY_MS = MINUTE_MS;

/** The `releaseId` of a published post that isn't linked to the network (docs/api.md, Missing content). */
const RELEASE_MISSING = 'missing';

/** The event for each key of a {@link KnownPost} that changes. */
const EVENT_NAMES = [
	['publication', 'postPublished'],
	['failure', 'postFailed'],
	['overdue', 'postOverdue'],
] as const;

/** What has happened to a post since the last poll. */
export interface PostEvent {
	name: (typeof EVENT_NAMES)[number][1];
	/** As listed on the date of the event. */
	post: ListedPost;
	date: number;
}

/** The dates to list, up to tomorrow, as published posts may have been moved there. */
export const getPollWindow = (
	memory: TriggerMemory | undefined,
	serviceNow: number,
): PostWindow => ({
	start: Math.max(
		Math.min(memory?.listedAt ?? serviceNow, serviceNow) - MONTH_MS,
		serviceNow - YEAR_MS,
	),
	end: serviceNow + DAY_MS,
});

/** True if a post became due or was created since the last list. */
function isNew(id: string, date: number, listedAt: number, serviceNow: number): boolean {
	const createdAt = getCreationTime(id) ?? -Infinity;
	const isCreated =
		createdAt > listedAt - MAX_LISTING_DELAY_MS && createdAt < serviceNow + MAX_LISTING_DELAY_MS;
	// A published post that is moved ahead isn't published again, so a date in the future doesn't count.
	return isCreated || (date > listedAt && date <= serviceNow);
}

/**
 * Finds the changes since the last poll, by date. Also returns the new memory. Posts that are neither known nor new
 * were missing from the last list for other reasons, and count as reported. Without a memory, all posts do.
 */
export function findPostEvents(
	memory: TriggerMemory | undefined,
	listedPosts: ListedPost[],
	serviceNow: number,
): { events: PostEvent[]; newMemory: Required<Pick<TriggerMemory, 'posts'>> } {
	const { listedAt = -Infinity, posts: knownPosts } = memory ?? {};
	// An empty list may be a mistake.
	if (knownPosts && listedPosts.length === 0)
		return { events: [], newMemory: { posts: knownPosts } };
	const events: PostEvent[] = [];
	const posts: Record<string, KnownPost> = {};
	for (const occurrences of groupBy(sortByDate(listedPosts), ({ post }) => post.id)) {
		// Postiz publishes repeating posts on other dates than it lists (docs/api.md, Repetition).
		const [{ date: firstDate }] = occurrences;
		const { post, date } =
			occurrences.filter((occurrence) => occurrence.date <= serviceNow).at(-1) ?? occurrences[0];
		const { id } = post;
		const before = knownPosts && Object.hasOwn(knownPosts, id) ? knownPosts[id] : undefined;
		const current = toKnownPost(
			post,
			{ firstDate, currentDate: date, listedAt: knownPosts ? listedAt : -Infinity, serviceNow },
			before,
		);
		posts[id] = current;
		if (!knownPosts || !(before ?? isNew(id, date, listedAt, serviceNow))) continue;
		for (const [key, name] of EVENT_NAMES) {
			const hasChanged = current[key] !== undefined && current[key] !== before?.[key];
			if (hasChanged && (key !== 'publication' || isOnline(post)))
				events.push({ name, post, date });
		}
	}
	return { events: events.sort((a, b) => a.date - b.date), newMemory: { posts } };
}

const sortByDate = (posts: ListedPost[]) =>
	posts
		.map((post) => ({ post, date: parseServiceTime(post.publishDate) }))
		.filter(({ post, date }) => post.id && !Number.isNaN(date))
		.sort((a, b) => a.date - b.date);

interface Times {
	/** The first date of a repeating post, and the latest one in the past; the same for other posts. */
	firstDate: number;
	currentDate: number;
	listedAt: number;
	serviceNow: number;
}

function toKnownPost(post: ListedPost, times: Times, before: KnownPost = {}): KnownPost {
	const { state, releaseId, releaseURL } = post;
	const { firstDate, currentDate, listedAt, serviceNow } = times;
	const { overdue } = before;
	const publication = identifyPublication(post, currentDate, before.publication);
	if (state === 'QUEUE') {
		// A post that was given a past date is due from now on.
		const newDueAt = currentDate > listedAt ? currentDate : serviceNow;
		const dueAt = before.date === currentDate ? (before.dueAt ?? currentDate) : newDueAt;
		const isOverdue = dueAt + OVERDUE_MS <= serviceNow;
		return {
			date: currentDate,
			dueAt,
			publication,
			overdue: isOverdue ? currentDate : overdue,
		};
	}
	if (state !== 'ERROR') return { publication, overdue };
	// A failed post that is moved to a later date fails again only then.
	const failure = `${firstDate} ${releaseId || releaseURL || ''}`;
	return {
		publication,
		overdue,
		failure: firstDate <= serviceNow ? failure : (before.failure ?? failure),
	};
}

/** If a later part fails, the post is online anyway (docs/api.md, Reason of a failure). */
const isOnline = ({ state, releaseId, releaseURL }: ListedPost) =>
	state === 'PUBLISHED' || (state === 'ERROR' && Boolean(releaseId || releaseURL));

/**
 * Identifies the last publication of a post, by its ID on the network. Without an ID, a repeating post counts once on
 * each date. An ID that is entered later doesn't make it a new publication (docs/api.md, Links of published posts).
 */
function identifyPublication(post: ListedPost, date: number, before?: string): string | undefined {
	const { releaseId, releaseURL, intervalInDays, actualDate } = post;
	const id = releaseId || releaseURL || undefined;
	if (!isOnline(post)) {
		// A post that is queued again keeps the ID.
		const last = before ?? id;
		return last?.startsWith(RELEASE_MISSING) ? undefined : last;
	}
	const isWithoutId = !id || id === RELEASE_MISSING;
	const releaseWithoutId = `${RELEASE_MISSING} ${date}`;
	if (intervalInDays || actualDate)
		return isWithoutId || before === releaseWithoutId ? releaseWithoutId : id;
	return isWithoutId || before === RELEASE_MISSING ? (before ?? RELEASE_MISSING) : id;
}
