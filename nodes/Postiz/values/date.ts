import { DateTime, type DateTimeOptions } from 'luxon';

import { Problem, quote } from './problem';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Older dates are treated as mistakes. */
const PAST_TOLERANCE_MS = 5 * MINUTE_MS;

// Other numeric dates are ambiguous: 01/02/2027 may be in January or February.
const WHOLE_ISO_DATE = /^\d{4}-?\d\d-?\d\d(?!\d)/;
// Most abbreviations of time zones are ambiguous.
const SHORT_ZONE_NAME = / (?!(?:UTC|GMT|[AP]M)$)[A-Z]{2,5}$/i;
// With an offset, the zone is redundant; Luxon would prefer the zone.
const ZONE_AFTER_OFFSET = /(?<=Z|[+-]\d\d(:?\d\d)?)\[[^\]]*\]$/i;
// Luxon would compute with any two numbers.
const WRONG_MINUTES = /[+-]\d\d:?[6-9]\d$/;
const MAX_OFFSET_MINUTES = 14 * 60;
const DAY_ALONE = /^\d{4}(-\d\d?-\d\d?|\d{4})$/;

const TIMES = ['', ' H:mm', ' H:mm:ss', ' h:mm a'];
/** The last one is the format of `String(new Date())`. */
const OTHER_FORMATS = [
	...TIMES.map((time) => `yyyy-M-d${time}`),
	"ccc MMM dd yyyy HH:mm:ss 'GMT'ZZZ",
];

/** A date in UTC with milliseconds and Z (docs/api.md, Creating posts). Throws {@link Problem}. */
export function toServiceDate(value: unknown, timezone: string, field?: string): string {
	if (String(value ?? '').trim() === '') {
		throw new Problem(
			`${field ?? 'The date'} is empty`,
			'Enter a date and time such as 2026-12-14 10:00:00, or an expression that returns one for every item.',
			{ forModel: 'Give a date and time, such as 2026-12-14 10:00:00.' },
		);
	}
	const milliseconds = parseMilliseconds(value, timezone);
	if (milliseconds === undefined) {
		throw new Problem(
			`${field ? `${field}: ` : ''}${quote(value)} cannot be read as a date`,
			...adviseForm(value),
		);
	}
	return new Date(milliseconds).toISOString();
}

/** In ms. Without a zone, the date is in `timezone`; of a skipped hour, it is the next, of a repeated one, the first. */
function parseMilliseconds(value: unknown, timezone: string): number | undefined {
	// A JS or Luxon date. Expressions may have their own copy of Luxon.
	const moment = typeof value === 'object' && !Array.isArray(value) ? Number(value) : NaN;
	if (!Number.isNaN(moment)) return moment;
	// Unix time in milliseconds. Smaller numbers are years, or day counts of spreadsheets.
	if (typeof value === 'number') return value >= 1e11 && value < 8.64e15 ? value : undefined;
	const text = String(value).trim().replace(/\s+/g, ' ');
	if (/^\d{13}$/.test(text)) return Number(text);
	if (SHORT_ZONE_NAME.test(text) || WRONG_MINUTES.test(text)) return undefined;
	const withoutZoneName = text.replace(/ \([^)]*\)$/, '').replace(ZONE_AFTER_OFFSET, '');
	const parsed = parseWritten(withoutZoneName, { zone: timezone, setZone: true, locale: 'en-US' });
	const isOffset = Math.abs(parsed?.offset ?? 0) <= MAX_OFFSET_MINUTES;
	const year = parsed?.toUTC().year ?? 0;
	return parsed && isOffset && year >= 1970 && year <= 9999 ? firstOf(parsed) : undefined;
}

function parseWritten(text: string, options: DateTimeOptions): DateTime | undefined {
	const isIso = WHOLE_ISO_DATE.test(text);
	return [
		...(isIso ? [DateTime.fromISO(text, options), DateTime.fromSQL(text, options)] : []),
		DateTime.fromRFC2822(text, options),
		...OTHER_FORMATS.map((format) => DateTime.fromFormat(text, format, options)),
	].find(({ isValid }) => isValid);
}

/** In ms. Otherwise, the choice between two equal hours would depend on the season of the execution. */
function firstOf(local: DateTime): number {
	const millis = local.toMillis();
	const offsetBefore = local.zone.offset(millis - DAY_MS);
	const earlier = millis - (offsetBefore - local.offset) * MINUTE_MS;
	return local.zone.offset(earlier) === offsetBefore ? earlier : millis;
}

/** True for a day without a time, which means midnight. */
export const isDayAlone = (value: unknown) =>
	typeof value === 'string' && DAY_ALONE.test(value.trim());

