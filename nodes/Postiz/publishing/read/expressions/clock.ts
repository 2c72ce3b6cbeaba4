/** Matches expressions with the current time: `$now`, `new Date()`, `new Date`, but not `new Date($json.date)`. */
export const CLOCK =
	/\$now\b|\bDateTime\s*\.\s*(?:now|local|utc)\s*\(\s*\)|\bDate\s*\.\s*now\b|\bnew\s+Date\b(?!\s*\(\s*[^)\s])/;
// "$now.startOf('day')", "$now.toFormat('yyyy-MM-dd')": rounds the time, so that all runs of a day have the same date.
const ROUNDED =
	/\.(?:set|startOf|endOf|toFormat|format|toISODate|slice|substring|split|toLocaleString|toLocaleDateString)\s*\(/;
// "$json.date", "$('Sheet')": a value of an item.
const ITEM_VALUE = /\$json\b|\$input\b|\$\(\s*['"`]|\$node\b|\$items\b|\$binary\b/;

/**
 * True if an expression returns a different time on each evaluation, such as `$now.plus(1, 'hour')`. With a value of the
 * item, it is taken for a fixed date.
 */
export const followsClock = (expression: unknown): boolean =>
	typeof expression === 'string' &&
	CLOCK.test(expression) &&
	!ROUNDED.test(expression) &&
	!ITEM_VALUE.test(expression);

// `"date": "{{ $now }}",` in the text of a body, up to the next key.
const DATE_IN_BODY =
	/["']?\bdate["']?\s*:\s*([^]{1,300}?)(?=["']?\b(?:type|shortLink|tags|posts|inter|order)["']?\s*:|$)/;

/** The date in the text of a body of `POST /posts`, with its expressions; undefined if there is none. */
export const findDateInBody = (body: unknown) =>
	typeof body === 'string' ? DATE_IN_BODY.exec(body)?.[1] : undefined;
