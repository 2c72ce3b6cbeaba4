import type { IDataObject } from 'n8n-workflow';

import { Problem } from './problem';
import { quote } from './text';

// In this file, functions called parse… throw a Problem that names the field; all others accept any value.

/** True for objects with keys, unlike lists and null. */
export function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The properties of an object; none for anything else. */
export function getProperties(value: unknown): Record<string, unknown> {
	return isObject(value) ? value : {};
}

/** True for empty fields. `false` and `0` are values. */
export function isEmpty(value: unknown): boolean {
	if (Array.isArray(value)) return value.length === 0;
	return (value ?? '') === '' || (typeof value === 'string' && value.trim() === '');
}

/** Removes empty elements from a list; returns other values as they are. */
export function removeBlanks(value: unknown): unknown {
	const isBlank = (element: unknown) =>
		isEmpty(element) || (isObject(element) && Object.values(element).every(isEmpty));
	return Array.isArray(value) ? value.filter((element) => !isBlank(element)) : value;
}

/** The value of a locator, or the value itself. */
export function unwrapLocator(value: unknown): unknown {
	return isObject(value) && 'mode' in value && 'value' in value ? value.value : value;
}

/** The entries of a collection; an expression may also return a single one. Throws {@link Problem} for other values. */
export function parseEntries(value: unknown, field: string): IDataObject[] {
	const entries = isEmpty(value) ? [] : [value].flat();
	if (entries.every(isObject)) return entries;
	throw new Problem(
		`${field} must be a list of objects, not ${quote(value)}`,
		'Check where it comes from.',
	);
}

/** The problem of an invalid value; `field` is its label. */
export const createInvalidProblem = (
	field: string,
	value: unknown,
	remedy: string,
	forPerson?: string,
) => new Problem(`${field} cannot be ${quote(value)}`, remedy, { forPerson });

/** The problem of an empty field, mentioning that an expression may have returned nothing. */
export const createEmptyProblem = (message: string, remedy: string) =>
	new Problem(message, remedy, {
		forPerson: 'with an expression, check that every item has a value.',
	});

/** Parses a boolean, also from text or a number; nothing is false. */
export function parseBoolean(value: unknown, field: string): boolean {
	const read = toBooleanIfWord(value);
	if (typeof read === 'boolean') return read;
	throw createInvalidProblem(field, value, 'Enter true or false.');
}

/** Converts a word, number or nothing to a boolean; returns other values as they are. */
export function toBooleanIfWord(value: unknown): unknown {
	const word = String(value ?? '').trim();
	if (/^(false|0|no|off)?$/i.test(word)) return false;
	return /^(true|1|yes|on)$/i.test(word) || value;
}

/** Parses a number, also from text; NaN for anything else. */
export function toNumber(value: unknown): number {
	if (typeof value === 'number') return value;
	return typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN;
}

/** Converts a numeric text to a number; returns other values as they are. */
export function toNumberIfNumeric(value: unknown): unknown {
	const number = toNumber(value);
	return Number.isFinite(number) ? number : value;
}

/** What expressions return by mistake. Other words, such as Infinity or True, can be titles. */
const ERROR_TEXT =
	/^(?:\[object \w+\](?:,\[object \w+\])*|undefined|null|NaN|Invalid Date(?:Time)?)$/;
/** Errors in cells of spreadsheets. */
const CELL_ERROR = /#(?:N\/A|NAME\?|(?:REF|VALUE|ERROR|NUM|NULL|DIV\/0|SPILL|CALC)!)/;
const ERROR_CELL = new RegExp(`^(?:${CELL_ERROR.source}|Loading\\.\\.\\.)$`);
const CELL_ERROR_AS_WORD = new RegExp(`(?<![\\w#&])${CELL_ERROR.source}(?!\\w)`);
const ABOUT_SHEETS =
	/\b(?:excel|\w*sheets?|cells?|formulas?|errors?|[vx]lookup|csv|libreoffice|airtable)\b/i;

/** The error of a cell in a text, which may also be a hashtag; undefined if the text is about such errors. */
export const findCellError = (text: string): string | undefined =>
	ABOUT_SHEETS.test(text.replace(CELL_ERROR, '')) ? undefined : CELL_ERROR_AS_WORD.exec(text)?.[0];

/** True for text that isn't just the error of an expression or a formula, such as “undefined” or “#REF!”. */
export const isUsableText = (value: unknown): value is string =>
	typeof value === 'string' &&
	![ERROR_TEXT, ERROR_CELL].some((pattern) => pattern.test(value.trim()));

/** True for a number with all its digits: longer ones, such as IDs from a sheet, were rounded. */
export const isExactNumber = (value: unknown): boolean =>
	Number.isFinite(value) && Math.abs(Number(value)) <= Number.MAX_SAFE_INTEGER;

/** The text in a value, empty for nothing; undefined for true, false, inexact numbers, lists and objects. */
function toEnteredText(value: unknown): string | undefined {
	if (value === undefined || value === null) return '';
	const isWritten = typeof value === 'string' || typeof value === 'bigint';
	const text = isWritten || isExactNumber(value) || isDate(value) ? String(value) : undefined;
	return isUsableText(text) ? text : undefined;
}

/** True for dates, also of Luxon: expressions may use another copy of it. */
const isDate = (value: unknown) => isObject(value) && (value instanceof Date || 'toISO' in value);

