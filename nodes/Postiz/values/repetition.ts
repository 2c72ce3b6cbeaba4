import { DAY_MS, showDate } from './date';
import { smallest } from './lists';
import { count } from './words';
import { Problem } from './problem';

/** When a post made at `madeAt` (ms) that repeats every `inter` days goes out for the second time, in ms (docs/api.md, Repetition). */
export const firstRepeat = (madeAt: number, inter: number) => madeAt + inter * DAY_MS;

/** The problem of a post whose first repeat is due by its date: Postiz would publish it twice at once. */
export function doubledProblem(
	{ date, inter }: { date: string; inter?: number },
	{ madeAt, timezone, exists = false }: { madeAt?: number; timezone: string; exists?: boolean },
): Problem | undefined {
	if (!inter || madeAt === undefined) return undefined;
	const repeat = firstRepeat(madeAt, inter);
	if (Date.parse(date) < repeat) return undefined;
	const show = (ms: number) => showDate(new Date(ms).toISOString(), timezone);
	return new Problem(
		`A post that repeats every ${count(inter, 'day')} would be published twice on ${showDate(date, timezone)}`,
		exists
			? `Postiz counts the days from when the post was made, ${show(madeAt)}, not from its date. Choose a date before ${show(repeat)}, remove its repetition, or delete it and create it anew.`
			: `Postiz counts the days from now, not from the date. Choose a date before ${show(repeat)}, or leave out the repetition.`,
		{ forPerson: exists ? undefined : 'A Schedule Trigger can create each post anew.' },
	);
}

/** When the first of repeating posts goes out again; `repeats` are their first repeats, in ms. Empty without any. */
export function describeRepeats(repeats: number[], timezone: string): string {
	if (repeats.length === 0) return '';
	const first = showDate(new Date(smallest(repeats)).toISOString(), timezone);
	return `${count(repeats.length, 'post')} will be published again, first on ${first}: Postiz counts the days from when a post is made, not from its date.`;
}
