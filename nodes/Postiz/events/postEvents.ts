import { passes } from '../channels/filters';
import type { PostRow } from '../transport/types';
import { DAY_MS, MINUTE_MS, serviceTime } from '../values/time';
import { postItem } from './items';
import {
	forget,
	packEntries,
	releaseEnd,
	REPEATS,
	shortKey,
	toMinute,
	unpackEntries,
	type KnownPost,
} from './postMemory';
import type { Advance, EventName, PostMemory, Snapshot, TriggerOptions } from './types';

/** How far before the last successful look to look: posts go out late, and clocks differ. */
export const LOOK_BACK_MS = 7 * DAY_MS;
/** How long posts that should have gone out are waited for beyond that. */
export const MAX_WAIT_MS = 31 * DAY_MS;
/** How far ahead new posts are looked for. Later ones are reported when their date comes that near. */
export const LOOK_AHEAD_MS = 366 * DAY_MS;
/** What has been published is dated now at the latest, give or take what clocks differ. */
export const CLOCK_MARGIN_MS = DAY_MS;
/** How long posts are remembered that left the window: they may be moved back into it. */
export const KEEP_MS = 60 * DAY_MS;
/** A repeating post has one state for all its dates, which may still be that of the date before. */
export const REPEAT_DELAY_MS = 10 * MINUTE_MS;
/** Entries of about 20 bytes. */
export const MAX_ENTRIES = 10_000;

/** The events that are read from the same list of posts. */
export const POST_EVENTS: EventName[] = ['postCreated', 'postFailed', 'postPublished'];

const STATUS: Record<string, string> = { QUEUE: 'Q', DRAFT: 'D', PUBLISHED: 'P', ERROR: 'E' };
const EVENT_OF: Record<string, EventName> = { P: 'postPublished', E: 'postFailed' };
// Posts of some networks get their id there later (docs/api.md, Missing content).
const NO_RELEASE_YET = 'missing';

interface Post {
	key: string;
	repeats: boolean;
	/** When it goes out; of a repeating post the first time. */
	date: number;
	status: string;
	/** One row, or one for each date of a repeating post, by date. */
	rows: Array<{ row: PostRow; date: number }>;
}

interface Happening {
	event: EventName;
	row: PostRow;
	date: number;
}

/** The dates between which the service has to be asked for posts, in ms by n8n's clock. */
export function postWindow(
	memory: PostMemory | undefined,
	{ events }: Pick<TriggerOptions, 'events'>,
	now: number,
): { start: number; end: number } {
	return {
		start: usable(memory, now)?.from ?? now - LOOK_BACK_MS,
		end: now + (events.includes('postCreated') ? LOOK_AHEAD_MS : CLOCK_MARGIN_MS),
	};
}

/**
 * Compares the posts of a window with what is remembered. Returns an item for each post that is new,
 * was published or failed, by date, and the memory for the next look. If nothing is remembered,
 * nothing is reported.
 */
export function advancePosts(
	memory: PostMemory | undefined,
	{ scope, rows }: NonNullable<Snapshot['posts']>,
	options: TriggerOptions,
	now: number,
): Advance<PostMemory> & { hasNews: boolean } {
	const previous = usable(memory, now);
	const from = previous?.from ?? now - LOOK_BACK_MS;
	const known = unpackEntries(previous?.known ?? {});
	const posts = readPosts(rows);
	const next = new Map(known);
	const happenings: Happening[] = [];

	// In another group or account every post is unknown: only what went out since can be news.
	const isReported = (date: number) =>
		previous !== undefined && (previous.scope === scope || date > previous.lookedAt);
	const reportsNew = previous?.knowsFuture && previous.scope === scope;
	const reach = previous?.reach ?? Infinity;

	for (const post of posts) {
		if (reportsNew && !known.has(post.key) && post.date < reach) {
			happenings.push({ event: 'postCreated', ...post.rows[0] });
		}
		const outcomes = post.repeats
			? dueDates(post, known, { from, now, lookedAt: previous?.lookedAt ?? now })
			: [onlyDate(post, known, now)];
		for (const { key, entry, earlier, isNews, ...happening } of outcomes) {
			next.set(key, entry);
			const event = EVENT_OF[entry.status];
			if (event && isNews && (earlier || isReported(happening.date))) {
				happenings.push({ event, ...happening });
			}
		}
		if (post.repeats) {
			next.set(post.key, { status: REPEATS, minute: toMinute(post.date), release: '' });
		}
	}

	const nextFrom = windowStart(posts, from, now);
	const remembered = forget(next, {
		oldest: toMinute(nextFrom - KEEP_MS),
		max: MAX_ENTRIES,
		now: toMinute(now),
		present: new Set(posts.map(({ key }) => key)),
	});
	return {
		hasNews: happenings.length > 0,
		events: happenings
			.filter(({ event, row }) => isWanted(event, row, options))
			.sort((a, b) => a.date - b.date)
			.map(({ event, row }) => postItem(event, row)),
		memory: {
			scope,
			lookedAt: now,
			from: Math.max(nextFrom, (remembered.from ?? 0) * MINUTE_MS),
			knowsFuture: options.events.includes('postCreated'),
			...(remembered.reach !== undefined && { reach: remembered.reach * MINUTE_MS }),
			known: packEntries(remembered.kept),
		},
	};
}

