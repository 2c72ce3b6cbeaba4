import type { IDataObject } from 'n8n-workflow';

const UNSTORABLE = /[\0\p{Surrogate}]/gu;

/** Removes NUL and halves of characters from the texts in a value: databases reject them (docs/api.md, Content). */
export const removeUnstorable = <T>(value: T): T =>
	mapTexts(value, (text) => text.replace(UNSTORABLE, '')) as T;

/** Changes all texts in plain data. */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
	if (typeof value === 'string') return change(value);
	if (Array.isArray(value)) return value.map((element) => mapTexts(element, change));
	if (!isPlainObject(value)) return value;
	const entries = Object.entries(value).map(([key, own]) => [key, mapTexts(own, change)]);
	return Object.fromEntries(entries);
}

/** False for dates, forms with files, and instances of other classes. */
const isPlainObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
