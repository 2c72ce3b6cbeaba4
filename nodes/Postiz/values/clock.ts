/** Matches references to the current time. */
const CLOCK =
	/\$now\b|\bDateTime\s*\.\s*(?:now|local|utc)\s*\(\s*\)|\bDate\s*\.\s*now\b|\bnew\s+Date\s*\(\s*\)/;
/** Matches what reduces it to a day. */
const DAY_ALONE =
	/\.set\(\s*\{[^}]*\bhours?\b|\.(?:start|end)Of\(\s*['"](?:day|week|month)|\.toISODate\(/;
const FORMAT = /format\(\s*(['"])(.*?)\1/gi;
/** Matches the date in the text of a body, up to the next key. */
const DATE_IN_BODY =
	/["']?\bdate["']?\s*:\s*([^]{1,300}?)(?=["']?\b(?:type|shortLink|tags|posts|inter|order)["']?\s*:|$)/;

/** True if an expression returns another time of day on each evaluation, such as `$now.plus(1, 'hour')`. */
export function followsClock(expression: unknown): boolean {
	if (typeof expression !== 'string' || !CLOCK.test(expression)) return false;
	const formats = [...expression.matchAll(FORMAT)].map(([, , format = '']) => format);
	const hasTime = formats.length === 0 || formats.some((format) => /h/i.test(format));
	return hasTime && !DAY_ALONE.test(expression);
}

/** Like {@link followsClock}, for the date in an expression of a body of `POST /posts`. */
export const hasDateByClock = (body: unknown): boolean =>
	typeof body === 'string' && followsClock(DATE_IN_BODY.exec(body)?.[1]);
