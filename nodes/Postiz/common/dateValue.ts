import { toObject } from './value';

/**
 * Unwraps dates of Notion, Google and Microsoft into start and time zone, and a list with a single date. Keeps other
 * values.
 */
export function unwrapDate(value: unknown, timezone: string): [value: unknown, timezone: string] {
	if (Array.isArray(value) && value.length === 1) return unwrapDate(value[0], timezone);
	const { start, dateTime, date, time_zone, timeZone } = toObject(value);
	const inner = start ?? dateTime ?? date;
	if (inner === undefined || inner === null) return [value, timezone];
	return unwrapDate(inner, String(time_zone ?? timeZone ?? timezone));
}

/** Converts JS and Luxon dates to text like their own methods; other values stay as they are. */
export function serializeDate(value: unknown): unknown {
	const { toJSON } = toObject(value) as { toJSON?: () => unknown };
	return toJSON?.call(value) ?? value;
}