/** Parses text, also from a number or a date; nothing is empty. */
export function parseText(value: unknown, field: string): string {
	const text = toEnteredText(value);
	if (text !== undefined) return text;
	const complaint = typeof value === 'string' ? 'cannot be' : 'must be text, not';
	throw new Problem(`${field} ${complaint} ${quote(value)}`, 'Check where it comes from.', {
		forPerson: 'correct the cell or the expression it comes from.',
	});
}

/** Parses the text or ID of a field, which may be a locator, without spaces around it. */
export const parseOptionalText = (entered: unknown, field: string): string =>
	parseText(unwrapLocator(entered), field).trim();

/** Parses a number above zero. */
export function parsePositive(entered: unknown, field: string, remedy: string): number {
	const number = toNumber(entered);
	if (Number.isFinite(number) && number > 0) return number;
	throw createInvalidProblem(field, entered, remedy);
}

/** The largest number that the service can store outside of settings (docs/api.md, What cannot be stored). */
export const MAX_STORED_INTEGER = 2 ** 31 - 1;

/** Parses a whole number above zero that the service can store. */
export function parseCount(
	entered: unknown,
	field: string,
	remedy: string,
	forPerson?: string,
): number {
	const number = toNumber(entered);
	if (Number.isInteger(number) && number > 0 && number <= MAX_STORED_INTEGER) return number;
	throw createInvalidProblem(field, entered, remedy, forPerson);
}

/** A value, which may also be written as its label. */
type Choice<T> = T | { name: string; value: T };

const getValue = <T>(choice: Choice<T>) =>
	(isObject(choice) && 'value' in choice ? choice.value : choice) as T;

/** Finds an option by its value or name, ignoring case, spaces, hyphens and underscores; undefined if there is none. */
export function findOption<T>(value: unknown, options: ReadonlyArray<Choice<T>>): T | undefined {
	if (typeof value !== 'string') return undefined;
	const isSameWord = (text: unknown) => normalizeWord(text) === normalizeWord(value);
	const match =
		options.find((option) => isSameWord(getValue(option))) ??
		options.find((option) => isObject(option) && isSameWord(option.name));
	return match && getValue(match);
}

const normalizeWord = (text: unknown) =>
	String(text)
		.replace(/[\s_-]+/g, '')
		.toLowerCase();

/** Parses the option of a field like {@link findOption}. */
export function parseOption<T extends string>(
	entered: unknown,
	options: ReadonlyArray<Choice<T>>,
	field: string,
): T {
	const value = unwrapLocator(entered);
	const option = findOption(value, options);
	if (option !== undefined) return option;
	const remedy = `Use one of ${options.map(getValue).join(', ')}.`;
	throw isEmpty(value)
		? new Problem(`${field} is empty`, remedy)
		: createInvalidProblem(field, value, remedy);
}

/** Parses the options of a multi-select like {@link parseOption}, also from a list as JSON or with commas. */
export function parseOptions<T extends string>(
	value: unknown,
	options: ReadonlyArray<Choice<T>>,
	field: string,
): T[] {
	const text = String(value ?? '');
	const list = typeof value === 'string' && /^\s*\[/.test(text) ? tryParseJson(text) : value;
	const words = (Array.isArray(list) ? list : text.split(',')).map((word) => String(word).trim());
	return words.filter(Boolean).map((word) => parseOption(word, options, field));
}

/** The ID in a value, which may be a locator; empty for anything else, which {@link parseOptionalText} rejects. */
export function extractId(value: unknown): string {
	const id = unwrapLocator(value);
	return typeof id === 'object' ? '' : (toEnteredText(id)?.trim() ?? '');
}

/** True if an ID can be part of a path, where dots would be resolved and unpaired surrogates are invalid. */
export function canBePathSegment(id: string): boolean {
	return !/^\.{1,2}$|\p{Surrogate}/u.test(id);
}

/** Parses JSON; undefined if it is invalid. Never throws. */
export function tryParseJson(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}

/** JSON in a model's answer: in the only code fence, or the only object or list. */
const JSON_IN_PROSE = [/^[^`]*```\w*\s([^`]*)```[^`]*$/, /^[^{[]*([{[][^]*[}\]])[^}\]]*$/];
/** The errors for an expression between quotes whose text has quotes or line breaks. */
const UNESCAPED_TEXT = /control character|after (?:property value|array element)/;

/** Parses the JSON of a field, also among the words of a model, or encoded twice. */
export function parseJson(text: string, field: string): unknown {
	const embedded = JSON_IN_PROSE.map((pattern) => pattern.exec(text)?.[1] ?? '');
	let failure: unknown;
	for (const candidate of [text, ...embedded]) {
		try {
			const parsed = JSON.parse(candidate) as unknown;
			return typeof parsed === 'string' ? (tryParseJson(parsed) ?? parsed) : parsed;
		} catch (error) {
			failure ??= error;
		}
	}
	const reason = String(getProperties(failure).message);
	throw new Problem(
		`${field} is not valid JSON`,
		`${reason}. Look for a missing quote, comma or bracket.`,
		{
			forPerson: UNESCAPED_TEXT.test(reason)
				? 'insert a text with {{ JSON.stringify($json.text) }}, without quotes around it.'
				: undefined,
		},
	);
}

/** Parses an object, or the JSON of one; empty if nothing was entered. */
export function parseObject(value: unknown, field: string): IDataObject {
	if (isEmpty(value)) return {};
	const parsed = typeof value === 'string' ? parseJson(value, field) : value;
	if (isObject(parsed) && !isDate(parsed)) return parsed;
	throw new Problem(
		`${field} must be an object`,
		'Write it between curly brackets, such as {"title": "Winter menu"}.',
	);
}
