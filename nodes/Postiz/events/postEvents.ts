import type { IDataObject } from 'n8n-workflow';

import { OVERDUE_MS } from '../calendar/overdue';
import { postRow, RELEASE_MISSING } from '../calendar/row';
import { passes, type ChannelFilters } from '../channels/filters';
import type { ListedPost } from '../transport/types';
import { MINUTE_MS, serviceTime } from '../values/date';
import { groupBy } from '../values/groupBy';
import { smallest } from '../values/lists';
import type { EventName } from './fields';
import type { TriggerOptions } from './options';
import {
	findLongPublished,
	isUncharted,
	lookedAtDate,
	LOOK_BACK_MS,
	MAX_WAIT_MS,
	settle,
	usable,
	type KnownPost,
	type LookAt,
	type PostMemory,
} from './postMemory';

/** A repeating post has one state for all its dates, which may still be that of the date before. */
export const REPEAT_DELAY_MS = 10 * MINUTE_MS;

const EVENT_OF = new Map<string, EventName>([
	['PUBLISHED', 'postPublished'],
	['ERROR', 'postFailed'],
]);

/** A post on one of its dates. */
interface Occurrence {
	listed: ListedPost;
	date: number;
}

/** One, or all dates of a repeating post. */
type Occurrences = [Occurrence, ...Occurrence[]];

/**
 * An item for each post of a window that is new, was published, failed or is overdue, by date, and the memory for
 * the next look. If nothing is remembered, nothing is reported; in another account or group (`isSameScope`) only
 * what went out, or became overdue, since.
 */
export function findPostEvents(
	memory: PostMemory | undefined,
	rows: ListedPost[],
	{ events, filters }: Pick<TriggerOptions, 'events' | 'filters'>,
	{ now, isSameScope, farBack, ahead }: LookAt,
): { events: IDataObject[]; memory: PostMemory; hasNews: boolean } {
	const previous = usable(memory, now);
	const { lookedAt = now, from = now - LOOK_BACK_MS, sawFuture } = previous ?? {};
	const known = new Map(Object.entries(previous?.known ?? {}));
	const posts = readPosts(rows);
	const happened: Array<Occurrence & { event?: EventName }> = [];
	for (const [id, occurrences] of posts) {
		const [first] = occurrences;
		const earlier = known.get(id) ?? findLongPublished(previous, first.listed);
		const { current, outcomes } = repeats(first.listed)
			? compareRepeating(occurrences, earlier, previous?.lookedAt, now)
			: compareSingle(first, earlier, now);
		const isLeft = ({ date }: Occurrence) => !current.repeats || date > current.date;
		const waiting = first.listed.state === 'QUEUE' ? occurrences.filter(isLeft) : [];
		const { overdue, ...told } = findOverdue(waiting, earlier, { previous, isSameScope, now });
		known.set(id, { ...current, ...told });
		if (!previous || (!earlier && !current.repeats && isUncharted(previous, first.date))) continue;
		const isCreated = isSameScope && sawFuture && !earlier;
		if (isCreated) happened.push({ event: 'postCreated', ...first });
		for (const outcome of outcomes.filter(({ date }) => isSameScope || date > lookedAt)) {
			happened.push({ event: EVENT_OF.get(outcome.listed.state), ...outcome });
		}
		for (const late of overdue) happened.push({ event: 'postOverdue', ...late });
	}
	const settled = settle(known, previous, { now, farBack, isListed: (id) => posts.has(id) });
	// Where nobody has looked yet, all would seem to be new.
	const earliest = settled.farBack?.posts ? -Infinity : from;
	return {
		// What did not go out is not what a webhook was called for.
		hasNews: happened.some(({ event }) => event && event !== 'postOverdue'),
		events: happened
			.filter(({ event, listed }) => event && events.includes(event) && isWanted(listed, filters))
			.sort((a, b) => a.date - b.date)
			.map(({ event, listed }) => ({ event, ...postRow(listed, now) })),
		memory: {
			lookedAt: now,
			from: Math.max(earliest, nextStart(posts, now)),
			sawFuture: events.includes('postCreated'),
			...(ahead !== undefined && { ahead }),
			...settled,
		},
	};
}

/** The publish date (ms) from which the next look must know the posts: waiting posts may go out late. */
function nextStart(posts: Map<string, Occurrences>, now: number): number {
	// Repeating posts are listed whatever the window.
	const waiting = [...posts.values()].flatMap(([{ listed, date }]) =>
		listed.state === 'QUEUE' && !repeats(listed) ? [date] : [],
	);
	const firstWaiting = Math.max(smallest(waiting), now - MAX_WAIT_MS);
	return Math.min(now - LOOK_BACK_MS, firstWaiting);
}

