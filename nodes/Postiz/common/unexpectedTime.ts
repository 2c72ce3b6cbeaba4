import { formatDateTime } from './date';
import { type DateOrder, parseIso, toDateText, toIsoTexts } from './dateText';
import { serializeDate, unwrapDate } from './dateValue';
import { isDateOnly, listPossibleTimes } from './parseDate';

/** Creates a note if a post is published at another time than its date suggests. Undefined for other dates. */
export function describeUnexpectedTime(
	entered: unknown,
	workflowZone: string,
	dateOrder?: DateOrder,
): string | undefined {
	const [value, timezone] = unwrapDate(entered, workflowZone);
	const [time, other] = listPossibleTimes(value, timezone, dateOrder);
	if (time === undefined || other !== undefined) return undefined;
	if (isDateOnly(value)) return `the date has no time, so the post goes out at 00:00 ${timezone}`;
	const shown = formatDateTime(new Date(time).toISOString(), workflowZone);
	if (isMidnightUtc(value) && !shown.endsWith(' 00:00')) {
		return `midnight UTC is ${shown} here (${workflowZone})`;
	}
	const skipped = getSkippedTime(value, timezone, dateOrder);
	return (
		skipped &&
		`${skipped} does not exist on this day, as the clocks change: the post goes out at ${shown.slice(11)} ${workflowZone}`
	);
}

/** True for a day as date columns of databases return it. */
function isMidnightUtc(value: unknown): boolean {
	return toIsoTexts(toDateText(serializeDate(value))).some((iso) => MIDNIGHT_UTC.test(iso));
}

const MIDNIGHT_UTC = /[T ]00:00(?::00(?:\.0+)?)? ?(?:Z|UTC|GMT|[+-]00:?00)(?![+-])/;

/** The time of a date, if the clocks of `timezone` skip it on that day. */
function getSkippedTime(
	value: unknown,
	timezone: string,
	dateOrder?: DateOrder,
): string | undefined {
	const [text = ''] = typeof value === 'object' ? [] : toIsoTexts(toDateText(value), dateOrder);
	const [written, moved] = ['UTC', timezone].map((zone) => parseIso(text, zone)?.toFormat('HH:mm'));
	return written === moved ? undefined : written;
}
