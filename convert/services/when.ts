import type { Told } from '../types';
import { isEmpty } from '../../nodes/Postiz/values/read';
import { SAYS_ZONE } from '../dates';
import { expressionCode, isExpression } from '../expressions';
import type { Publication } from './types';
import { isGiven, trimmed } from './values';

/** True for a fixed date that says its time zone. */
const hasZone = (date: string): boolean => /(?:Z|[+-]\d\d:?\d\d)$/i.test(date);

/** When a post goes out by a date whose time zone nobody knows if it says none. */
export function whenAt(date: unknown): Pick<Publication, 'when' | 'checks'> {
	const isClear = isExpression(date) || hasZone(String(date));
	return { when: { type: 'schedule', date }, checks: isClear ? [] : [NO_ZONE] };
}

const NO_ZONE: Told = [
	'Its date has no time zone. It is now in that of the workflow',
	'If you meant another one, enter the date anew.',
];

/**
 * When a post goes out by a date, which is in this time zone, or in UTC, if it says none itself. An
 * expression that yields nothing means now, as it did.
 */
export function whenIn(date: unknown, timezone?: unknown): Pick<Publication, 'when'> {
	const entered = trimmed(date);
	if (isEmpty(entered)) return {};
	const code = codeOf(entered);
	const isSure = !isExpression(entered) || PRESENT.test(entered);
	const type = isSure ? 'schedule' : `={{ (${code}) ? 'schedule' : 'now' }}`;
	if (isExpression(entered) ? SAYS_ZONE.test(entered) : hasZone(String(entered))) {
		return { when: { type, date: entered } };
	}
	if (!isExpression(entered) && !isGiven(timezone)) {
		return { when: { type, date: `${String(entered).replace(' ', 'T')}Z` } };
	}
	const zone = codeOf(isGiven(timezone) ? timezone : 'UTC');
	const read = `DateTime.fromISO(String(${code}).trim().replace(' ', 'T'), { zone: ${zone} })`;
	return { when: { type, date: `={{ ${read}.toISO() }}` } };
}

const codeOf = (value: unknown) =>
	isExpression(value) ? expressionCode(value) : JSON.stringify(value);

// Arithmetic with the present always yields a date.
const PRESENT = /^=\{\{\s*\$(?:now|today)\b[^?|]*\}\}$/s;

/** True for a time zone that means one, or an expression for it. */
export function isZone(timezone: unknown): boolean {
	if (isExpression(timezone)) return true;
	try {
		// Short names such as CST mean several.
		return (
			/^UTC$|\//.test(String(timezone)) &&
			Boolean(new Intl.DateTimeFormat('en', { timeZone: String(timezone) }))
		);
	} catch {
		return false;
	}
}