const isWanted = ({ integration }: ListedPost, filters: ChannelFilters) =>
	passes(filters, { channelId: integration?.id, identifier: integration?.providerIdentifier });

const repeats = ({ intervalInDays, actualDate }: ListedPost) =>
	Boolean(intervalInDays || actualDate);

/** The posts by ID, each with its dates in order. */
function readPosts(rows: ListedPost[]): Map<string, Occurrences> {
	const dated = rows
		.map((listed) => ({ listed, date: serviceTime(listed.publishDate) }))
		.filter(({ listed, date }) => listed.id && !Number.isNaN(date))
		.sort((a, b) => a.date - b.date);
	return new Map(
		groupBy(dated, ({ listed }) => listed.id).map((post) => [post[0].listed.id, post]),
	);
}

/** What to remember of a post, and the dates at which it went out or failed since the last look. */
function compareSingle(occurrence: Occurrence, earlier: KnownPost | undefined, now: number) {
	const { listed, date } = occurrence;
	const { state, releaseId } = listed;
	// A post that fails keeps the ID of what it published before: it says nothing about the failure.
	const isOnline = state === 'PUBLISHED' && releaseId && releaseId !== RELEASE_MISSING;
	const current: KnownPost = { state, date, ...(isOnline && { releaseId }) };
	if (wentOut(earlier, current, now)) return { current, outcomes: [occurrence] };
	// What n8n's clock calls the future may be the present for the service: the next look decides.
	const isUndecided = earlier && date > now && EVENT_OF.has(state);
	return { current: isUndecided ? earlier : current, outcomes: [] };
}

/** Whether a post has reached its state since, for the first time or again. */
function wentOut(earlier: KnownPost | undefined, current: KnownPost, now: number): boolean {
	if (!earlier || earlier.state !== current.state) return true;
	if (earlier.releaseId && current.releaseId) return earlier.releaseId !== current.releaseId;
	return current.date > earlier.date && current.date <= now;
}

/** As {@link compareSingle}, for a repeating post. */
function compareRepeating(
	occurrences: Occurrences,
	earlier: KnownPost | undefined,
	lookedAt: number | undefined,
	now: number,
) {
	const { state } = occurrences[0].listed;
	const past = occurrences.filter(({ date }) => date <= now);
	const beforeLast = (past.at(-1)?.date ?? now) - 1;
	// Nothing went out before it was seen to repeat: at most the last date did, late.
	const missed = Math.min((lookedAt ?? now) - REPEAT_DELAY_MS, beforeLast);
	const wasSingle = earlier && !earlier.repeats;
	let dealtWith = earlier?.repeats ? earlier.date : missed;
	if (wasSingle && EVENT_OF.has(earlier.state)) dealtWith = Math.max(missed, earlier.date);
	if (state === 'DRAFT') dealtWith = Math.max(dealtWith, beforeLast);
	// The first look takes the state at its word, as it reports nothing.
	const decidedUntil = lookedAt === undefined ? now : now - REPEAT_DELAY_MS;
	const isDecided = ({ date }: Occurrence) => date > dealtWith && date <= decidedUntil;
	const outcomes = EVENT_OF.has(state) ? past.filter(isDecided) : [];
	const current: KnownPost = { state, date: outcomes.at(-1)?.date ?? dealtWith, repeats: true };
	return { current, outcomes };
}

/** Dates that became overdue since, each told once (docs/api.md, Posts that do not go out). */
function findOverdue(
	waiting: Occurrence[],
	earlier: KnownPost | undefined,
	{ previous, isSameScope, now }: { previous?: PostMemory; isSameScope: boolean; now: number },
) {
	const { date: first = Infinity } = waiting[0] ?? {};
	const lookedAt = lookedAtDate(previous, first);
	let { reportedDate, queuedAt } = earlier ?? {};
	const isNew = earlier?.state !== 'QUEUE' || (!earlier.repeats && earlier.date !== first);
	// A post that was just queued for a past date is on its way, not late.
	if (isNew) queuedAt = isSameScope && first <= lookedAt ? now : undefined;
	const overdue = waiting.filter(({ date }) => {
		const overdueAt = Math.max(date, queuedAt ?? date) + OVERDUE_MS;
		return previous && overdueAt > lookedAt && overdueAt <= now && date !== reportedDate;
	});
	reportedDate = overdue.at(-1)?.date ?? reportedDate;
	return { overdue, reportedDate, queuedAt };
}