/** The event of a post's present state, if the state is one. */
export function eventOfState(state: string): EventName | undefined {
	return EVENT_OF[STATUS[state]];
}

/** True if the event of this post was chosen. */
export function isWanted(
	event: EventName,
	{ integration }: PostRow,
	options: TriggerOptions,
): boolean {
	return (
		options.events.includes(event) &&
		passes(options.filters, {
			channelId: integration?.id,
			identifier: integration?.providerIdentifier,
		})
	);
}

// A clock that was far ahead for a while must not silence the trigger until that day comes.
function usable(memory: PostMemory | undefined, now: number): PostMemory | undefined {
	return memory && memory.from <= now ? memory : undefined;
}

function readPosts(rows: PostRow[]): Post[] {
	const posts = new Map<string, Post>();
	for (const row of rows) {
		const date = serviceTime(row.publishDate);
		if (!row.id || Number.isNaN(date)) continue;
		const repeats = Boolean(row.intervalInDays) || Boolean(row.actualDate);
		const first = serviceTime(row.actualDate);
		const post = posts.get(row.id) ?? {
			key: shortKey(row.id),
			repeats,
			date: repeats && !Number.isNaN(first) ? first : date,
			status: STATUS[row.state] ?? '?',
			rows: [],
		};
		post.rows.push({ row, date });
		posts.set(row.id, post);
	}
	for (const { rows: dates } of posts.values()) dates.sort((a, b) => a.date - b.date);
	return [...posts.values()];
}

interface Outcome {
	key: string;
	entry: KnownPost;
	/** What was known of the same date before. */
	earlier?: KnownPost;
	isNews: boolean;
	row: PostRow;
	date: number;
}

function onlyDate(post: Post, known: Map<string, KnownPost>, now: number): Outcome {
	const { key, status, rows } = post;
	const { row, date } = rows[0];
	const { releaseId } = row;
	const release = releaseId && releaseId !== NO_RELEASE_YET ? releaseEnd(releaseId) : '';
	const current = { status, minute: toMinute(date), release };
	const own = known.get(key);
	// Until lately it repeated.
	const earlier = own?.status === REPEATS ? known.get(dateKey(row.id, date)) : own;
	const isNews = wentOut(earlier, current, toMinute(now));
	// What n8n's clock calls the future may be the present for the service: the next look decides.
	const isUndecided = !isNews && earlier !== undefined && current.minute > toMinute(now);
	const entry = isUndecided && EVENT_OF[status] ? earlier : current;
	return { key, entry, earlier, isNews, row, date };
}

/** Whether a post reached its state since: for the first time, or once more. */
function wentOut(earlier: KnownPost | undefined, current: KnownPost, now: number): boolean {
	if (!earlier || earlier.status !== current.status) return true;
	// A post that fails keeps the id of what it published before: it says nothing about the failure.
	const isPublished = EVENT_OF[current.status] === 'postPublished';
	if (isPublished && earlier.release && current.release) return earlier.release !== current.release;
	return current.minute > earlier.minute && current.minute <= now;
}

function dueDates(
	post: Post,
	known: Map<string, KnownPost>,
	{ from, now, lookedAt }: { from: number; now: number; lookedAt: number },
): Outcome[] {
	const { key: postKey, status, rows } = post;
	const own = known.get(postKey);
	const past = rows.filter(({ date }) => date >= from && date <= now);
	const last = past.at(-1);
	// Nothing went out while it was a draft, or before it was first seen to repeat: at most the last of
	// these dates did, late, when the post was put into the calendar.
	const wasMissed = (date: number) =>
		date !== last?.date &&
		(status === STATUS.DRAFT || (own?.status !== REPEATS && date <= lookedAt - REPEAT_DELAY_MS));
	return past.flatMap(({ row, date }) => {
		const isMissed = wasMissed(date);
		// While the state is open, the date is looked at again.
		if (!isMissed && (!EVENT_OF[status] || date > now - REPEAT_DELAY_MS)) return [];
		const key = dateKey(row.id, date);
		const minute = toMinute(date);
		// It was published on this date before it was made to repeat.
		const wasSingle = own && EVENT_OF[own.status] && own.minute === minute;
		const earlier = known.get(key) ?? (wasSingle ? own : undefined);
		// The state of later dates says nothing about this one.
		return {
			key,
			entry: earlier ?? { status, minute, release: '' },
			earlier,
			isNews: !earlier && !isMissed,
			row,
			date,
		};
	});
}

const dateKey = (id: string, date: number) => shortKey(`${id}@${toMinute(date)}`);

function windowStart(posts: Post[], from: number, now: number): number {
	const waiting = posts.flatMap(({ status, rows }) =>
		status === STATUS.QUEUE ? rows.map(({ date }) => date).filter((date) => date >= from) : [],
	);
	const firstWaiting = waiting.reduce((first, date) => Math.min(first, date), Infinity);
	const wanted = Math.min(now - LOOK_BACK_MS, Math.max(firstWaiting, now - MAX_WAIT_MS));
	return Math.max(from, wanted);
}