/** Like {@link toServiceDate}, for the end of a period: a day without a time means the end of that day. */
export function toServiceEnd(value: unknown, timezone: string, field?: string): string {
	const start = toServiceDate(value, timezone, field);
	if (!isDayAlone(value)) return start;
	return DateTime.fromISO(start, { zone: timezone }).endOf('day').toUTC().toISO() ?? start;
}

// Formats that are common in sheets and feeds.
const DAYS = [
	'd.M.yyyy',
	'M/d/yyyy',
	'd/M/yyyy',
	'd-M-yyyy',
	'M-d-yyyy',
	'MMMM d, yyyy',
	'd MMMM yyyy',
];
const COMMON_FORMATS = DAYS.flatMap((day) => [day, day.replace('MMMM', 'MMM')]).flatMap((day) =>
	TIMES.map((time) => day + time),
);

const COLUMN = '$json.date';

/** Advice for people, and for models, which don't write expressions. */
type Advice = [description: string, more: { forModel: string }];

/** If the format is known, how to write this value, and an expression for a column of such values. */
function adviseForm(value: unknown): Advice {
	const text = String(value).trim();
	const amount = Number(text);
	if (amount >= 1e9 && amount < 1e11) {
		return adviseReadings([[DateTime.fromSeconds(amount), `DateTime.fromSeconds(${COLUMN})`]]);
	}
	if (amount > 20_000 && amount < 80_000) {
		const reading = DateTime.fromISO('1899-12-30').plus({ days: amount });
		const code = `DateTime.fromISO('1899-12-30').plus({ days: ${COLUMN} })`;
		return adviseReadings([[reading, code]], 'It is the day count of a spreadsheet. ');
	}
	const readings = COMMON_FORMATS.map((format): Reading => [
		DateTime.fromFormat(text, format, { locale: 'en-US' }),
		`DateTime.fromFormat(${COLUMN}, '${format}')`,
	]).filter(([date]) => date.isValid);
	return adviseReadings(readings);
}

type Reading = [date: DateTime, code: string];

const USUAL_FORM =
	"Use a form such as 2026-12-14 10:00 (in the workflow's time zone) or 2026-12-14T10:00:00Z.";

function adviseReadings(readings: Reading[], kind = ''): Advice {
	const byDate = new Map(readings.map(([date, code]) => [date.toFormat('yyyy-MM-dd HH:mm'), code]));
	const [first, second] = [...byDate];
	if (!first) return [USUAL_FORM, { forModel: USUAL_FORM }];
	const [written, code] = first;
	const forModel = second
		? `${kind}It can be ${written} or ${second[0]}: write the one you mean.`
		: `${kind}Write it as ${written}.`;
	const codes = second ? `${code} }} or {{ ${second[1]}` : code;
	return [
		`${forModel} For a column of such dates, use {{ ${codes} }} with its own name.`,
		{ forModel },
	];
}

/** True if a date of the service is in the past. */
export function isPast(date: string, now: number): boolean {
	return Date.parse(date) < now - PAST_TOLERANCE_MS;
}

/** Formats a date of the service in `timezone` (an IANA name): `2026-12-14 10:00`. */
export function showTime(date: string, timezone: string): string {
	return inZone(date, timezone).toFormat('yyyy-MM-dd HH:mm');
}

/** Like {@link showTime}, with the zone: `2026-12-14 10:00 Europe/Berlin`, which can be entered, too. */
export function showDate(date: string, timezone: string): string {
	return `${showTime(date, timezone)} ${inZone(date, timezone).zoneName}`;
}

function inZone(date: string, timezone: string): DateTime {
	const local = DateTime.fromISO(date, { zone: timezone, locale: 'en-US' });
	return local.isValid ? local : DateTime.fromISO(date, { zone: 'UTC', locale: 'en-US' });
}

/** The day of a JS date, or of a text that ends in Z, in `timezone`: YYYY-MM-DD, or undefined. */
export function dayOf(moment: Date | string, timezone: string): string | undefined {
	const time = new Date(moment);
	if (Number.isNaN(time.getTime())) return undefined;
	const utc = time.toISOString();
	// Midnight in UTC stands for a day without a time, so it isn't converted.
	return (time.getTime() % DAY_MS === 0 ? utc : showTime(utc, timezone)).slice(0, 10);
}

/** What becomes of a post with a past date (docs/api.md, Releases). */
export const IF_PAST = 'Postiz would publish it immediately, and a release before 2.12 not at all.';

/** The problem of a past date; undefined for others. */
export function pastDateProblem(date: string, now: number, timezone: string): Problem | undefined {
	if (!isPast(date, now)) return undefined;
	return new Problem(
		`The date ${showDate(date, timezone)} is in the past`,
		`${IF_PAST} Choose a later date, or set the option Allow Past Dates.`,
		{
			forModel: `It is ${showDate(new Date(now).toISOString(), timezone)} now. Choose a later date.`,
		},
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
