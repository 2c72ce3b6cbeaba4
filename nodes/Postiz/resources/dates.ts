/**
 * A date of the service as UTC with milliseconds and Z, or undefined where it is none. Where the
 * service leaves the zone out, it means UTC (API: GET /find-slot/{id}).
 */
export function utcDate(date: unknown): string | undefined {
	if (typeof date !== 'string') return undefined;
	const hasZone = /(Z|[+-]\d\d:?\d\d)$/i.test(date) || !date.includes('T');
	const time = new Date(hasZone ? date : `${date}Z`);
	return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}
