import { DateTime, Info, type DateTimeOptions } from 'luxon';

import { DAY_MS, toLocalTime, formatDateTime, describeCurrentTime } from './date';
import { createEmptyProblem } from './fieldProblems';
import { Problem } from './problem';
import { quote } from './text';
import { isEmpty, getProperties } from './value';

/** How a date such as 05/12/2026 is read. */
export type DayOrder = 'reject' | 'dayFirst' | 'monthFirst';
/** The label of the option for it. */
export const AMBIGUOUS_DATES = 'Ambiguous Dates';

interface DateOptions {
	/** How messages name the field. */
	field?: string;
	/** Only for a field with the option; messages mention it then. */
	order?: DayOrder;
}

/** Postiz lists each occurrence of a repeating post up to the end of a list (docs/api.md, Listing posts). */
const MAX_TIME = Date.UTC(2201, 0);

/** Parses a date into UTC with milliseconds and Z (docs/api.md, Creating posts). */
export function toServiceDate(
	entered: unknown,
	workflowZone: string,
	{ field, order }: DateOptions = {},
): string {
	const [value, timezone] = unwrapDate(entered, workflowZone);
	if (isEmpty(value)) {
		const remedy = 'Enter a date and time, such as 2026-12-14 10:00.';
		throw createEmptyProblem(`${field ?? 'The date'} is empty`, remedy);
	}
	const [date, other] = parseTimes(value, timezone, order)
		.filter((time) => time < MAX_TIME)
		.map((time) => new Date(time).toISOString());
	if (date !== undefined && other === undefined) return date;
	const isAmbiguous = date !== undefined && other !== undefined;
	const subject = `${field ? `${field}: ` : ''}${quote(value)}`;
	const formatDay = (time: string) => toLocalTime(time, timezone).toFormat('d MMMM yyyy');
	throw new Problem(
		isAmbiguous
			? `${subject} can be ${formatDay(date)} or ${formatDay(other)}`
			: `${subject} cannot be read as a date`,
		isAmbiguous
			? 'Write it like 2026-12-14 10:00.'
			: `${getDateRemedy(cleanDate(value), order)} ${describeCurrentTime(workflowZone)}`,
		{ forPerson: isAmbiguous && order ? `or set the option ${AMBIGUOUS_DATES}.` : undefined },
	);
}

/** Like {@link toServiceDate}, for the end of a period: a day without a time means the end of that day. */
export function toServiceEnd(
	entered: unknown,
	workflowZone: string,
	options: DateOptions = {},
): string {
	const start = toServiceDate(entered, workflowZone, options);
	const [day, zone] = unwrapDate(entered, workflowZone);
	if (!isDateOnly(day)) return start;
	return DateTime.fromISO(start, { zone }).endOf('day').toUTC().toISO() ?? start;
}

/** Unwraps dates of Notion, Google and Microsoft: their start and time zone. Other values stay as they are. */
export function unwrapDate(value: unknown, timezone: string): [value: unknown, timezone: string] {
	const { start, dateTime, date, time_zone, timeZone } = getProperties(value);
	const inner = start ?? dateTime ?? date;
	if (inner === undefined || inner === null) return [value, timezone];
	return unwrapDate(inner, String(time_zone ?? timeZone ?? timezone));
}

/** Converts JS and Luxon dates to text, as they do themselves; other values stay as they are. */
export function serializeDate(value: unknown): unknown {
	const { toJSON } = getProperties(value) as { toJSON?: () => unknown };
	return toJSON?.call(value) ?? value;
}

/** A note on a date if its post is published at another time than it seems; undefined for others. */
export function explainUnexpectedTime(
	entered: unknown,
	workflowZone: string,
	order?: DayOrder,
): string | undefined {
	const [value, timezone] = unwrapDate(entered, workflowZone);
	const [time, other] = parseTimes(value, timezone, order);
	if (time === undefined || other !== undefined) return undefined;
	if (isDateOnly(value)) return `the date has no time, so the post goes out at 00:00 ${timezone}`;
	const shown = formatDateTime(new Date(time).toISOString(), workflowZone);
	if (isMidnightUtc(value) && !shown.endsWith(' 00:00')) {
		return `midnight UTC is ${shown} here (${workflowZone})`;
	}
	const skipped = getSkippedTime(value, timezone, order);
	return (
		skipped &&
		`${skipped} does not exist on this day, as the clocks change: the post goes out at ${shown.slice(11)} ${workflowZone}`
	);
}

const isDateOnly = (value: unknown) =>
	typeof value !== 'object' &&
	toIsoTexts(cleanDate(value)).some((text) => /^(\d{4}-\d\d-\d\d|\d{8})$/.test(text));

/** True for a day as date columns of databases return it. */
function isMidnightUtc(value: unknown): boolean {
	return toIsoTexts(cleanDate(serializeDate(value))).some((iso) => MIDNIGHT_UTC.test(iso));
}

const MIDNIGHT_UTC = /[T ]00:00(?::00(?:\.0+)?)? ?(?:Z|UTC|GMT|[+-]00:?00)(?![+-])/;

