import type { PostKey } from '../../values/postKey';
import { comparableText } from '../../text/sameContent';
import { DAY_MS, HOUR_MS, MINUTE_MS, MAX_CLOCK_DIFFERENCE_MS } from '../../values/date';
import type { TimeSpan } from '../../values/spans';
import { whenDigest } from '../plan/key';
import type { PlannedItem, PlannedPost } from '../types';

/** How long ago an earlier run may have sent posts without a fixed date. */
export const REACH_MS = 12 * HOUR_MS;
/** Shorter for a single item from a trigger, which is likely one of many similar ones. */
export const REACH_OF_EVENT_MS = 10 * MINUTE_MS;
/** How far a post may have been moved in the calendar. */
const MOVED_MS = 31 * DAY_MS;

/** What is known when a run starts. */
export interface RunStart {
	/** In ms. */
	startedAt: number;
	/** How long ago, in ms. */
	reach: number;
	/** IDs, or key IDs, of posts that this run created, may have created, or matched with other items. */
	taken: ReadonlySet<string>;
}

/** A post to look for in the calendar. */
export interface Wanted {
	post: PlannedPost;
	channelId: string;
	key: PostKey;
	/** The `when` of its key if it were a draft, or if it were none. */
	otherKind: string;
	isDraft: boolean;
	/** Every run gives it the same date; otherwise it was made within the reach. */
	isFixed: boolean;
	/** Its date is relative to the clock. */
	followsClock: boolean;
	/** In ms, without seconds. */
	minute: number;
	/** Its {@link comparableText}. */
	text: string;
	/** When it may be dated. */
	span: TimeSpan;
}

export const minuteOf = (time: number) => time - (time % MINUTE_MS);

/** A post to look for; `nextSlot` (ms) is the next free slot of its channel, if it goes there. */
export function toWanted(
	item: PlannedItem,
	post: PlannedPost,
	{ startedAt, reach }: Pick<RunStart, 'startedAt' | 'reach'>,
	nextSlot = 0,
): Wanted {
	const { shared, namesDate, followsClock = false } = item;
	const isDraft = shared.type === 'draft';
	const time = Date.parse(shared.date);
	const soon = startedAt + MAX_CLOCK_DIFFERENCE_MS;
	// A relative date was earlier by the time between the runs.
	const lead = followsClock ? Math.max(0, time - startedAt) : 0;
	const isFixed = namesDate && !followsClock;
	return {
		post,
		channelId: post.target.id,
		key: post.key!,
		otherKind: whenDigest(item, !isDraft),
		isDraft,
		isFixed,
		followsClock,
		minute: minuteOf(time),
		text: comparableText(post.parts[0]?.content ?? ''),
		span: isFixed
			? // A date that has passed is sent as of now.
				{ start: time - MOVED_MS, end: Math.max(time + MOVED_MS, time < soon ? soon : 0) }
			: {
					start: startedAt - reach + lead - MAX_CLOCK_DIFFERENCE_MS,
					end: Math.max(soon, nextSlot) + lead,
				},
	};
}
