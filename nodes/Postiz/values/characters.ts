import type { IDataObject } from 'n8n-workflow';

const UNSTORABLE = /[\0\p{Surrogate}]/gu;

/** A value without NUL and halves of characters in its texts: databases reject them (docs/api.md, Content). */
export const storable = <T>(value: T): T =>
	mapTexts(value, (text) => text.replace(UNSTORABLE, '')) as T;

/** Changes all texts in plain data. */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
	if (typeof value === 'string') return change(value);
	if (Array.isArray(value)) return value.map((element) => mapTexts(element, change));
	if (!isPlain(value)) return value;
	const entries = Object.entries(value).map(([key, own]) => [key, mapTexts(own, change)]);
	return Object.fromEntries(entries);
}

/** False for dates, forms with files and the like. */
const isPlain = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

const characters = new Intl.Segmenter();

/** The start of a text, at most `max` UTF-16 code units, that ends with a whole character. */
export function startOf(text: string, max: number): string {
	if (text.length <= max) return text;
	const { index = 0 } = characters.segment(text.slice(0, max + 100)).containing(max) ?? {};
	return text.slice(0, index);
}
