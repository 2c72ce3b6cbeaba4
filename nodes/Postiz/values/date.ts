import { DateTime, Info, type DateTimeOptions } from 'luxon';

import { Problem, quote } from './problem';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
/** Between the clocks of n8n and Postiz. */
export const MAX_CLOCK_DIFFERENCE_MS = 10 * MINUTE_MS;

/** True for two dates of a post, as the service may store them without seconds. */
export const isSameMinute = (one: string, other: string) =>
	Math.abs(Date.parse(one) - Date.parse(other)) < MINUTE_MS;

/** Older dates are treated as mistakes. */
const PAST_TOLERANCE_MS = 5 * MINUTE_MS;

const WHOLE_ISO_DATE = /^\d{4}-?\d\d-?\d\d(?!\d)/;
// Most abbreviations of time zones are ambiguous.
const SHORT_ZONE_NAME = / (?!(?:UTC|GMT|[AP]M)$)[A-Z]{2,5}$/i;
// With an offset, the zone is redundant; Luxon would prefer the zone.
const ZONE_AFTER_OFFSET = /(?<=Z|[+-]\d\d(:?\d\d)?)(\[[^\]]*\]| \([^)]*\))$/i;
/** Postiz lists each occurrence of a repeating post up to the end of a list (docs/api.md, Listing posts). */
const TOO_FAR = Date.UTC(2201, 0);
const DAY_ALONE = /^(\d{4}-\d\d-\d\d|\d{8})$/;

const TWELVE_HOURS = ['h a', 'h:mm a', 'h:mm:ss a'].map((time) => `yyyy-MM-dd ${time}`);
const WEEKDAY = /^(?:sun|mon|tue|wed|thu|fri|sat)(?:s|nes|rs?|ur)?(?:day)?\.? /i;
const MONTHS = Info.months('long', { locale: 'en-US' }).map((name) => name.toLowerCase());
/** How people write days. */
const DAYS = [
	/^(?<year>\d{4})(?<mark>[-./])(?<month>\d\d?)\k<mark>(?<day>\d\d?)(?!\d)/,
	/^(?<day>\d\d?)(?:st|nd|rd|th|\.)?[ -](?<name>[a-z]{3,9})\.?[ -](?<year>\d{4})(?!\d)/i,
	/^(?<name>[a-z]{3,9})\.? (?<day>\d\d?)(?:st|nd|rd|th)? (?<year>\d{4})(?!\d)/i,
	/^(?<day>\d\d?)(?<sign>[-./])(?<month>\d\d?)\k<sign>(?<year>\d{4})(?!\d)/,
];
/** Days since 1899-12-30, as cells of spreadsheets have them without a format, from 1982 to 2119. */
const SHEET_DAYS = /^[3-7]\d{4}(\.\d+)?$/;
const SHEET_START = Date.UTC(1899, 11, 30);
/** In seconds or milliseconds. */
const UNIX_TIME = /^\d{10}(\d{3})?(\.\d+)?$/;

/** How a date such as 05/12/2026 is read. */
export type DayOrder = 'refuse' | 'dayFirst' | 'monthFirst';
/** The label of the option for it. */
export const DATES_LIKE = 'Dates Like 05/12/2026';

/** A date of a `field` in UTC with milliseconds and Z; `order` if there is an option for it (docs/api.md, Creating posts). */
export function toServiceDate(
	value: unknown,
	timezone: string,
	{ field, order }: { field?: string; order?: DayOrder } = {},
): string {
	if (String(value ?? '').trim() === '') {
		throw new Problem(
			`${field ?? 'The date'} is empty`,
			'Enter a date and time, such as 2026-12-14 10:00:00.',
			{ forPerson: 'with an expression, check that every item has one.' },
		);
	}
	const [date, other] = readTimes(value, timezone, order)
		.filter((time) => time < TOO_FAR)
		.map((time) => new Date(time).toISOString());
	if (date !== undefined && other === undefined) return date;
	const now = showDate(new Date().toISOString(), timezone);
	const both =
		date && other && `It can be ${showTime(date, timezone)} or ${showTime(other, timezone)}`;
	throw new Problem(
		`${field ? `${field}: ` : ''}${quote(value)} cannot be read as a date`,
		both ? `${both}: write the one you mean.` : `${adviceOn(cleaned(value))} It is ${now} now.`,
		{ forPerson: both && order && `set the option ${DATES_LIKE}.` },
	);
}

