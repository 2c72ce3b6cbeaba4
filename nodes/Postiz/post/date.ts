import { tryToParseDateTime } from 'n8n-workflow';

import { Problem } from './problem';

/** How far in the past a date may lie before it counts as a mistake. */
export const PAST_TOLERANCE_MS = 5 * 60_000;

// Anything else is ambiguous: is 01/02/2027 in January or in February?
const READABLE_DATE =
	/^(\d{4}-?\d{2}-?\d{2}|\d{4}-W\d{2}|\d{4}-\d{3}|[A-Z][a-z]{2,8}, \d|\d{1,2} [A-Z][a-z]{2} \d{4})/;

/**
 * Reads an n8n date field, an ISO text, a JS date, a Luxon date or a Unix time in milliseconds and
 * gives it as the service wants it: UTC with milliseconds and Z. A text without a zone is meant in
 * `timezone` (an IANA name). Throws {@link Problem} (API: POST /posts).
 */
export function toServiceDate(value: unknown, timezone: string): string {
	if (value === undefined || value === null || String(value).trim() === '') {
		throw new Problem(
			'The date is empty',
			'Set a date and time, or an expression that yields one for every item.',
		);
	}
	const milliseconds = readMilliseconds(value, timezone);
	if (milliseconds === undefined) {
		throw new Problem(
			`“${String(value).slice(0, 60)}” cannot be read as a date`,
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
	const text = String(value).trim();
	if (!READABLE_DATE.test(text)) return undefined;
	try {
		const milliseconds = tryToParseDateTime(text, timezone).toMillis();
		const year = new Date(milliseconds).getUTCFullYear();
		return year >= 1970 && year <= 9999 ? milliseconds : undefined;
	} catch {
		return undefined;
	}
}

function isLuxonDate(value: unknown): value is { toMillis: () => number } {
	return typeof value === 'object' && value !== null && 'toMillis' in value;
}

/** Throws {@link Problem} where a date of the service's form lies in the past. */
export function refusePast(date: string, now: number): void {
	if (Date.parse(date) < now - PAST_TOLERANCE_MS) {
		throw new Problem(
			`The date ${date.replace('T', ' ').replace(/(:\d\d)?\.\d+Z$/, ' UTC')} is in the past`,
			'Postiz would publish it at once. Choose a later date, or turn on the option Allow Past Dates if that is what you want.',
		);
	}
}
