import { DAY_MS, HOUR_MS, MINUTE_MS } from '../values/date';
import type { Calendar, There, Wanted } from './shapes';

/** How long ago a post without a date counts: what is posted twice a day on purpose goes out. */
export const REACH_MS = 11 * HOUR_MS;

/** What is later than this doesn't go out any more (docs/api.md, Posts that do not go out). */
const LATEST_MS = 2 * DAY_MS;

/** The same text, and the date that the row names; without one, made within the reach, or before rows had an ID. */
export const isSameTime = (one: Wanted, { key, age }: There, { reach }: Pick<Calendar, 'reach'>) =>
	key?.text === one.key.text &&
	key.when === one.key.when &&
	(key.when !== null || age <= reach || (one.key.row !== null && key.row === null));

/** The same time, or still to go out: without a date, its row is not sent again meanwhile. */
export const isSameOccasion = (one: Wanted, post: There, calendar: Calendar) =>
	isSameTime(one, post, calendar) || isStillWaiting(one, post, calendar);

/** A post without a date that is a draft, or in the queue; a run that repeats itself on purpose queues another one. */
function isStillWaiting(
	{ key, item }: Wanted,
	{ key: its, state, time }: There,
	{ reach, now }: Calendar,
): boolean {
	const isUndated = key.when === null && its?.when === null && item.shared.type !== 'schedule';
	if (!isUndated || its.text !== key.text || reach < REACH_MS) return false;
	return state === 'DRAFT' || (state === 'QUEUE' && time > now - LATEST_MS);
}

/** The minute of a time in ms, as a number. */
export const minuteOf = (time: number) => Math.floor(time / MINUTE_MS);
