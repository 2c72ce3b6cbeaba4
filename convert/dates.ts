import { isExpression } from './expressions';
import type { Note } from './types';

const WITHOUT_ZONE = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d?)(:\d\d(?::\d\d(?:\.\d+)?)?))?$/;

// A Z, the name of a zone, a distance from UTC after the time, or a number of milliseconds.
const WITH_ZONE =
	/\dZ$|\b(?:UTC|GMT)\b|[T:]\d\d[\d:.,]* ?[+-]\d\d(?::?\d\d)?(?:\[.*\])?$|[a-z]\/[a-z]|^\d{13}$/i;

/** Expressions that yield a time zone, too: a date of n8n, a whole ISO text, a number of milliseconds. */
export const SAYS_ZONE =
	/^=\{\{(?!.*includeOffset)[^?|]*(?:\$now|\$today|(?:toISO|toISOString|toMillis|toUTC|plus|minus|startOf|endOf)\((?:[^()]|\([^()]*\))*\))\s*\}\}$|Z$/s;

/**
 * A date as it means the same in the new node. The old one handed a text without a time zone on as
 * it was, which is UTC to the service; the new one reads it in the time zone of the workflow
 * (docs/api.md, Creating posts).
 */
export function toDate(value: unknown, note: Note): unknown {
	if (typeof value !== 'string' || value.trim() === '') return value;
	if (isExpression(value)) {
		if (!SAYS_ZONE.test(value.trim())) {
			note(
				'check',
				`Its date comes from an expression. If that returns a date without a time zone, it was UTC before and is now in the time zone of the workflow`,
				'Look at what the expression returns. If it has no time zone, add one, for example with .toISO() or a Z at the end.',
			);
		}
		return value;
	}
	const text = value.trim();
	if (WITH_ZONE.test(text)) return value;
	const [, day, hour = '0', minutes = ':00:00'] = WITHOUT_ZONE.exec(text) ?? [];
	if (day === undefined) {
		note(
			'todo',
			`Its date is “${text}”, without a time zone. If Postiz took it, it was in UTC; the new node reads it in the time zone of the workflow, if it can`,
			'Choose the date anew.',
		);
		return value;
	}
	const date = `${day}T${hour.padStart(2, '0')}${minutes}Z`;
	note(
		'check',
		`Its date had no time zone, so that Postiz took it for UTC. It is now ${date}, which is the same moment`,
		'If you meant your own time zone, set the date anew.',
	);
	return date;
}