/** The time of a date, if the clocks of `timezone` skip it on that day. */
function getSkippedTime(value: unknown, timezone: string, order?: DayOrder): string | undefined {
	const [text = ''] = typeof value === 'object' ? [] : toIsoTexts(cleanDate(value), order);
	const [written, moved] = ['UTC', timezone].map((zone) => parseIso(text, zone)?.toFormat('HH:mm'));
	return written === moved ? undefined : written;
}

/** Such as `10:00-11:00`. */
const TIME_RANGE = / (\d\d?)(?::\d\d)? ?(?:[ap]m)? ?(?:-|to|until) ?(\d\d?)(?::\d\d)?( ?[ap]m)?$/i;

/** A time at night is followed by an offset, as formatters write it, rather than by the end of a range. */
const NIGHT_WITH_OFFSET = / 0[0-5]:\d\d -\d\d:\d\d$/;

/** Followed by an earlier hour, the hyphen starts an offset. */
function isRange(text: string): boolean {
	const [, from, to, meridiem] = TIME_RANGE.exec(text) ?? [];
	return meridiem !== undefined || (Number(to) >= Number(from) && !NIGHT_WITH_OFFSET.test(text));
}

/** Most abbreviations of time zones are ambiguous. */
const ZONE_ABBREVIATION = / \(?((?!UTC|GMT|[AP]M)[A-Z]{2,5})\)?$/;
/** Their usual offsets. */
const ZONES_BY_ABBREVIATION: Partial<Record<string, string>> = {
	ET: 'America/New_York',
	EST: '-05:00',
	EDT: '-04:00',
	CT: 'America/Chicago',
	CST: '-06:00',
	CDT: '-05:00',
	MT: 'America/Denver',
	MST: '-07:00',
	MDT: '-06:00',
	PT: 'America/Los_Angeles',
	PST: '-08:00',
	PDT: '-07:00',
	WET: '+00:00',
	WEST: '+01:00',
	BST: '+01:00',
	CET: '+01:00',
	CEST: '+02:00',
	EET: '+02:00',
	EEST: '+03:00',
	JST: '+09:00',
	AEST: '+10:00',
	AEDT: '+11:00',
};

function getDateRemedy(text: string, order?: DayOrder): string {
	if (isRange(text)) {
		return 'This looks like a range. Enter only its start, or write an offset like 2026-12-14T10:00-05:00.';
	}
	const { days, weekday } = splitDate(text, order);
	if (days[0] && !isOnWeekday(days[0], weekday)) {
		const fact = toLocalTime(days[0], 'UTC').toFormat("d MMMM yyyy 'is a' cccc");
		return `${fact}: correct the date or the weekday.`;
	}
	const [, zone] = ZONE_ABBREVIATION.exec(text) ?? [];
	return zone === undefined
		? 'Write it like 2026-12-14 10:00 or 2026-12-14T10:00:00Z.'
		: `Instead of ${zone}, write ${ZONES_BY_ABBREVIATION[zone] ?? 'the offset, such as -05:00'}.`;
}

/** In seconds or milliseconds. */
const UNIX_TIME = /^\d{10}(\d{3})?(\.\d+)?$/;

/**
 * The times that a date can mean, in ms; without a zone, in `timezone`. A skipped hour is the next one, a repeated one
 * the first.
 */
function parseTimes(value: unknown, timezone: string, order?: DayOrder): number[] {
	// A JS or Luxon date. Expressions may have their own copy of Luxon.
	const time = typeof value === 'object' && !Array.isArray(value) ? Number(value) : NaN;
	if (!Number.isNaN(time)) return [time];
	const text = cleanDate(value);
	const unix = UNIX_TIME.exec(text);
	if (unix) return [Number(unix[0]) * (unix[1] === undefined ? 1000 : 1)];
	const times = toIsoTexts(text, order).flatMap((date) => {
		const [first] = parseIso(date, timezone)?.getPossibleOffsets() ?? [];
		return first ? [first.toMillis()] : [];
	});
	// With the offset of `timezone`, it is the start of the range, too.
	const hasOwnOffset = (time: number) =>
		text.endsWith(DateTime.fromMillis(time, { zone: timezone }).toFormat('ZZ'));
	return isRange(text) ? times.filter(hasOwnOffset) : times;
}