/** What to change in a text that is no date. */
function adviceOn(text: string): string {
	if (isRange(text)) return 'This is a range: give its start alone.';
	const [, zone] = / \(?((?!UTC|GMT|[AP]M)[A-Z]{2,5})\)?$/.exec(text) ?? [];
	return zone === undefined
		? 'Use a form such as 2026-12-14 10:00 or 2026-12-14T10:00:00Z.'
		: `Instead of ${zone}, write the offset, such as -05:00.`;
}

/** From one time of the day to another. */
const RANGE = / (\d\d?)(?::\d\d)? ?(?:[ap]m)? ?(?:[-–—]|to|until) ?(\d\d?)(?::\d\d)?( ?[ap]m)?$/i;

/** To an earlier hour, it is an offset. */
function isRange(text: string): boolean {
	const [, from, to, half] = RANGE.exec(text) ?? [];
	return half !== undefined || Number(to) >= Number(from);
}

/** In ms, each way to read it. Without a zone, in `timezone`; a skipped hour is the next, a repeated one the first. */
function readTimes(value: unknown, timezone: string, order?: DayOrder): number[] {
	// A JS or Luxon date. Expressions may have their own copy of Luxon.
	const time = typeof value === 'object' && !Array.isArray(value) ? Number(value) : NaN;
	if (!Number.isNaN(time)) return [time];
	const given = cleaned(value);
	if (isRange(given)) return [];
	const unix = UNIX_TIME.exec(given);
	if (unix) return [Number(unix[0]) * (unix[1] === undefined ? 1000 : 1)];
	return toIsoTexts(given, order).flatMap((written) => {
		const text = written.replace(ZONE_AFTER_OFFSET, '');
		if (SHORT_ZONE_NAME.test(text)) return [];
		const [first] =
			parseIso(text, { zone: timezone, setZone: true, locale: 'en-US' })?.getPossibleOffsets() ??
			[];
		return first ? [first.toMillis()] : [];
	});
}

