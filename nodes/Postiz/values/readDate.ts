import { DateTime, Info, type DateTimeOptions } from 'luxon';

import { DAY_MS, showDate, showTime } from './date';
import { Problem, quote } from './problem';
import { emptyProblem, isEmpty } from './read';

/** How a date such as 05/12/2026 is read. */
export type DayOrder = 'refuse' | 'dayFirst' | 'monthFirst';
/** The label of the option for it. */
export const DATES_LIKE = 'Dates Like 05/12/2026';

/** Postiz lists each occurrence of a repeating post up to the end of a list (docs/api.md, Listing posts). */
const TOO_FAR = Date.UTC(2201, 0);

/** A date of a `field` in UTC with milliseconds and Z; `order` if there is an option for it (docs/api.md, Creating posts). */
export function toServiceDate(
	value: unknown,
	timezone: string,
	{ field, order }: { field?: string; order?: DayOrder } = {},
): string {
	if (isEmpty(value)) {
		const advice = 'Enter a date and time, such as 2026-12-14 10:00:00.';
		throw emptyProblem(`${field ?? 'The date'} is empty`, advice);
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

/** Like {@link toServiceDate}, for the end of a period: a day without a time means the end of that day. */
export function toServiceEnd(
	...[value, timezone, field]: Parameters<typeof toServiceDate>
): string {
	const start = toServiceDate(value, timezone, field);
	if (!isDayAlone(value)) return start;
	return DateTime.fromISO(start, { zone: timezone }).endOf('day').toUTC().toISO() ?? start;
}

/** True for a day without a time, which means midnight. */
export const isDayAlone = (value: unknown) =>
	typeof value !== 'object' &&
	toIsoTexts(cleaned(value)).some((text) => /^(\d{4}-\d\d-\d\d|\d{8})$/.test(text));

/** From one time of the day to another. */
const RANGE = / (\d\d?)(?::\d\d)? ?(?:[ap]m)? ?(?:-|to|until) ?(\d\d?)(?::\d\d)?( ?[ap]m)?$/i;

/** To an earlier hour, it is an offset. */
function isRange(text: string): boolean {
	const [, from, to, half] = RANGE.exec(text) ?? [];
	return half !== undefined || Number(to) >= Number(from);
}

/** Most abbreviations of time zones are ambiguous. */
const SHORT_ZONE = / \(?((?!UTC|GMT|[AP]M)[A-Z]{2,5})\)?$/;

/** What to change in a text that is no date. */
function adviceOn(text: string): string {
	if (isRange(text)) return 'This is a range: give its start alone.';
	const [, zone] = SHORT_ZONE.exec(text) ?? [];
	return zone === undefined
		? 'Use a form such as 2026-12-14 10:00 or 2026-12-14T10:00:00Z.'
		: `Instead of ${zone}, write the offset, such as -05:00.`;
}

/** In seconds or milliseconds. */
const UNIX_TIME = /^\d{10}(\d{3})?(\.\d+)?$/;

/** In ms, each way to read it. Without a zone, in `timezone`; a skipped hour is the next, a repeated one the first. */
function readTimes(value: unknown, timezone: string, order?: DayOrder): number[] {
	// A JS or Luxon date. Expressions may have their own copy of Luxon.
	const time = typeof value === 'object' && !Array.isArray(value) ? Number(value) : NaN;
	if (!Number.isNaN(time)) return [time];
	const given = cleaned(value);
	if (isRange(given)) return [];
	const unix = UNIX_TIME.exec(given);
	if (unix) return [Number(unix[0]) * (unix[1] === undefined ? 1000 : 1)];
	return toIsoTexts(given, order).flatMap((text) => {
		const date = parseIso(text, { zone: timezone, setZone: true, locale: 'en-US' });
		const [first] = date?.getPossibleOffsets() ?? [];
		return first ? [first.toMillis()] : [];
	});
}

/** What cells and models leave around a date: signs that nobody sees, and quotes. */
const AROUND =
	/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|^\s*['"“”‘’`]+|(?<!['"“”‘’`])['"“”‘’`]+\s*$/g;
/** What models and word processors write for a hyphen. */
const DASHES = /[\u2010-\u2015\u2212]/g;
const cleaned = (value: unknown) =>
	String(value).replace(AROUND, '').replace(DASHES, '-').replace(/\s+/g, ' ').trim();

/** Days since 1899-12-30, as cells of spreadsheets have them without a format, from 1982 to 2119. */
const SHEET_DAY = /^[3-7]\d{4}(?= |$)/;
/** Such a cell's share of the day, in the same cell or the next one. */
const SHEET_TIME = /(?:(?<=^[3-7]\d{4})| )(0?\.\d+)$/;

const isoDayOf = (days: string) =>
	new Date(Date.UTC(1899, 11, 30) + Number(days) * DAY_MS).toISOString().slice(0, 10);

function isoTimeOf(share: string): string {
	const seconds = Math.min(Math.round((Number(share) * DAY_MS) / 1000), DAY_MS / 1000 - 1);
	return new Date(seconds * 1000).toISOString().slice(11, 19);
}

const WEEKDAY = /^(?:sun|mon|tue|wed|thu|fri|sat)(?:s|nes|rs?|ur)?(?:day)?\.? /i;
const MONTHS = Info.months('long', { locale: 'en-US' }).map((name) => name.toLowerCase());
/** How people write days. */
const DAYS = [
	/^(?<year>\d{4})(?<mark>[-./])(?<month>\d\d?)\k<mark>(?<day>\d\d?)(?!\d)/,
	/^(?<day>\d\d?)(?:st|nd|rd|th|\.)?[ -](?<name>[a-z]{3,9})\.?[ -](?<year>\d{4})(?!\d)/i,
	/^(?<name>[a-z]{3,9})\.? (?<day>\d\d?)(?:st|nd|rd|th)? (?<year>\d{4})(?!\d)/i,
	/^(?<day>\d\d?)(?<sign>[-./])(?<month>\d\d?)\k<sign>(?<year>\d{4})(?!\d)/,
];

/** A written date with its day as in ISO, once for each way to read it. */
function toIsoTexts(given: string, order?: DayOrder): string[] {
	const text = given
		.replace(/,(?= )| at(?= \d)/gi, '')
		.replace(/(\d) ?([ap])\.?m\b\.?/i, '$1 $2m')
		.replace(SHEET_TIME, (_found, share: string) => ` ${isoTimeOf(share)}`)
		.replace(SHEET_DAY, isoDayOf)
		.replace(WEEKDAY, '');
	const found = DAYS.map((form) => form.exec(text)).find((match) => match !== null);
	if (!found?.groups) return [text];
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
	const time = text
		.slice(found[0].length)
		.replace(/^([ T])(\d)(?=[: ])/, '$10$2')
		.replace(/(?:GMT|UTC)(?=[+-])/, '');
	return days.slice(0, isChosen ? 1 : 2).map((iso) => iso + time);
}

const WHOLE_ISO_DATE = /^\d{4}-?\d\d-?\d\d(?!\d)/;
// With an offset, the zone is redundant; Luxon would prefer the zone.
const ZONE_AFTER_OFFSET = /(?<=Z|[+-]\d\d(:?\d\d)?)(\[[^\]]*\]| \([^)]*\))$/i;
const TWELVE_HOURS = ['h a', 'h:mm a', 'h:mm:ss a'].map((time) => `yyyy-MM-dd ${time}`);

function parseIso(written: string, options: DateTimeOptions): DateTime | undefined {
	const text = written.replace(ZONE_AFTER_OFFSET, '');
	if (!WHOLE_ISO_DATE.test(text) || SHORT_ZONE.test(text)) return undefined;
	return [
		DateTime.fromISO(text, options),
		DateTime.fromSQL(text, options),
		...TWELVE_HOURS.map((format) => DateTime.fromFormat(text, format, options)),
	].find(({ isValid }) => isValid);
}
