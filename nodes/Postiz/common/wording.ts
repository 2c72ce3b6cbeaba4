import type { IDataObject } from 'n8n-workflow';

/** An amount with its noun: `1 post`, `3 posts`. */
export function formatCount(amount: number, noun: string): string {
	return `${amount} ${noun}${amount === 1 ? '' : 's'}`;
}

export const wasOrWere = (amount: number) => (amount === 1 ? 'was' : 'were');

/** With a capital first letter. */
export const capitalize = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** Joins sentences, without empty ones. */
export const joinSentences = (...texts: Array<string | false | undefined>): string =>
	texts.filter(Boolean).join(' ');

/** Normalizes a name for comparisons: lower case, without @, with plain spaces and composed letters. */
export const toComparableName = (name: unknown): string =>
	String(name ?? '')
		.normalize('NFKC')
		.replace(/\s+/g, ' ')
		.trim()
		.replace(/^@/, '')
		.toLowerCase();

/** Formats indexes of input items: `1–3, 7`. */
export function formatItemNumbers(indexes: Iterable<number>): string {
	const ranges: Array<{ from: number; to: number }> = [];
	for (const index of [...new Set(indexes)].sort((a, b) => a - b)) {
		const last = ranges.at(-1);
		if (last?.to === index - 1) last.to = index;
		else ranges.push({ from: index, to: index });
	}
	return ranges.map(({ from, to }) => (from === to ? String(from) : `${from}–${to}`)).join(', ');
}

/** The states of posts in words, by the service's own (docs/api.md, Listing posts). */
const STATE_WORDS = new Map([
	['DRAFT', 'draft'],
	['ERROR', 'failed'],
	['PUBLISHED', 'published'],
	['QUEUE', 'scheduled'],
]);

/** A state as outputs and options name it; unknown states stay as they are. */
export const toStateWord = (state: string): string => STATE_WORDS.get(state) ?? state;

/** The state, in words, of a post just created with this `type`. */
export const toInitialState = (type: string): string => (type === 'draft' ? 'draft' : 'scheduled');

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

/** False for dates, forms with files, and other class instances. */
const isPlainObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

const characters = new Intl.Segmenter();

/** The start of a text, at most `max` UTF-16 code units, that ends with a whole character. */
export function takeStart(text: string, max: number): string {
	if (text.length <= max) return text;
	const { index = 0 } = characters.segment(text.slice(0, max + 100)).containing(max) ?? {};
	return text.slice(0, index);
}
