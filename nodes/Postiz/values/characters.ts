import type { IDataObject } from 'n8n-workflow';

const UNSTORABLE = /[\0\p{Surrogate}]/gu;

/** A value without NUL and halves of characters in its texts: databases reject them (docs/api.md, Content). */
export function storable<T>(value: T): T {
	const whole = (given: unknown): unknown => {
		if (typeof given === 'string') return given.replace(UNSTORABLE, '');
		if (Array.isArray(given)) return given.map(whole);
		if (!isPlain(given)) return given;
		return Object.fromEntries(Object.entries(given).map(([key, own]) => [key, whole(own)]));
	};
	return whole(value) as T;
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
