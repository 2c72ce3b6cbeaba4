/** A date that has passed at `now` (ms) means now: before Postiz 2.12, it never goes out (docs/api.md, Type and date). */
export function atOnceIfDue<Type extends string>(
	type: Type,
	date: string,
	now: number,
): { type: Type | 'now'; date: string } {
	return type === 'schedule' && Date.parse(date) <= now
		? { type: 'now', date: new Date(now).toISOString() }
		: { type, date };
}
