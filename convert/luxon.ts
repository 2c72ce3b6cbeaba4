import { isExpression, mapLeaves } from './expressions';
import type { Note } from './types';

const FORMAT = /\.(?:format|toFormat)\(\s*(['"`])(?:(?!\1).)*\1/g;
const WRONG_MINUTES = /([Hh]{1,2}:?)ii/g;

/** The parameters with minutes where a format of a date asks for the week’s year (`HH:ii:ss`). */
export function correctMinutes<T>(parameters: T, note: Note): T {
	let isWrong = false;
	const corrected = mapLeaves(parameters, (value) => {
		if (!isExpression(value)) return value;
		const now = value.replace(FORMAT, (call) => call.replace(WRONG_MINUTES, '$1mm'));
		isWrong ||= now !== value;
		return now;
	}) as T;
	if (isWrong) {
		note(
			'check',
			'The format of a date says “ii” for the minutes, which n8n takes for the year. It now says “mm”',
			'Nothing has to be done. Posts now go out in the minute that is meant.',
		);
	}
	return corrected;
}
