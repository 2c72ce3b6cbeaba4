/** Parses a time of the service, or returns NaN; without a zone, it is in UTC (docs/api.md, Free slots). */
export function parseServiceTime(text: unknown): number {
	if (typeof text !== 'string') return NaN;
	const lacksZone = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d[:.\d]*$/i.test(text);
	return Date.parse(lacksZone ? `${text}Z` : text);
}

/** Converts a time of the service to UTC with milliseconds and Z; undefined if it is invalid. */
export function toUtcDate(text: unknown): string | undefined {
	const time = parseServiceTime(text);
	return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
