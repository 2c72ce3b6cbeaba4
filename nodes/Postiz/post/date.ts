import { tryToParseDateTime } from 'n8n-workflow';

import { Problem } from './problem';
import { quote } from './values';

/** How far in the past a date may lie before it counts as a mistake. */
export const PAST_TOLERANCE_MS = 5 * 60_000;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

// Dates in English words, as mail headers, JavaScript and people write them.
const DAY_FIRST = /^(?:[a-z]{3,9},? )?(\d{1,2}) ([a-z]{3})[a-z]* (\d{4})(?=\D|$)/i;
const MONTH_FIRST = /^(?:[a-z]{3,9},? )?([a-z]{3})[a-z]* (\d{1,2}),? (\d{4})(?=\D|$)/i;

// Numbers in any other order are ambiguous: is 01/02/2027 in January or in February? So are most
// short names of time zones.
const DATE = '(?<year>\\d{4})-(?<month>\\d{1,2})-(?<day>\\d{1,2})';
const TIME =
	'(?<hour>\\d{1,2})(?<minute>:\\d\\d)?(?<second>:\\d\\d(?:[.,]\\d{1,9})?)?(?: ?(?<half>[ap])\\.?m\\b\\.?)?';
const ZONE =
	'(?<utc>Z|UTC|GMT)|(?:UTC|GMT)?(?<offset>[+-]\\d\\d(?::?\\d\\d)?)(?:\\[.*\\])?|\\[?(?<place>[a-z]+\\/[\\w+/-]+)\\]?';
const DATE_AND_TIME = new RegExp(
	`^${DATE}(?:(?:T|,? (?:at )?)${TIME})?(?: ?(?:${ZONE}))?(?: \\(.*\\))?$`,
	'i',
);

const WEEK_OR_DAY_OF_YEAR = /^\d{4}-(W[0-5]\d(-[1-7])?|[0-3]\d\d)$/;

/**
 * Reads an n8n date field, an ISO text, a JS date, a Luxon date or a Unix time in milliseconds and
 * gives it as the service wants it: UTC with milliseconds and Z. A text without a zone is meant in
 * `timezone` (an IANA name); `field` names the form's field where it has several. Throws
 * {@link Problem} (API: POST /posts).
 */
export function toServiceDate(value: unknown, timezone: string, field?: string): string {
	if (value === undefined || value === null || String(value).trim() === '') {
		throw new Problem(
			field ? `${field} is empty` : 'The date is empty',
			'Set a date and time, or an expression that yields one for every item.',
		);
	}
	const milliseconds = readMilliseconds(value, timezone);
	if (milliseconds === undefined) {
		throw new Problem(
			`${field ? `${field}: ` : ''}${quote(value)} cannot be read as a date`,
			'Use a form such as 2026-12-14 10:00 (meant in the time zone of the workflow) or 2026-12-14T10:00:00Z. In an expression, a date in another form can be read with DateTime.fromFormat.',
		);
	}
	return new Date(milliseconds).toISOString();
}

function readMilliseconds(value: unknown, timezone: string): number | undefined {
	if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.getTime();
	if (isLuxonDate(value)) {
		const milliseconds = value.toMillis();
		return Number.isNaN(milliseconds) ? undefined : milliseconds;
	}
	// Unix time in milliseconds; smaller numbers are years or the day counts of spreadsheets.
	if (typeof value === 'number') return value >= 1e11 && value < 8.64e15 ? value : undefined;
	const text = String(value).trim().replace(/\s+/g, ' ');
	if (/^\d{13}$/.test(text)) return Number(text);
	const iso = WEEK_OR_DAY_OF_YEAR.test(text) ? text : toIso(text);
	return iso === undefined ? undefined : parse(iso, timezone);
}

/**
 * One strict form for the ways in which people write a calendar date, or undefined. n8n would hand
 * what is not strict to the JavaScript engine, which reads it in the time zone of the server.
 */
function toIso(text: string): string | undefined {
	const match = DATE_AND_TIME.exec(
		text
			.replace(DAY_FIRST, (_all, day, month, year) => `${year}-${monthNumber(month)}-${day}`)
			.replace(MONTH_FIRST, (_all, month, day, year) => `${year}-${monthNumber(month)}-${day}`)
			.replace(/^(\d{4})(\d\d)(\d\d)(?=T|$)/, '$1-$2-$3')
			.replace(/T(\d\d)(\d\d)(\d\d)(?=\D|$)/, 'T$1:$2:$3')
			.replace(/T(\d\d)(\d\d)(?=\D|$)/, 'T$1:$2'),
	);
	if (!match?.groups) return undefined;
	const { year, month, day, utc, offset, place } = match.groups;
	const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
	const hour = hourOf(match.groups);
	if (!isCalendarDay(date) || hour === undefined) return undefined;
	const { minute = ':00', second = ':00' } = match.groups;
	const time = `${hour.padStart(2, '0')}${minute}${second.replace(',', '.')}`;
	return place ? `${date} ${time} ${place}` : `${date}T${time}${utc ? 'Z' : (offset ?? '')}`;
}

function hourOf({ hour = '0', half }: Record<string, string>): string | undefined {
	if (!half) return hour;
	const onTheClock = Number(hour);
	if (onTheClock < 1 || onTheClock > 12) return undefined;
	return String((onTheClock % 12) + (half.toLowerCase() === 'p' ? 12 : 0));
}

// JavaScript takes February 30 for March 2.
function isCalendarDay(date: string): boolean {
	const day = new Date(`${date}T00:00:00Z`);
	return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date);
}

// A name that is no month gives 0, which is refused with the rest of the date.
function monthNumber(name: string): number {
	return MONTHS.indexOf(name.toLowerCase()) + 1;
}

function parse(iso: string, timezone: string): number | undefined {
	try {
		const milliseconds = tryToParseDateTime(iso, timezone).toMillis();
		const year = new Date(milliseconds).getUTCFullYear();
		return year >= 1970 && year <= 9999 ? milliseconds : undefined;
	} catch {
		return undefined;
	}
}

function isLuxonDate(value: unknown): value is { toMillis: () => number } {
	return typeof value === 'object' && value !== null && 'toMillis' in value;
}

/** True where a date of the service's form lies in the past. */
export function isPast(date: string, now: number): boolean {
	return Date.parse(date) < now - PAST_TOLERANCE_MS;
}

/** A date of the service's form as sentences show it: `2026-12-14 10:00 UTC`. */
export function showDate(date: string): string {
	return date.replace('T', ' ').replace(/(:\d\d)?\.\d+Z$/, ' UTC');
}

/** Throws {@link Problem} where {@link isPast} is true. */
export function refusePast(date: string, now: number): void {
	if (isPast(date, now)) {
		throw new Problem(
			`The date ${showDate(date)} is in the past`,
			'Postiz would publish it at once. Choose a later date, or turn on the option Allow Past Dates if that is what you want.',
		);
	}
}
