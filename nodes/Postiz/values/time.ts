export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** A time of the service in ms, or NaN; without a zone it is meant in UTC (docs/api.md, Free slots). */
export function serviceTime(text: unknown): number {
	if (typeof text !== 'string') return NaN;
	const lacksZone = text.includes('T') && !/T.*(Z|[+-]\d\d:?\d\d)$/i.test(text);
	return Date.parse(lacksZone ? `${text}Z` : text);
}

/** A time of the service as UTC with milliseconds and Z, or undefined if it is none. */
export function utcDate(text: unknown): string | undefined {
	const time = serviceTime(text);
	return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