/** What cells and models leave around a date: signs that nobody sees, and quotes. */
const AROUND = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|^\s*['"“”‘’`]+|['"“”‘’`]+\s*$/g;
/** A time of day as a cell without a format has it, behind its day. */
const SHEET_TIME = /^(.+) (0?\.\d+)$/;

const cleaned = (value: unknown) => String(value).replace(AROUND, '').replace(/\s+/g, ' ').trim();

/** A written date with its day as in ISO, once for each way to read it. */
function toIsoTexts(given: string, order?: DayOrder): string[] {
	const text = given.replace(/,(?= )| at(?= \d)/gi, '').replace(/(\d) ?([ap])\.?m\b\.?/i, '$1 $2m');
	const [, dayAlone, fraction] = SHEET_TIME.exec(text) ?? [];
	if (dayAlone !== undefined) {
		const time = new Date(Math.round(Number(fraction) * (DAY_MS / 1000)) * 1000);
		return toIsoTexts(dayAlone, order).map((iso) =>
			DAY_ALONE.test(iso) ? `${iso}T${time.toISOString().slice(11, 19)}` : iso,
		);
	}
	if (SHEET_DAYS.test(text)) {
		const time = SHEET_START + Math.round((Number(text) * DAY_MS) / 1000) * 1000;
		return [new Date(time).toISOString().slice(0, text.includes('.') ? 19 : 10)];
	}
	const written = text.replace(WEEKDAY, '');
	const found = DAYS.map((form) => form.exec(written)).find((match) => match !== null);
	if (!found?.groups) return [written];
	const { year = '', day = '', name, sign } = found.groups;
	const ofName = MONTHS.findIndex((full) => full.startsWith(name?.toLowerCase() ?? ' ')) + 1;
	const month = found.groups.month ?? String(ofName);
	const orders = [
		[month, day],
		[day, month],
	].slice(0, sign ? 2 : 1);
	const days = orders
		.map((parts) => [year, ...parts.map((part) => part.padStart(2, '0'))].join('-'))
		.filter((iso, index, all) => DateTime.fromISO(iso).isValid && all.indexOf(iso) === index);
	// Nobody writes dots in a date that starts with the month, unless they say so.
	if (order === 'monthFirst') days.reverse();
	const isChosen = order === 'monthFirst' || order === 'dayFirst' || sign === '.';
	const time = written
		.slice(found[0].length)
		.replace(/^([ T])(\d)(?=[: ])/, '$10$2')
		.replace(/(?:GMT|UTC)(?=[+-])/, '');
	return days.slice(0, isChosen ? 1 : 2).map((iso) => iso + time);
}

function parseIso(text: string, options: DateTimeOptions): DateTime | undefined {
	if (!WHOLE_ISO_DATE.test(text)) return undefined;
	return [
		DateTime.fromISO(text, options),
		DateTime.fromSQL(text, options),
		...TWELVE_HOURS.map((format) => DateTime.fromFormat(text, format, options)),
	].find(({ isValid }) => isValid);
}

/** True for a day without a time, which means midnight. */
export const isDayAlone = (value: unknown) =>
	typeof value !== 'object' && toIsoTexts(cleaned(value)).some((text) => DAY_ALONE.test(text));

/** Like {@link toServiceDate}, for the end of a period: a day without a time means the end of that day. */
export function toServiceEnd(
	...[value, timezone, field]: Parameters<typeof toServiceDate>
): string {
	const start = toServiceDate(value, timezone, field);
	if (!isDayAlone(value)) return start;
	return DateTime.fromISO(start, { zone: timezone }).endOf('day').toUTC().toISO() ?? start;
}

/** True if a date of the service is in the past. */
export function isPast(date: string, now: number): boolean {
	return Date.parse(date) < now - PAST_TOLERANCE_MS;
}

/** Formats a date of the service in `timezone` (an IANA name): `2026-12-14 10:00`. */
export function showTime(date: string, timezone: string): string {
	return localTime(date, timezone).toFormat('yyyy-MM-dd HH:mm');
}

/** Like {@link showTime}, with the zone: `2026-12-14 10:00 Europe/Berlin`, which can be entered, too. */
export function showDate(date: string, timezone: string): string {
	return `${showTime(date, timezone)} ${localTime(date, timezone).zoneName}`;
}

/** A date of the service in `timezone` (an IANA name). */
export function localTime(date: string, timezone: string): DateTime {
	return DateTime.fromISO(date, { zone: timezone, locale: 'en-US' });
}

/** What becomes of a post with a past date (docs/api.md, Releases). */
export const IF_PAST = 'Postiz would publish it immediately.';

/** The problem of a past date; undefined for others. */
export function pastDateProblem(date: string, now: number, timezone: string): Problem | undefined {
	if (!isPast(date, now)) return undefined;
	return new Problem(
		`The date ${showDate(date, timezone)} is in the past`,
		`It is ${showDate(new Date(now).toISOString(), timezone)} now. Choose a later date.`,
		{ forPerson: 'to publish it at once, set the option Allow Past Dates.' },
	);
}

/** Parses a time of the service into ms, or NaN; without a zone, it is in UTC (docs/api.md, Free slots). */
export function serviceTime(text: unknown): number {
	if (typeof text !== 'string') return NaN;
	const lacksZone = text.includes('T') && !/T.*(Z|[+-]\d\d:?\d\d)$/i.test(text);
	return Date.parse(lacksZone ? `${text}Z` : text);
}

/** Converts a time of the service to UTC with milliseconds and Z; undefined if it is invalid. */
export function utcDate(text: unknown): string | undefined {
	const time = serviceTime(text);
	return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

/** When something was created, in ms, decoded from its ID; undefined if the ID has no time (docs/api.md, Words). */
export function madeAt(id: string): number | undefined {
	const [, time] = /^c([0-9a-z]{8})[0-9a-z]{16}$/.exec(id) ?? [];
	return time === undefined ? undefined : parseInt(time, 36);
}
