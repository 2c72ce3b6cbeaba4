import { isEmpty } from '../../nodes/Postiz/values/read';
import { expressionCode, isExpression } from '../expressions';
import type { Publication } from './types';
import { isGiven, trimmed } from './values';

/** True for a fixed date that says its time zone. */
export const hasZone = (date: string): boolean => /(?:Z|[+-]\d\d:?\d\d)$/i.test(date);

// What these yield says its time zone.
const YIELDS_ZONE =
	/^=\{\{(?!.*includeOffset)[^?|]*(?:\$now|\$today|(?:toISO|toISOString|toMillis|toUTC|plus|minus|startOf|endOf)\((?:[^()]|\([^()]*\))*\))\s*\}\}$|Z$/s;

/**
 * When a post goes out by a date of which the service reads one without a time zone in UTC. An expression
 * that yields nothing means now, as it did.
 */
export function whenInUtc(date: unknown): Pick<Publication, 'when'> {
	const entered = trimmed(date);
	if (isEmpty(entered)) return {};
	if (!isExpression(entered)) {
		const text = String(entered);
		return {
			when: { type: 'schedule', date: hasZone(text) ? text : `${text.replace(' ', 'T')}Z` },
		};
	}
	const code = expressionCode(entered);
	const type = isSure(entered) ? 'schedule' : `={{ (${code}) ? 'schedule' : 'now' }}`;
	if (YIELDS_ZONE.test(entered)) return { when: { type, date: entered } };
	const date_ = `={{ ((date) => /(?:Z|[+-]\\d\\d:?\\d\\d)$/i.test(date) ? date : date.replace(' ', 'T') + 'Z')(String(${code}).trim()) }}`;
	return { when: { type, date: date_ } };
}

// Arithmetic with the present always yields a date.
const isSure = (expression: string) => /^=\{\{\s*\$(?:now|today)\b[^?|]*\}\}$/s.test(expression);

/** As {@link whenInUtc}, for a date in a time zone that is said beside it. */
export function whenIn(date: unknown, timezone: unknown): Pick<Publication, 'when'> {
	const { when } = whenInUtc(date);
	if (!when || !isGiven(timezone)) return { when };
	return { when: { ...when, date: inZone(trimmed(date), timezone) } };
}

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

/** A date without a zone is in that of the call, or in UTC. */
export function inZone(date: unknown, timezone: unknown): unknown {
	const text = String(date);
	if (!isExpression(date) && /(?:Z|[+-]\d\d:?\d\d)$/i.test(text)) return date;
	const zone = isGiven(timezone) ? timezone : 'UTC';
	if (zone === 'UTC' && !isExpression(date)) return `${text.replace(' ', 'T')}Z`;
	const code = (value: unknown) =>
		isExpression(value) ? expressionCode(value) : JSON.stringify(value);
	return `={{ DateTime.fromISO(String(${code(date)}).trim().replace(' ', 'T'), { zone: ${code(zone)} }).toISO() }}`;
}
