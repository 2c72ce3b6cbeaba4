import { isEmpty } from '../../nodes/Postiz/values/read';
import { expressionCode, isExpression } from '../expressions';
import type { Json } from '../types';
import type { Publication } from './types';

/** A text that stands for itself: `=data` is no expression without code in it. */
export function plainText(value: unknown): unknown {
	return isExpression(value) && !value.includes('{{') ? value.slice(1) : value;
}

/** True for a value, or an expression that may yield one. */
export const isGiven = (value: unknown): boolean => !isEmpty(plainText(value));

/** True, false, or the expression that says which; undefined if nothing is given. */
export function flagOf(value: unknown): boolean | `=${string}` | undefined {
	const given = plainText(value);
	if (isEmpty(given)) return undefined;
	if (isExpression(given)) return given;
	return given === true || String(given).toLowerCase() === 'true';
}

/** The opposite of {@link flagOf}: allowed, where the service says disabled. */
export function notFlag(value: unknown): boolean | `=${string}` {
	const flag = flagOf(value) ?? false;
	if (typeof flag === 'boolean') return !flag;
	return `={{ !/^true$/i.test(String(${expressionCode(flag)})) }}`;
}

/** The object without keys that have no value. */
export function given(values: Json): Json {
	return Object.fromEntries(Object.entries(values).filter(([, value]) => isGiven(value)));
}

const HAS_ZONE = /(?:Z|[+-]\d\d:?\d\d)$/i;
// What these yield says its time zone.
const YIELDS_ZONE =
	/^=\{\{(?!.*includeOffset)[^?|]*(?:\$now|\$today|(?:toISO|toISOString|toMillis|toUTC|plus|minus|startOf|endOf)\((?:[^()]|\([^()]*\))*\))\s*\}\}$|Z$/s;

/**
 * When a post goes out by a date of which the service reads one without a time zone in UTC. An expression
 * that yields nothing means now, as it did.
 */
export function whenInUtc(date: unknown): Pick<Publication, 'when' | 'checks'> {
	const entered = plainText(date);
	if (isEmpty(entered)) return {};
	if (!isExpression(entered)) {
		const text = String(entered).trim();
		const known = HAS_ZONE.test(text) ? text : `${text.replace(' ', 'T')}Z`;
		return { when: { type: 'schedule', date: known }, ...pastCheck(known) };
	}
	const code = expressionCode(entered);
	const type = isSure(entered) ? 'schedule' : `={{ (${code}) ? 'schedule' : 'now' }}`;
	if (YIELDS_ZONE.test(entered)) return { when: { type, date: entered } };
	const date_ = `={{ ((date) => /(?:Z|[+-]\\d\\d:?\\d\\d)$/i.test(date) ? date : date.replace(' ', 'T') + 'Z')(String(${code})) }}`;
	return { when: { type, date: date_ } };
}

// Arithmetic with the present always yields a date.
const isSure = (expression: string) => /^=\{\{\s*\$(?:now|today)\b[^?|]*\}\}$/s.test(expression);

function pastCheck(date: string): Pick<Publication, 'checks'> {
	return Date.parse(date) < Date.now()
		? {
				checks: [
					[
						`Its date ${date} is in the past, and the node refuses such a date`,
						'Enter another one, or turn on the option Allow Past Dates: then it is published at once.',
					],
				],
			}
		: {};
}
