import { describeCurrentTime, formatDateTimeWithZone, MINUTE_MS } from './date';
import { Problem } from './problem';

/** Older dates are treated as mistakes. */
const PAST_TOLERANCE_MS = 5 * MINUTE_MS;

/** True if a date in the past must be a mistake for a new post. */
export function isClearlyPast(date: string, serviceNow: number): boolean {
	return Date.parse(date) < serviceNow - PAST_TOLERANCE_MS;
}

/** True if the date of a post to schedule has passed. */
export const isExpired = (
	{ type, date }: { type: string; date: string },
	serviceNow: number,
): boolean => type === 'schedule' && isClearlyPast(date, serviceNow);

/** What happens to a post with a past date (docs/api.md, Releases). */
export const PAST_DATE_EFFECT = 'Postiz would publish it immediately.';

/** Creates the problem of a post whose date {@link isClearlyPast}. */
export const createPastDateProblem = (
	date: string,
	serviceNow: number,
	timezone: string,
): Problem =>
	new Problem(
		`The date ${formatDateTimeWithZone(date, timezone)} is in the past`,
		`${describeCurrentTime(timezone, serviceNow)} Choose a later date.`,
		{ forPerson: 'to publish it at once, set the option Allow Past Dates.' },
	);
