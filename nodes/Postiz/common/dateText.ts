import { DateTime, Info, type DateTimeOptions } from 'luxon';

import { DAY_MS, SECOND_MS, toLocalTime } from './date';

/** How a date such as 05/12/2026 is read. */
export type DateOrder = 'reject' | 'dayFirst' | 'monthFirst';

/** Invisible characters and quotes, which sheets and models leave around a date. */
const INVISIBLE_OR_QUOTE =
	/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|^\s*['"“”‘’`]+|(?<!['"“”‘’`])['"“”‘’`]+\s*$/g;
/** Characters that models and word processors write instead of a hyphen. */
const DASHES = /[\u2010-\u2015\u2212]/g;

/** Converts an entered date to text with plain spaces and hyphens. Removes what sheets and models add. */
export const toDateText = (value: unknown): string =>
	String(value).replace(INVISIBLE_OR_QUOTE, '').replace(DASHES, '-').replace(/\s+/g, ' ').trim();

/** Such as `10:00-11:00`. */
const TIME_RANGE = / (\d\d?)(?::\d\d)? ?(?:[ap]m)? ?(?:-|to|until) ?(\d\d?)(?::\d\d)?( ?[ap]m)?$/i;

/** A time at night is followed by an offset, as formatters write it, rather than by the end of a range. */
const NIGHT_WITH_OFFSET = / 0[0-5]:\d\d -\d\d:\d\d$/;

/** True for a text that ends with a range of times. Followed by an earlier hour, the hyphen starts an offset. */
export function isRange(text: string): boolean {
	const [, from, to, meridiem] = TIME_RANGE.exec(text) ?? [];
	return meridiem !== undefined || (Number(to) >= Number(from) && !NIGHT_WITH_OFFSET.test(text));
}

/** A day from an unformatted cell, in days since 1899-12-30: from 1982 to 2119. */
const SERIAL_DAY = /^[3-7]\d{4}(?= |$)/;
/** The time from an unformatted cell, as a fraction of the day. It may be in the next cell. */
const SERIAL_TIME = /(?:(?<=^[3-7]\d{4})| )(0?\.\d+)$/;

const toIsoDay = (days: string) =>
	new Date(Date.UTC(1899, 11, 30) + Number(days) * DAY_MS).toISOString().slice(0, 10);

function toIsoTime(fraction: string): string {
	const seconds = Math.min(
		Math.round((Number(fraction) * DAY_MS) / SECOND_MS),
		DAY_MS / SECOND_MS - 1,
	);
	return new Date(seconds * SECOND_MS).toISOString().slice(11, 19);
}

const WEEKDAY = /^(sun|mon|tue|wed|thu|fri|sat)(?:s|nes|rs?|ur)?(?:day)?\.? /i;
const MONTHS = Info.months('long', { locale: 'en-US' }).map((name) => name.toLowerCase());
/** The ways to write the day, after the weekday. */
const DAY_PATTERNS = [
	/^(?<year>\d{4})(?<separator>[-./])(?<month>\d\d?)\k<separator>(?<day>\d\d?)(?!\d)/,
	/^(?<day>\d\d?)(?:st|nd|rd|th|\.)?[ -](?<name>[a-z]{3,9})\.?[ -](?<year>\d{4})(?!\d)/i,
	/^(?<name>[a-z]{3,9})\.? (?<day>\d\d?)(?:st|nd|rd|th)? (?<year>\d{4})(?!\d)/i,
	/^(?<day>\d\d?)(?<ambiguousSeparator>[-./])(?<month>\d\d?)\k<ambiguousSeparator>(?<year>\d{4})(?!\d)/,
];

/** Returns a date with its day in ISO format, once per possible day. */
export function toIsoTexts(date: string, dateOrder?: DateOrder): string[] {
	const { days, time, weekday } = splitDate(date, dateOrder);
	return days.filter((day) => isOnWeekday(day, weekday)).map((day) => day + time);
}

/** Returns the day of a date with a wrong weekday, in ISO format. Undefined for other dates. */
export function findDayWithWrongWeekday(date: string, dateOrder?: DateOrder): string | undefined {
	const { days, weekday } = splitDate(date, dateOrder);
	return days[0] && !isOnWeekday(days[0], weekday) ? days[0] : undefined;
}

const isOnWeekday = (day: string, weekday: string | undefined) =>
	day === '' ||
	weekday === undefined ||
	toLocalTime(day, 'UTC').toFormat('ccc').toLowerCase() === weekday.toLowerCase();

/**
 * Splits a date into its possible days in ISO format, its time, and its weekday. Without a known day, everything is the
 * time.
 */
function splitDate(
	date: string,
	dateOrder?: DateOrder,
): { days: string[]; time: string; weekday?: string } {
	const normalized = date
		.replace(/,(?= )| at(?= \d)/gi, '')
		.replace(/(\d) ?([ap])\.?m\b\.?/i, '$1 $2m')
		.replace(SERIAL_TIME, (_match, fraction: string) => ` ${toIsoTime(fraction)}`)
		.replace(SERIAL_DAY, toIsoDay);
	const weekday = WEEKDAY.exec(normalized)?.[1];
	const text = normalized.replace(WEEKDAY, '');
	const match = DAY_PATTERNS.map((pattern) => pattern.exec(text)).find(Boolean);
	if (!match?.groups) return { days: [''], time: text };
	const time = text
		.slice(match[0].length)
		.replace(/^([ T])(\d)(?=[: ])/, '$10$2')
		.replace(/(?:GMT|UTC)(?=[+-])/, '');
	return { days: listDays(match.groups, dateOrder), time, weekday };
}

/** The possible days, in ISO format, for the groups of a day pattern. */
function listDays(groups: Partial<Record<string, string>>, dateOrder?: DateOrder): string[] {
	const { year = '', day = '', name, ambiguousSeparator } = groups;
	const monthByName = MONTHS.findIndex((full) => full.startsWith(name?.toLowerCase() ?? ' ')) + 1;
	const month = groups.month ?? String(monthByName);
	const orders = [
		[month, day],
		[day, month],
	].slice(0, ambiguousSeparator ? 2 : 1);
	const days = orders
		.map((parts) => [year, ...parts.map((part) => part.padStart(2, '0'))].join('-'))
		.filter((iso, index, all) => DateTime.fromISO(iso).isValid && all.indexOf(iso) === index);
	// Dates with dots start with the day, unless the option says otherwise.
	if (dateOrder === 'monthFirst') days.reverse();
	const isChosen =
		dateOrder === 'monthFirst' || dateOrder === 'dayFirst' || ambiguousSeparator === '.';
	return days.slice(0, isChosen ? 1 : 2);
}

/** The abbreviation of a time zone at the end of a date. Most are ambiguous. */
export const ZONE_ABBREVIATION = / \(?((?!UTC|GMT|[AP]M)[A-Z]{2,5})\)?$/;

const ISO_DAY = /^\d{4}-?\d\d-?\d\d(?!\d)/;
// With an offset, the zone is redundant, but Luxon would prefer it. A leading digit means a time after a day.
const ZONE_AFTER_OFFSET = /(?<=Z|[+-]\d\d(:?\d\d)?)(\[(?!\d)[^\]]*\]| \((?!\d)[^)]*\))$/i;
const TWELVE_HOURS = ['h a', 'h:mm a', 'h:mm:ss a'].map((time) => `yyyy-MM-dd ${time}`);

/** Parses a result of {@link toIsoTexts}; undefined if it is invalid. Without a zone, it is in `zone`. */
export function parseIso(isoText: string, zone: string): DateTime | undefined {
	const options: DateTimeOptions = { zone, setZone: true, locale: 'en-US' };
	const text = isoText.replace(ZONE_AFTER_OFFSET, '');
	if (!ISO_DAY.test(text) || ZONE_ABBREVIATION.test(text)) return undefined;
	return [
		DateTime.fromISO(text, options),
		DateTime.fromSQL(text, options),
		...TWELVE_HOURS.map((format) => DateTime.fromFormat(text, format, options)),
	].find(({ isValid }) => isValid);
}
