/** Matches references to the current time. */
const CLOCK =
	/\$now\b|\bDateTime\s*\.\s*(?:now|local|utc)\s*\(\s*\)|\bDate\s*\.\s*now\b|\bnew\s+Date\s*\(\s*\)/;
/** Matches what cuts it to a day or an hour, which is the same in each run of that day. */
const CUT =
	/\.(?:set|startOf|endOf|toFormat|format|toISODate|slice|substring|split|toLocaleString|toLocaleDateString)\s*\(/;
/** Matches a value of the item. */
const OF_ITEM = /\$json\b|\$input\b|\$\(\s*['"`]|\$node\b|\$items\b|\$binary\b/;
const FORMAT = /format\(\s*(['"])(.*?)\1/gi;
/** Matches the date in the text of a body, up to the next key. */
const DATE_IN_BODY =
	/["']?\bdate["']?\s*:\s*([^]{1,300}?)(?=["']?\b(?:type|shortLink|tags|posts|inter|order)["']?\s*:|$)/;

/**
 * True if an expression returns another time on each evaluation, such as `$now.plus(1, 'hour')`; with a value of the item
 * beside the clock, it is a date.
 */
export const followsClock = (expression: unknown): boolean =>
	typeof expression === 'string' &&
	CLOCK.test(expression) &&
	!CUT.test(expression) &&
	!OF_ITEM.test(expression);

/** The date in the text of a body of `POST /posts`, with its expressions; undefined if there is none. */
export const dateInBody = (body: unknown) =>
	typeof body === 'string' ? DATE_IN_BODY.exec(body)?.[1] : undefined;

/** What a format prints that nobody means in a date, and how to write what is meant. */
const MISPRINTS: Array<[RegExp, string]> = [
	[/HH?:ii?/i, 'prints the year: use HH:mm'],
	[/[Hh]{1,2}:MM?/, 'prints the month: use HH:mm'],
	[/y+[-/.]mm?\b|\bmm?[-/.]y+|\bd+[-/.]mm?\b/, 'prints the minutes: use MM for the month'],
	[/\bhh?:mm(?!.*a)/, 'prints 01:00 for 13:00: use HH:mm'],
];

/**
 * What is wrong with a format in the expression of a date, such as “HH:ii prints the year: use HH:mm”; undefined if
 * nothing is.
 */
export function misprintIn(expression = ''): string | undefined {
	for (const [, , format = ''] of expression.matchAll(FORMAT)) {
		for (const [sign, what] of MISPRINTS) {
			const [found] = sign.exec(format) ?? [];
			if (found !== undefined) return `${found} ${what}`;
		}
	}
	return undefined;
}
