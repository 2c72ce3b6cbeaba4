/** A date before `now` (ms) becomes "now": before Postiz 2.12, it is never published (docs/api.md, Type and date). */
export function atOnceIfDue<Type extends string>(
	type: Type,
	date: string,
	now: number,
): { type: Type | 'now'; date: string } {
	return type === 'schedule' && Date.parse(date) <= now
		? { type: 'now', date: new Date(now).toISOString() }
		: { type, date };
}
