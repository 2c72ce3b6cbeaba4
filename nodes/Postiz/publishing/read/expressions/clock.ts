/** Matches the current time in an expression: `$now`, `new Date()`, `new Date`, but not `new Date($json.date)`. */
export const CLOCK =
	/\$now\b|\bDateTime\s*\.\s*(?:now|local|utc)\s*\(\s*\)|\bDate\s*\.\s*now\b|\bnew\s+Date\b(?!\s*\(\s*[^)\s])/;
// "$now.startOf('day')", "$now.set({ hour: 9, minute: 0 })": sets the time, so all runs of a day get the same date.
const SET_TIME =
	/\.(?:(?:startOf|endOf)\s*\(\s*['"`](?:day|week|month|quarter|year)|set\s*\((?=[^)]*\bhour)[^)]*\bminute)/;
// "$now.toISODate()", "$now.toFormat('yyyy-MM-dd')", "$now.toISO().slice(0, 10)": leaves out the time.
const WITHOUT_TIME =
	/\.(?:toISODate|toLocaleDateString|toFormat|format)\s*\(|\.toLocaleString\s*\(\s*(?:\)|DateTime\s*\.\s*DATE_)|\.split\s*\(\s*['"`][T ]['"`]\s*\)\s*\[\s*0|\.(?:slice|substring)\s*\(\s*0\s*,\s*(?:\d|10)\s*\)/;
// "toFormat('yyyy-MM-dd HH:mm')"
const FORMAT = /\.(?:toFormat|format)\s*\(\s*(['"`])(.*?)\1/g;
// The tokens of Luxon for hours, minutes, seconds and timestamps.
const TIME_TOKEN = /[HhmsSTtfFxX]/;
// "$now.hour", "$now.toISOTime()", "new Date().getHours()": the time on its own, which may follow a date.
const TIME_ONLY = /\.(?:hour|minute|toISOTime|toLocaleTimeString|get(?:UTC)?(?:Hours|Minutes))\b/;
// "$json.date", "$('Sheet')": a value of an item.
const ITEM_VALUE = /\$json\b|\$input\b|\$\(\s*['"`]|\$node\b|\$items\b|\$binary\b/;

/**
 * True if an expression returns another time on each evaluation, such as `$now.plus(1, 'hour')`. An expression with a
 * value of the item counts as a fixed date.
 */
export const followsClock = (expression: unknown): boolean =>
	typeof expression === 'string' &&
	CLOCK.test(expression) &&
	!SET_TIME.test(expression) &&
	(!WITHOUT_TIME.test(expression) || printsTime(expression)) &&
	!ITEM_VALUE.test(expression);

/** True if an expression prints the time. Quoted words in a format, such as `'T09:00'`, are fixed. */
const printsTime = (expression: string) =>
	TIME_ONLY.test(expression) ||
	[...expression.matchAll(FORMAT)].some(([, , format = '']) =>
		TIME_TOKEN.test(format.replace(/'[^']*'/g, '')),
	);

// `"date": "{{ $now }}",` in a JSON text, up to the next key.
const DATE_IN_BODY =
	/["']?\bdate["']?\s*:\s*([^]{1,300}?)(?=["']?\b(?:type|shortLink|tags|posts|inter|order)["']?\s*:|$)/;

/** Finds the date in the JSON text of a body, with its expressions. Returns undefined if there is none. */
export const findDateInBody = (body: unknown) =>
	typeof body === 'string' ? DATE_IN_BODY.exec(body)?.[1] : undefined;
