import { isEmpty } from '../nodes/Postiz/values/read';
import { codeIn, expressionCode, isExpression } from './expressions';
import type { When } from './reading';
import type { Json } from './types';

/** A text that stands for itself: `=data` has no code in it. */
export function plainText(value: unknown): unknown {
	return isExpression(value) && !value.includes('{{') ? value.slice(1) : value;
}

/** As {@link plainText}, without blanks around it. */
export function trimmed(value: unknown): unknown {
	const given = plainText(value);
	if (isExpression(given)) return `=${given.slice(1).trim()}`;
	return typeof given === 'string' ? given.trim() : given;
}

/** True for a value, or an expression that may yield one. */
export const isGiven = (value: unknown): boolean => !isEmpty(plainText(value));

/** The object without keys that have no value. */
export const given = (values: Json): Json =>
	Object.fromEntries(Object.entries(values).filter(([, value]) => isGiven(value)));

/** What is true or false, or an expression that decides it. */
export type Flag = boolean | `=${string}`;

/** True, false, or an expression for either; undefined if nothing is given. */
export function flagOf(value: unknown): Flag | undefined {
	const entered = plainText(value);
	if (isEmpty(entered)) return undefined;
	return isExpression(entered) ? `={{ ${flagCode(entered)} }}` : /^true$/i.test(String(entered));
}

const flagCode = (expression: string) => `/^true$/i.test(String(${expressionCode(expression)}))`;

/** Whether a value is this word, in any case. */
export function isWord(value: unknown, word: string): Flag {
	const entered = plainText(value);
	if (!isExpression(entered)) return String(entered).toLowerCase() === word.toLowerCase();
	return `={{ String(${expressionCode(entered)}).toLowerCase() === '${word.toLowerCase()}' }}`;
}

/** True for a flag that is given, and not sure to be this one. */
export const mayDiffer = (value: unknown, usual: boolean): boolean =>
	isGiven(value) && flagOf(value) !== usual;

/** Allowed, where a service says disabled. */
export function notFlag(value: unknown): Flag {
	const flag = flagOf(value) ?? false;
	return isExpression(flag) ? `={{ !${codeIn(flag).trim()} }}` : !flag;
}

/** One of two words by a flag. */
export function chosen(flag: Flag, yes: string, no: string): string {
	if (isExpression(flag)) return `={{ ${codeIn(flag).trim()} ? '${yes}' : '${no}' }}`;
	return flag ? yes : no;
}

/** A date and time of ISO 8601 that does not say its time zone. */
const WITHOUT_ZONE = /^\d{4}-\d\d-\d\d[T ]\d\d:[\d:.]+$/;

/** Expressions that yield a time zone, too: a date of n8n, a whole ISO text, a number of milliseconds. */
const YIELDS_ZONE =
	/^=\{\{(?!.*includeOffset)[^?|]*(?:\$now|\$today|(?:toISO|toISOString|toMillis|toUTC|plus|minus|startOf|endOf)\((?:[^()]|\([^()]*\))*\))\s*\}\}$|Z$/s;

/** The date with a time zone: without one, it was read in UTC before. */
export function zonedDate(date: unknown): unknown {
	const entered = trimmed(date);
	if (!isExpression(entered)) {
		const isOpen = WITHOUT_ZONE.test(String(entered));
		const time = isOpen ? Date.parse(`${String(entered).replace(' ', 'T')}Z`) : NaN;
		return Number.isNaN(time) ? entered : new Date(time).toISOString();
	}
	if (YIELDS_ZONE.test(entered)) return entered;
	return `={{ ((date) => ${String(WITHOUT_ZONE)}.test(date) ? date.replace(' ', 'T') + 'Z' : date)(String(${expressionCode(entered)}).trim()) }}`;
}

/** When a post with this date goes out: now, if there is none or an expression yields none. */
export function whenAt(date: unknown): When {
	const entered = trimmed(date);
	if (isEmpty(entered)) return { type: 'now' };
	const isSure = !isExpression(entered) || /\$(?:now|today)\b[^?|]*$/.test(entered);
	const type = isSure ? 'schedule' : `={{ (${expressionCode(entered)}) ? 'schedule' : 'now' }}`;
	return { type, date: zonedDate(entered) };
}
