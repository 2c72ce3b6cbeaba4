import { isEmpty } from '../../nodes/Postiz/values/read';
import { expressionCode, isExpression } from '../expressions';
import type { Json } from '../types';

/** A text that stands for itself: `=data` is no expression without code in it. */
export function plainText(value: unknown): unknown {
	return isExpression(value) && !value.includes('{{') ? value.slice(1) : value;
}

/** As {@link plainText}, without the blanks around it, which n8n takes for a part of the text. */
export function trimmed(value: unknown): unknown {
	const given = plainText(value);
	if (isExpression(given)) return `=${given.slice(1).trim()}`;
	return typeof given === 'string' ? given.trim() : given;
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

/** Whether a value is this word, or the expression that says so. */
export function isWord(value: unknown, word: string): boolean | `=${string}` {
	const given = plainText(value);
	return isExpression(given) ? `={{ (${expressionCode(given)}) === '${word}' }}` : given === word;
}

/** True for a flag that is given, and not sure to be this one: the opposite, or an expression. */
export const mayDiffer = (value: unknown, usual: boolean): boolean =>
	![undefined, usual].includes(flagOf(value) as boolean | undefined);

/** Values of a call, of which it is known what was read: nothing is dropped without a word. */
export interface Watched {
	values: Json;
	/** The names of those that nobody has read so far, as sentences have them. */
	unread: (idle?: readonly string[]) => string[];
}

/** `idle` are the names of those that change nothing, or nothing here. */
export function watch(values: Json): Watched {
	const read = new Set<PropertyKey>();
	return {
		values: new Proxy(values, {
			get: (target, name) => {
				read.add(name);
				return Reflect.get(target, name) as unknown;
			},
		}),
		unread: (idle = []) =>
			Object.entries(values)
				.filter(([name, value]) => isGiven(value) && !read.has(name) && !idle.includes(name))
				.map(([name]) => `“${name}”`),
	};
}

/** A value that is lost: its name, what people call it, and what of it changes nothing, in lower case. */
export type Lost = [name: string, label: string, usual?: string];

/** What is lost of these values, as people call it. */
export function lostIn(values: Json, table: Lost[]): string[] {
	const lost = table.filter(
		([name, , usual]) =>
			isGiven(values[name]) && String(plainText(values[name])).toLowerCase() !== usual,
	);
	return [...new Set(lost.map(([, label]) => label))];
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
