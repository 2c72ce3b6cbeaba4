import type { IDataObject } from 'n8n-workflow';

import { Problem, quote } from './problem';

/** True for an object with keys: no list, and not null. */
export function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The properties of an object, to be read one by one; none for anything else. */
export function propertiesOf(value: unknown): Record<string, unknown> {
	return isObject(value) ? value : {};
}

/** True for a value that a person left empty. `false` and `0` are values. */
export function isEmpty(value: unknown): boolean {
	if (Array.isArray(value)) return value.length === 0;
	return (value ?? '') === '' || (typeof value === 'string' && value.trim() === '');
}

/** A list without the elements in which nothing is filled in; anything else is what it is. */
export function withoutBlanks(value: unknown): unknown {
	const isBlank = (element: unknown) =>
		isEmpty(element) || (isObject(element) && Object.values(element).every(isEmpty));
	return Array.isArray(value) ? value.filter((element) => !isBlank(element)) : value;
}

/** The value of a picker, or the value itself. */
export function unwrap(value: unknown): unknown {
	return isObject(value) && 'mode' in value && 'value' in value ? value.value : value;
}

/** The problem of a field with an impossible value; `field` is its name in the form. */
export const cannotBe = (field: string, value: unknown, advice: string, forModel?: string) =>
	new Problem(`${field} cannot be ${quote(value)}`, advice, { forModel });

/** The problem of a field that is empty: for people, an expression may have returned nothing. */
export const emptyProblem = (message: string, advice: string) =>
	new Problem(message, `${advice} With an expression, check that every item has a value.`, {
		forModel: advice,
	});

/** A boolean, also as text or number; nothing is false. Throws {@link Problem} for anything else. */
export function parseBoolean(value: unknown, field: string): boolean {
	const read = toBooleanIfWord(value);
	if (typeof read === 'boolean') return read;
	throw cannotBe(field, value, 'Enter true or false.');
}

/** A boolean from a word or number that says so, or from nothing; anything else stays what it is. */
export function toBooleanIfWord(value: unknown): unknown {
	const word = String(value ?? '').trim();
	if (/^(false|0|no|off)?$/i.test(word)) return false;
	return /^(true|1|yes|on)$/i.test(word) || value;
}

/** The number that was entered as such or as text; NaN for anything else. */
export function toNumber(value: unknown): number {
	if (typeof value === 'number') return value;
	return typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN;
}

/** A number from a number or its text; anything else stays what it is. */
export function toNumberIfNumeric(value: unknown): unknown {
	const number = toNumber(value);
	return Number.isFinite(number) ? number : value;
}

/** The choices of a multi-select, or of an expression that returns a list or a comma-separated text. */
export function parseList(value: unknown): string[] {
	const elements = Array.isArray(value) ? value : String(value ?? '').split(',');
	return elements.map((element) => String(element).trim()).filter(Boolean);
}

/** A text, also as the number or date that an expression returns. Throws {@link Problem} for a list or an object. */
export function parseText(value: unknown, field: string): string {
	if (value === undefined || value === null) return '';
	if (typeof value !== 'object' || value instanceof Date || 'toISO' in value) return String(value);
	throw new Problem(
		`${field} must be text, not ${quote(value)}`,
		'The expression returns a list or an object. Let it return the text in it.',
		{ forModel: 'Give the text alone.' },
	);
}

/** The text or ID in a field that may stay empty. Throws {@link Problem} for a list or an object. */
export function parseOptionalText(entered: unknown, field: string): string {
	const value = unwrap(entered) ?? '';
	if (typeof value !== 'object') return String(value).trim();
	throw cannotBe(
		field,
		value,
		'Enter a single value, or leave it empty. With an expression, name the field that holds it.',
		'Give a single value, or an empty text.',
	);
}

/** A number above zero. Throws {@link Problem} with the advice for anything else. */
export function parsePositive(entered: unknown, field: string, advice: string): number {
	const number = toNumber(entered);
	if (Number.isFinite(number) && number > 0) return number;
	throw cannotBe(field, entered, advice);
}

/** The largest number that the service can store beside settings (docs/api.md, What cannot be stored). */
export const MAX_STORED = 2 ** 31 - 1;

/** As {@link parsePositive}, without a fraction. */
export function parseCount(entered: unknown, field: string, advice: string): number {
	const number = parsePositive(entered, field, advice);
	if (Number.isInteger(number)) return number;
	throw cannotBe(field, entered, advice);
}

/** The advice for a value that a field with options does not have. */
export const useOneOf = (options: readonly string[]) => `Use one of ${options.join(', ')}.`;

/** The option that a word means, whatever its case, spaces, hyphens and underscores; undefined for any other value. */
export function findOption<T extends string>(value: unknown, options: readonly T[]): T | undefined {
	if (typeof value !== 'string') return undefined;
	const text = value.trim();
	const word = plainWord(text);
	return (
		options.find((option) => option === text) ??
		options.find((option) => plainWord(option) === word)
	);
}

const plainWord = (text: string) => text.replace(/[\s_-]+/g, '').toLowerCase();

/** The choice of a field with options, as {@link findOption} reads it. Throws {@link Problem} for any other value. */
export function parseOption<T extends string>(
	entered: unknown,
	options: readonly T[],
	field: string,
): T {
	const value = unwrap(entered);
	const found = findOption(value, options);
	if (found !== undefined) return found;
	const advice = useOneOf(options);
	throw isEmpty(value) ? new Problem(`${field} is empty`, advice) : cannotBe(field, value, advice);
}

/** The choices of a multi-select, each as {@link parseOption} reads it. Throws {@link Problem}. */
export const parseOptions = <T extends string>(
	value: unknown,
	options: readonly T[],
	field: string,
): T[] => parseList(value).map((word) => parseOption(word, options, field));

/** The ID in a field, picked, typed or from an expression; empty for an object, a list or nothing. */
export function idIn(value: unknown): string {
	const id = unwrap(value);
	return typeof id === 'string' || typeof id === 'number' ? String(id).trim() : '';
}

/** True for an ID that can be part of an address: a path would lose dots, and takes no half characters. */
export function fitsAddress(id: string): boolean {
	return !/^\.{1,2}$|\p{Surrogate}/u.test(id);
}

/** What a JSON text holds; undefined if it is not JSON. Never throws. */
export function tryJson(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}

/** What the JSON in a field holds. Throws {@link Problem}, which says where it breaks off. */
export function parseJson(text: string, field: string): unknown {
	let failure: unknown;
	try {
		return JSON.parse(text) as unknown;
	} catch (error) {
		failure = error;
	}
	throw new Problem(
		`${field} is not valid JSON`,
		`${String(propertiesOf(failure).message)}. Look for a missing quote, comma or bracket.`,
	);
}

/** An object, or the JSON of one; empty if nothing was entered. Throws {@link Problem}. */
export function parseObject(value: unknown, field: string): IDataObject {
	if (isEmpty(value)) return {};
	const parsed = typeof value === 'string' ? parseJson(value, field) : value;
	if (isObject(parsed)) return parsed;
	throw new Problem(
		`${field} must be an object`,
		'Write it between curly brackets, such as {"title": "Winter menu"}.',
	);
}
