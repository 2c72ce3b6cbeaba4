import { DAY_MS, HOUR_MS, MINUTE_MS, PAST_TOLERANCE_MS } from '../../values/date';
import type { TimeSpan } from '../../values/spans';
import type { ItemOptions } from '../types';

/** How long ago an earlier run may have sent posts without a fixed date. */
const REACH_MS = 12 * HOUR_MS;
/** Shorter for a single item from a trigger, which is likely one of many similar ones. */
const REACH_OF_EVENT_MS = 10 * MINUTE_MS;
/** The max difference between the clocks of n8n and Postiz. */
const CLOCKS_MS = 10 * MINUTE_MS;

/** In ms. */
interface Moments {
	startedAt: number;
	/** The run was started by a trigger, with a single item. */
	isEvent: boolean;
	listedAt: number;
	/** The next free slot of the channel. */
	nextSlot?: number;
}

/** True if every run gives the item the same date. */
export const isDateFixed = ({ namesDate, followsClock }: ItemOptions) => namesDate && !followsClock;

/** When an earlier run may have dated its post: if the date had passed, for now (docs/api.md, Type and date). */
export function spansOfEarlierRun(
	item: ItemOptions,
	{ startedAt, isEvent, listedAt, nextSlot = 0 }: Moments,
): TimeSpan[] {
	const { type, date } = item.fields;
	const time = Date.parse(date);
	const reach = startedAt - (isEvent ? REACH_OF_EVENT_MS : REACH_MS);
	const soon = listedAt + CLOCKS_MS;
	if (!isDateFixed(item)) {
		// A relative date was earlier by the time between the runs.
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

/** The days around the date of an item, or around the run, in which posts with the same text count as the same. */
export function daysAround(
	{ fields, namesDate, ifSame }: ItemOptions,
	startedAt: number,
): TimeSpan {
	const time = namesDate ? Date.parse(fields.date) : startedAt;
	return { start: time - ifSame.days * DAY_MS, end: time + ifSame.days * DAY_MS };
}
