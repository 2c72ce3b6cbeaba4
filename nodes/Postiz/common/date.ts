import { DateTime } from 'luxon';

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

/** Formats an ISO date with an offset or Z in `timezone` (an IANA name): `2026-12-14 10:00`. */
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

/** A sentence with the current time, which people and models may get wrong. */
export const describeCurrentTime = (timezone: string, time = Date.now()): string =>
	`It is ${addWeekdays(formatDateTimeWithZone(new Date(time).toISOString(), timezone))} now.`;

/** Converts an ISO date to `timezone` (an IANA name), in which a date without an offset or Z already is. */
export function toLocalTime(date: string, timezone: string): DateTime {
	return DateTime.fromISO(date, { zone: timezone, locale: 'en-US' });
}
