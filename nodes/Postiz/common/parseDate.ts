import { DateTime } from 'luxon';

import { describeCurrentTime, SECOND_MS, toLocalTime } from './date';
import {
	type DateOrder,
	findDayWithWrongWeekday,
	isRange,
	parseIso,
	toDateText,
	toIsoTexts,
	ZONE_ABBREVIATION,
} from './dateText';
import { unwrapDate } from './dateValue';
import { createEmptyProblem, Problem } from './problem';
import { quote } from './text';
import { isEmpty } from './value';

/** The label of the option for the {@link DateOrder}. */
export const AMBIGUOUS_DATES = 'Ambiguous Dates';

interface ParseDateOptions {
	/** The label of the field in messages. */
	label?: string;
	/** Only for a field with this option, which messages then mention. */
	dateOrder?: DateOrder;
}

/** Postiz lists each occurrence of a repeating post up to the end of a list (docs/api.md, Listing posts). */
const MAX_TIME = Date.UTC(2201, 0);

/** Parses a date into UTC with milliseconds and Z (docs/api.md, Creating posts). */
export function parseDate(
	entered: unknown,
	workflowZone: string,
	{ label, dateOrder }: ParseDateOptions = {},
): string {
	const [value, timezone] = unwrapDate(entered, workflowZone);
	if (isEmpty(value)) {
		const remedy = 'Enter a date and time, such as 2026-12-14 10:00.';
		throw createEmptyProblem(`${label ?? 'The date'} is empty`, remedy);
	}
	const [date, other] = listPossibleTimes(value, timezone, dateOrder)
		.filter((time) => time < MAX_TIME)
		.map((time) => new Date(time).toISOString());
	const subject = `${label ? `${label}: ` : ''}${quote(value)}`;
	if (date === undefined) {
		throw new Problem(
			`${subject} cannot be read as a date`,
			`${getDateRemedy(toDateText(value), dateOrder)} ${describeCurrentTime(workflowZone)}`,
		);
	}
	if (other === undefined) return date;
	const [day, otherDay] = [date, other].map((time) =>
		toLocalTime(time, timezone).toFormat('d MMMM yyyy'),
	);
	throw new Problem(`${subject} can be ${day} or ${otherDay}`, 'Write it like 2026-12-14 10:00.', {
		forPerson: dateOrder && { or: `set the option ${AMBIGUOUS_DATES}.` },
	});
}

/** Like {@link parseDate}, for the end of a period: a day without a time means the end of that day. */
export function parseEndDate(
	entered: unknown,
	workflowZone: string,
	options: ParseDateOptions = {},
): string {
	const start = parseDate(entered, workflowZone, options);
	const [day, zone] = unwrapDate(entered, workflowZone);
	if (!isDateOnly(day)) return start;
	return DateTime.fromISO(start, { zone }).endOf('day').toUTC().toISO() ?? start;
}

/** True for a day without a time. */
export const isDateOnly = (value: unknown): boolean =>
	typeof value !== 'object' &&
	toIsoTexts(toDateText(value)).some((text) => /^(\d{4}-\d\d-\d\d|\d{8})$/.test(text));

/** In seconds or milliseconds. */
const UNIX_TIME = /^\d{10}(\d{3})?(\.\d+)?$/;

/**
 * Returns the possible times of a date. Without a zone, it is in `timezone`. A skipped hour becomes the next hour,
 * a repeated hour the first one.
 */
export function listPossibleTimes(
	value: unknown,
	timezone: string,
	dateOrder?: DateOrder,
): number[] {
	// A JS or Luxon date. Expressions may have their own copy of Luxon.
	const time = typeof value === 'object' && !Array.isArray(value) ? Number(value) : NaN;
	if (!Number.isNaN(time)) return [time];
	const text = toDateText(value);
	const unix = UNIX_TIME.exec(text);
	if (unix) return [Number(unix[0]) * (unix[1] === undefined ? SECOND_MS : 1)];
	const times = toIsoTexts(text, dateOrder).flatMap((date) => {
		const [first] = parseIso(date, timezone)?.getPossibleOffsets() ?? [];
		return first ? [first.toMillis()] : [];
	});
	// With the offset of `timezone`, it is the start of the range, too.
	const hasOwnOffset = (time: number) =>
		text.endsWith(DateTime.fromMillis(time, { zone: timezone }).toFormat('ZZ'));
	return isRange(text) ? times.filter(hasOwnOffset) : times;
}

/** The usual offsets of abbreviations. */
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

/** Creates the remedy for a text that isn't a date. */
function getDateRemedy(text: string, dateOrder?: DateOrder): string {
	if (isRange(text)) {
		return 'This looks like a range. Enter only its start, or write an offset like 2026-12-14T10:00-05:00.';
	}
	const day = findDayWithWrongWeekday(text, dateOrder);
	if (day) {
		const fact = toLocalTime(day, 'UTC').toFormat("d MMMM yyyy 'is a' cccc");
		return `${fact}: correct the date or the weekday.`;
	}
	const [, zone] = ZONE_ABBREVIATION.exec(text) ?? [];
	return zone === undefined
		? 'Write it like 2026-12-14 10:00 or 2026-12-14T10:00:00Z.'
		: `Instead of ${zone}, write ${ZONES_BY_ABBREVIATION[zone] ?? 'the offset, such as -05:00'}.`;
}
