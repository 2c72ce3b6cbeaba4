import type { IDataObject } from 'n8n-workflow';

import { OVERDUE_MS } from '../calendar/overdue';
import { linkOf, postRow, RELEASE_MISSING } from '../calendar/row';
import { passes, type ChannelFilters } from '../channels/filters';
import type { ListedPost } from '../transport/types';
import { serviceTime } from '../values/date';
import { append, groupBy } from '../values/lists';
import type { EventName } from './fields';
import type { TriggerOptions } from './options';
import { isNew, keepKnown, type KnownPost, type LookWindow, type PostMemory } from './postMemory';

/** A post on one of its dates. */
interface Occurrence {
	listed: ListedPost;
	date: number;
}

/**
 * Returns an item for each post that is new, published, failed or overdue, by date, and the memory for the next look.
 * A post that is unknown, but not new, was outside the filters, or another workspace's: nothing is reported of its time
 * before the last look. Without a memory, nothing is reported at all. `now` is by the service's clock, in ms; `asksYear`
 * says that a whole year was asked for, even if the service couldn't list it.
 */
export function findPostEvents(
	memory: PostMemory | undefined,
	rows: ListedPost[],
	{ events, filters }: Pick<TriggerOptions, 'events' | 'filters'>,
	{
		now,
		window: { start, end, isYear },
		asksYear,
	}: { now: number; window: LookWindow; asksYear?: boolean },
): { events: IDataObject[]; memory: PostMemory; hasNews: boolean } {
	const { lookedAt = Infinity, yearAt = now, askedYearAt = now } = memory ?? {};
	const known = new Map(Object.entries(memory?.known ?? {}));
	if (memory && known.size > 0 && rows.length === 0 && !memory.isEmpty) {
		return { events: [], memory: { ...memory, isEmpty: true }, hasNews: false };
	}
	const posts = readPosts(rows);
	const happened: Array<Occurrence & { event: EventName }> = [];
	for (const [id, occurrences] of posts) {
		const [first] = occurrences;
		const earlier = known.get(id);
		const isCreated = !earlier && isNew(memory, id, first.date);
		const isWatched = earlier !== undefined || isCreated;
		// Postiz doesn't publish repeating posts on the dates that it lists (docs/api.md, Repetition).
		const latest = occurrences.filter(({ date }) => date <= now).at(-1) ?? first;
		const { overdue, ...reported } = findOverdue(latest, earlier, { isWatched, lookedAt, now });
		known.set(id, { ...remember(first, earlier, now), ...reported });
		const outcomes = isWatched || first.date > lookedAt ? findOutcomes(first, earlier, now) : [];
		append(happened, [
			...(isCreated ? [{ event: 'postCreated' as const, ...first }] : []),
			...outcomes.map((event) => ({ event, ...latest })),
			...(overdue ? [{ event: 'postOverdue' as const, ...latest }] : []),
		]);
	}
	return {
		// Webhooks aren't called for overdue posts.
		hasNews: happened.some(({ event }) => event !== 'postOverdue'),
		events: happened
			.filter(({ event, listed }) => events.includes(event) && isWanted(listed, filters))
			.sort((a, b) => a.date - b.date)
			.map(({ event, listed }) => ({ event, ...postRow(listed, { timezone: 'UTC', now }) })),
		memory: {
			lookedAt: now,
			start,
			end,
			yearAt: isYear ? now : yearAt,
			askedYearAt: asksYear ? now : askedYearAt,
			known: keepKnown(known, { listed: new Set(posts.keys()), start, end, now }),
		},
	};
}

const isWanted = ({ integration }: ListedPost, filters: ChannelFilters) =>
	passes(filters, { channelId: integration?.id, identifier: integration?.providerIdentifier });

/** Indexes posts by ID, each with its date or, if it repeats, all its dates in order. */
function readPosts(rows: ListedPost[]) {
	const dated = rows
		.map((listed) => ({ listed, date: serviceTime(listed.publishDate) }))
		.filter(({ listed, date }) => listed.id && !Number.isNaN(date))
		.sort((a, b) => a.date - b.date);
	return new Map(
		groupBy(dated, ({ listed }) => listed.id).map((post) => [post[0].listed.id, post]),
	);
}

/** Identifies a publication of a post; undefined if the network doesn't tell. Releases before 2.13 only list the link. */
const releaseOf = ({ releaseId, ...post }: ListedPost) =>
	releaseId === RELEASE_MISSING ? undefined : releaseId || linkOf(post).postUrl || undefined;

const repeats = ({ intervalInDays, actualDate }: ListedPost) =>
	Boolean(intervalInDays || actualDate);

/** What to remember of a post. */
function remember({ listed, date }: Occurrence, earlier: KnownPost | undefined, now: number) {
	const release = releaseOf(listed) ?? earlier?.release;
	const isAhead = listed.state === 'ERROR' && earlier?.state === 'ERROR' && date > now;
	const post: KnownPost = {
		state: listed.state,
		date: isAhead ? earlier.date : date,
		...(release !== undefined && { release }),
		...(repeats(listed) && { repeats: true }),
	};
	return post;
}

/** Whether a post was published, or failed, since it was known. */
function findOutcomes(
	{ listed, date }: Occurrence,
	earlier: KnownPost | undefined,
	now: number,
): EventName[] {
	const { state, releaseId, releaseURL } = listed;
	const hasFailed = state === 'ERROR';
	// If a later part fails, the post is online all the same (docs/api.md, Reason of a failure).
	const isOnline = state === 'PUBLISHED' || (hasFailed && Boolean(releaseId || releaseURL));
	const isPublished = isOnline && !isKnownRelease(listed, earlier);
	const isLater = earlier !== undefined && date > earlier.date && date <= now;
	const failsAnew = hasFailed && (earlier?.state !== 'ERROR' || isPublished || isLater);
	const outcomes: EventName[] = isPublished ? ['postPublished'] : [];
	return failsAnew ? [...outcomes, 'postFailed'] : outcomes;
}

function isKnownRelease(listed: ListedPost, earlier: KnownPost | undefined): boolean {
	const release = releaseOf(listed);
	if (release !== undefined && earlier?.release !== undefined) {
		return [listed.releaseId, listed.releaseURL].includes(earlier.release);
	}
	// The ID of a publication may be entered later.
	return (
		earlier?.state === 'PUBLISHED' || (release === undefined && earlier?.state === listed.state)
	);
}

/** Whether a post became overdue since the last look; each date is reported once (docs/api.md, Posts that do not go out). */
function findOverdue(
	{ listed, date }: Occurrence,
	earlier: KnownPost | undefined,
	{ isWatched, lookedAt, now }: { isWatched: boolean; lookedAt: number; now: number },
) {
	let { reportedDate, queuedAt } = earlier ?? {};
	if (listed.state !== 'QUEUE') return { overdue: false, reportedDate };
	// A post that was just scheduled for a past date isn't late, but about to be published.
	const isQueued = earlier?.state !== 'QUEUE' || (!earlier.repeats && earlier.date !== date);
	if (isQueued) queuedAt = isWatched && date <= lookedAt ? now : undefined;
	const overdueAt = Math.max(date, queuedAt ?? date) + OVERDUE_MS;
	const isDue = overdueAt <= now && date !== reportedDate;
	if (isDue) reportedDate = date;
	return { overdue: isDue && (isWatched || overdueAt > lookedAt), reportedDate, queuedAt };
}
