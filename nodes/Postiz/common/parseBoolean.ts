import { createInvalidProblem } from './problem';

/** Parses a boolean, also from text or a number. An empty value is false. */
export function parseBoolean(value: unknown, label: string): boolean {
	const read = toBooleanIfWord(value);
	if (typeof read === 'boolean') return read;
	throw createInvalidProblem(label, value, 'Enter true or false.');
}

/** Converts a word, a number or an empty value to a boolean; returns other values as they are. */
export function toBooleanIfWord(value: unknown): unknown {
	const word = String(value ?? '').trim();
	if (/^(false|0|no|off)?$/i.test(word)) return false;
	return /^(true|1|yes|on)$/i.test(word) || value;
}
