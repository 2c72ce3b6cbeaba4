import type { Document } from './document';

/** Reads a text as it is written: a paragraph for each line. */
export function parsePlain(text: string): Document {
	return text
		.split(/\r\n|\r|\n/)
		.map((line) => ({ tag: 'p', spans: line === '' ? [] : [{ text: line }] }));
}