/** Invisible characters and quotes, which sheets and models leave around a date. */
const INVISIBLE_OR_QUOTE =
	/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|^\s*['"“”‘’`]+|(?<!['"“”‘’`])['"“”‘’`]+\s*$/g;
/** What models and word processors write for a hyphen. */
const DASHES = /[\u2010-\u2015\u2212]/g;
const cleanDate = (value: unknown) =>
	String(value).replace(INVISIBLE_OR_QUOTE, '').replace(DASHES, '-').replace(/\s+/g, ' ').trim();

/** A day from an unformatted cell, in days since 1899-12-30: from 1982 to 2119. */
const SERIAL_DAY = /^[3-7]\d{4}(?= |$)/;
/** The time from such a cell, as a fraction of the day; it may stand in the next cell. */
const SERIAL_TIME = /(?:(?<=^[3-7]\d{4})| )(0?\.\d+)$/;

const toIsoDay = (days: string) =>
	new Date(Date.UTC(1899, 11, 30) + Number(days) * DAY_MS).toISOString().slice(0, 10);

function toIsoTime(fraction: string): string {
	const seconds = Math.min(Math.round((Number(fraction) * DAY_MS) / 1000), DAY_MS / 1000 - 1);
	return new Date(seconds * 1000).toISOString().slice(11, 19);
}

const WEEKDAY = /^(sun|mon|tue|wed|thu|fri|sat)(?:s|nes|rs?|ur)?(?:day)?\.? /i;
const MONTHS = Info.months('long', { locale: 'en-US' }).map((name) => name.toLowerCase());
/** The ways to write a day. */
const DAY_PATTERNS = [
	/^(?<year>\d{4})(?<separator>[-./])(?<month>\d\d?)\k<separator>(?<day>\d\d?)(?!\d)/,
	/^(?<day>\d\d?)(?:st|nd|rd|th|\.)?[ -](?<name>[a-z]{3,9})\.?[ -](?<year>\d{4})(?!\d)/i,
	/^(?<name>[a-z]{3,9})\.? (?<day>\d\d?)(?:st|nd|rd|th)? (?<year>\d{4})(?!\d)/i,
	/^(?<day>\d\d?)(?<ambiguousSeparator>[-./])(?<month>\d\d?)\k<ambiguousSeparator>(?<year>\d{4})(?!\d)/,
];

/** A date with its day in ISO format, once for each day that it can mean. */
function toIsoTexts(date: string, order?: DayOrder): string[] {
	const { days, time, weekday } = splitDate(date, order);
	return days.filter((day) => isOnWeekday(day, weekday)).map((day) => day + time);
}

const isOnWeekday = (day: string, weekday: string | undefined) =>
	day === '' ||
	weekday === undefined ||
	toLocalTime(day, 'UTC').toFormat('ccc').toLowerCase() === weekday.toLowerCase();

/**
 * The days that a date can mean, in ISO format, its time, and its weekday. Without a known day, all of it is the time.
 */
function splitDate(date: string, order?: DayOrder) {
	const normalized = date
		.replace(/,(?= )| at(?= \d)/gi, '')
		.replace(/(\d) ?([ap])\.?m\b\.?/i, '$1 $2m')
		.replace(SERIAL_TIME, (_match, fraction: string) => ` ${toIsoTime(fraction)}`)
		.replace(SERIAL_DAY, toIsoDay);
	const weekday = WEEKDAY.exec(normalized)?.[1];
	const text = normalized.replace(WEEKDAY, '');
	const match = DAY_PATTERNS.map((pattern) => pattern.exec(text)).find(Boolean);
	if (!match?.groups) return { days: [''], time: text };
	const { year = '', day = '', name, ambiguousSeparator } = match.groups;
	const monthByName = MONTHS.findIndex((full) => full.startsWith(name?.toLowerCase() ?? ' ')) + 1;
	const month = match.groups.month ?? String(monthByName);
	const orders = [
		[month, day],
		[day, month],
	].slice(0, ambiguousSeparator ? 2 : 1);
	const days = orders
		.map((parts) => [year, ...parts.map((part) => part.padStart(2, '0'))].join('-'))
		.filter((iso, index, all) => DateTime.fromISO(iso).isValid && all.indexOf(iso) === index);
	// Dates with dots start with the day, unless the option says otherwise.
	if (order === 'monthFirst') days.reverse();
	const isChosen = order === 'monthFirst' || order === 'dayFirst' || ambiguousSeparator === '.';
	const time = text
		.slice(match[0].length)
		.replace(/^([ T])(\d)(?=[: ])/, '$10$2')
		.replace(/(?:GMT|UTC)(?=[+-])/, '');
	return { days: days.slice(0, isChosen ? 1 : 2), time, weekday };
}

const WHOLE_ISO_DATE = /^\d{4}-?\d\d-?\d\d(?!\d)/;
// With an offset, the zone is redundant; Luxon would prefer the zone. What begins with a digit is a time after a day.
const ZONE_AFTER_OFFSET = /(?<=Z|[+-]\d\d(:?\d\d)?)(\[(?!\d)[^\]]*\]| \((?!\d)[^)]*\))$/i;
const TWELVE_HOURS = ['h a', 'h:mm a', 'h:mm:ss a'].map((time) => `yyyy-MM-dd ${time}`);

function parseIso(date: string, zone: string): DateTime | undefined {
	const options: DateTimeOptions = { zone, setZone: true, locale: 'en-US' };
	const text = date.replace(ZONE_AFTER_OFFSET, '');
	if (!WHOLE_ISO_DATE.test(text) || ZONE_ABBREVIATION.test(text)) return undefined;
	return [
		DateTime.fromISO(text, options),
		DateTime.fromSQL(text, options),
		...TWELVE_HOURS.map((format) => DateTime.fromFormat(text, format, options)),
	].find(({ isValid }) => isValid);
}
