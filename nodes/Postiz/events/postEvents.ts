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

/** A repeating post has one state for all dates, which may still be that of the previous date. */
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

/** One date, or all dates of a repeating post. */
type Occurrences = [Occurrence, ...Occurrence[]];

/**
 * Returns an item for each post that is new, published, failed or overdue, by date, and the memory for the next look.
 * Without a memory, nothing is reported; with that of another account or group (see `isSameScope`), only what was
 * published, or became overdue, since then.
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
	// In a window that wasn't checked before, everything would seem new.
	const earliest = settled.farBack?.posts ? -Infinity : from;
	return {
		// Webhooks aren't called for overdue posts.
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

/** The publish date (ms) from which the next look must know all posts, as waiting posts may be published late. */
function nextStart(posts: Map<string, Occurrences>, now: number): number {
	// Repeating posts are listed in every window.
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

/** Indexes posts by ID, each with its dates in order. */
function readPosts(rows: ListedPost[]): Map<string, Occurrences> {
	const dated = rows
		.map((listed) => ({ listed, date: serviceTime(listed.publishDate) }))
		.filter(({ listed, date }) => listed.id && !Number.isNaN(date))
		.sort((a, b) => a.date - b.date);
	return new Map(
		groupBy(dated, ({ listed }) => listed.id).map((post) => [post[0].listed.id, post]),
	);
}

/** What to remember of a post, and whether it was published or failed since the last look. */
function compareSingle(occurrence: Occurrence, earlier: KnownPost | undefined, now: number) {
	const { listed, date } = occurrence;
	const { state, releaseId } = listed;
	// A failed post keeps the ID of its previous publication, which says nothing about the failure.
	const isOnline = state === 'PUBLISHED' && releaseId && releaseId !== RELEASE_MISSING;
	const current: KnownPost = { state, date, ...(isOnline && { releaseId }) };
	if (wentOut(earlier, current, now)) return { current, outcomes: [occurrence] };
	// n8n's future may be the service's present, so the next look decides.
	const isUndecided = earlier && date > now && EVENT_OF.has(state);
	return { current: isUndecided ? earlier : current, outcomes: [] };
}

/** True if the post has reached its state since then, for the first time or again. */
function wentOut(earlier: KnownPost | undefined, current: KnownPost, now: number): boolean {
	if (!earlier || earlier.state !== current.state) return true;
	if (earlier.releaseId && current.releaseId) return earlier.releaseId !== current.releaseId;
	return current.date > earlier.date && current.date <= now;
}

/** Like {@link compareSingle}, for a repeating post. */
function compareRepeating(
	occurrences: Occurrences,
	earlier: KnownPost | undefined,
	lookedAt: number | undefined,
	now: number,
) {
	const { state } = occurrences[0].listed;
	const past = occurrences.filter(({ date }) => date <= now);
	const beforeLast = (past.at(-1)?.date ?? now) - 1;
	// When a post starts to repeat, only its last date may have been missed.
	const missed = Math.min((lookedAt ?? now) - REPEAT_DELAY_MS, beforeLast);
	const wasSingle = earlier && !earlier.repeats;
	let dealtWith = earlier?.repeats ? earlier.date : missed;
	if (wasSingle && EVENT_OF.has(earlier.state)) dealtWith = Math.max(missed, earlier.date);
	if (state === 'DRAFT') dealtWith = Math.max(dealtWith, beforeLast);
	// The first look reports nothing, so it trusts the state.
	const decidedUntil = lookedAt === undefined ? now : now - REPEAT_DELAY_MS;
	const isDecided = ({ date }: Occurrence) => date > dealtWith && date <= decidedUntil;
	const outcomes = EVENT_OF.has(state) ? past.filter(isDecided) : [];
	const current: KnownPost = { state, date: outcomes.at(-1)?.date ?? dealtWith, repeats: true };
	return { current, outcomes };
}

/** Dates that became overdue since then, each reported once (docs/api.md, Posts that do not go out). */
function findOverdue(
	waiting: Occurrence[],
	earlier: KnownPost | undefined,
	{ previous, isSameScope, now }: { previous?: PostMemory; isSameScope: boolean; now: number },
) {
	const { date: first = Infinity } = waiting[0] ?? {};
	const lookedAt = lookedAtDate(previous, first);
	let { reportedDate, queuedAt } = earlier ?? {};
	const isNew = earlier?.state !== 'QUEUE' || (!earlier.repeats && earlier.date !== first);
	// A post that was just scheduled for a past date isn't late, but about to be published.
	if (isNew) queuedAt = isSameScope && first <= lookedAt ? now : undefined;
	const overdue = waiting.filter(({ date }) => {
		const overdueAt = Math.max(date, queuedAt ?? date) + OVERDUE_MS;
		return previous && overdueAt > lookedAt && overdueAt <= now && date !== reportedDate;
	});
	reportedDate = overdue.at(-1)?.date ?? reportedDate;
	return { overdue, reportedDate, queuedAt };
}
