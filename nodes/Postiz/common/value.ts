import type { IDataObject } from 'n8n-workflow';

/** True for objects with keys, unlike lists and null. */
export function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns an object as it is, and {} for anything else. */
export function toObject(value: unknown): Record<string, unknown> {
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

/** True for JS and Luxon dates. Expressions may have their own copy of Luxon. */
export const isDate = (value: unknown) =>
	isObject(value) && (value instanceof Date || 'toISO' in value);
