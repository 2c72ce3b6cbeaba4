import { DateTime } from 'luxon';

import { Problem } from './problem';

export const SECOND_MS = 1000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
/** The longest year. */
export const YEAR_MS = 366 * DAY_MS;
/** Between the clocks of n8n and Postiz. */
export const MAX_CLOCK_DIFFERENCE_MS = 10 * MINUTE_MS;

/** True if two dates of a post are less than a minute apart; the service may store them without seconds. */
export const isWithinAMinute = (first: string, second: string) =>
	Math.abs(Date.parse(first) - Date.parse(second)) < MINUTE_MS;

/** Returns the first and the last of these times. */
export const getTimeSpan = (times: number[]): { start: number; end: number } => ({
	// Not spread, as a function takes only so many arguments.
	start: times.reduce((first, time) => Math.min(first, time)),
	end: times.reduce((last, time) => Math.max(last, time)),
});

export const toMinuteNumber = (time: number) => Math.floor(time / MINUTE_MS);

/** Older dates are treated as mistakes. */
const PAST_TOLERANCE_MS = 5 * MINUTE_MS;

/** True if a date in the past must be a mistake for a new post. */
export function isClearlyPast(date: string, serviceNow: number): boolean {
	return Date.parse(date) < serviceNow - PAST_TOLERANCE_MS;
}

/** Formats a date of the service in `timezone` (an IANA name): `2026-12-14 10:00`. */
export function formatDateTime(date: string, timezone: string): string {
	return toLocalTime(date, timezone).toFormat('yyyy-MM-dd HH:mm');
}

/** Like {@link formatDateTime}, with the zone: `2026-12-14 10:00 Europe/Berlin`, which can be entered, too. */
export function formatDateTimeWithZone(date: string, timezone: string): string {
	return `${formatDateTime(date, timezone)} ${toLocalTime(date, timezone).zoneName}`;
}

/** Formats a date without its year, for the last and next months: `14 Dec 10:00`. */
export const formatShortTime = (date: string, timezone: string): string =>
	toLocalTime(date, timezone).toFormat('d LLL HH:mm');

/** Adds the weekday to each of these times in a text, as models get it wrong. */
export const addWeekdays = (text: string): string =>
	text.replace(
		/\d{4}-\d\d-\d\d(?= \d\d:\d\d)/g,
		(day) => `${toLocalTime(day, 'UTC').toFormat('cccc')} ${day}`,
	);

/** A sentence with the current time, about which people and models may be wrong. */
export const describeCurrentTime = (timezone: string, time = Date.now()): string =>
	`It is ${addWeekdays(formatDateTimeWithZone(new Date(time).toISOString(), timezone))} now.`;

/** Converts a date of the service to `timezone` (an IANA name). */
export function toLocalTime(date: string, timezone: string): DateTime {
	return DateTime.fromISO(date, { zone: timezone, locale: 'en-US' });
}

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

/** Parses a time of the service, or returns NaN; without a zone, it is in UTC (docs/api.md, Free slots). */
export function parseServiceTime(text: unknown): number {
	if (typeof text !== 'string') return NaN;
	const lacksZone = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d[:.\d]*$/i.test(text);
	return Date.parse(lacksZone ? `${text}Z` : text);
}

/** Converts a time of the service to UTC with milliseconds and Z; undefined if it is invalid. */
export function toUtcDate(text: unknown): string | undefined {
	const time = parseServiceTime(text);
	return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

/** Decodes from an ID when it was created. Undefined if the ID has no time (docs/api.md, Words). */
export function getCreationTime(id: string): number | undefined {
	const [, time] = /^c([0-9a-z]{8})[0-9a-z]{16}$/.exec(id) ?? [];
	return time === undefined ? undefined : parseInt(time, 36);
}
