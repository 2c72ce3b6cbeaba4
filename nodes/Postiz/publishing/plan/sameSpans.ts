import { DAY_MS, HOUR_MS, MINUTE_MS, PAST_TOLERANCE_MS } from '../../values/date';
import type { TimeSpan } from '../../values/spans';
import type { ItemOptions } from '../types';

/** How long ago posts without a named date may have been sent by an earlier run. */
const REACH_MS = 12 * HOUR_MS;
/** The same if a trigger started the run for a single item, which may well be one of many alike. */
const REACH_OF_EVENT_MS = 10 * MINUTE_MS;
/** How far the clocks of n8n and Postiz may differ. */
const CLOCKS_MS = 10 * MINUTE_MS;

/** All in ms. */
interface Moments {
	startedAt: number;
	/** A trigger started the run, and it has a single item. */
	isEvent: boolean;
	/** When the calendar was read. */
	listedAt: number;
	/** The next free slot of the channel. */
	nextSlot?: number;
}

/** True if every run gives the item the same date. */
export const isDateFixed = ({ namesDate, followsClock }: ItemOptions) => namesDate && !followsClock;

/** When a post of an earlier run is dated: one with a past date went out at once (docs/api.md, Type and date). */
export function spansOfEarlierRun(
	item: ItemOptions,
	{ startedAt, isEvent, listedAt, nextSlot = 0 }: Moments,
): TimeSpan[] {
	const { type, date } = item.fields;
	const time = Date.parse(date);
	const reach = startedAt - (isEvent ? REACH_OF_EVENT_MS : REACH_MS);
	const soon = listedAt + CLOCKS_MS;
	if (!isDateFixed(item)) {
		// By the clock, it was named as much earlier as the earlier run began.
		const lead = item.followsClock ? Math.max(0, time - startedAt) : 0;
		const end = type === 'nextSlot' ? Math.max(soon, nextSlot) : soon;
		return [{ start: reach + lead, end: end + lead }];
	}
	// Dates may be stored without seconds.
	const start = time - (time % MINUTE_MS);
	const span = { start, end: start + MINUTE_MS - 1 };
	if (type !== 'schedule' || time > startedAt) return [span];
	const end = item.allowsPast ? soon : Math.min(soon, time + PAST_TOLERANCE_MS + CLOCKS_MS);
	const since = Math.max(start, reach);
	return since > end ? [span] : [span, { start: since, end }];
}

/** The days around the date of an item, or around the run, in which a post with its text is the same. */
export function daysAround(
	{ fields, namesDate, ifSame }: ItemOptions,
	startedAt: number,
): TimeSpan {
	const time = namesDate ? Date.parse(fields.date) : startedAt;
	return { start: time - ifSame.days * DAY_MS, end: time + ifSame.days * DAY_MS };
}
