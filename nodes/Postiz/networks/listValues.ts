import { tryParseJson } from '../common/parseJson';
import { extractId } from '../common/parseText';
import { isObject } from '../common/value';

/** Matches the start of JSON, which people don't use otherwise. */
export const JSON_START = /^[{[]/;

/** Parses comma-separated text, a list, an object or JSON into a list; invalid JSON remains a text. */
export function toList(value: unknown): unknown[] {
	const isPlainText = typeof value === 'string' && !JSON_START.test(value.trim());
	return (isPlainText ? value.split(',') : [value]).flatMap(toElements);
}

function toElements(value: unknown): unknown[] {
	if (Array.isArray(value)) return value.flatMap(toElements);
	if (typeof value !== 'string') return value === undefined || value === null ? [] : [value];
	const text = value.trim();
	if (text === '') return [];
	const parsed = JSON_START.test(text) ? tryParseJson(text) : undefined;
	return parsed === undefined ? [text] : toElements(parsed);
}

/** Applies `read` to the elements of {@link toList}, and keeps those that it can't read. */
export const mapList = (read: (element: unknown) => unknown) => (value: unknown) =>
	toList(value).map((element) => read(element) ?? element);

/** A non-empty text, or a number as text; undefined for anything else. */
export const toOptionalId = (value: unknown): string | undefined => extractId(value) || undefined;

/** The text of an element of {@link toList}, or of the first of these keys. */
export function findText(element: unknown, keys: string[]): string | undefined {
	if (isObject(element)) {
		return keys.map((key) => toOptionalId(element[key])).find((text) => text !== undefined);
	}
	return typeof element === 'string' && JSON_START.test(element)
		? undefined
		: toOptionalId(element);
}
