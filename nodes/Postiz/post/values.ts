import type { IDataObject } from 'n8n-workflow';

import { Problem } from './problem';

/** True for an object with keys: no list, and not null. */
export function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const OFF = ['', 'false', '0', 'no', 'off'];
const ON = ['true', '1', 'yes', 'on'];

/**
 * A switch, also as the text or number that an expression gives; nothing is off. `field` names it
 * in the {@link Problem} thrown for anything else.
 */
export function readSwitch(value: unknown, field: string): boolean {
	if (typeof value === 'boolean') return value;
	const word = String(value ?? '')
		.trim()
		.toLowerCase();
	if (OFF.includes(word)) return false;
	if (ON.includes(word)) return true;
	throw new Problem(`${field} cannot be ${quote(value)}`, 'Enter true or false.');
}

/** The number that was entered as such or as its text; NaN for anything else. */
export function numberIn(value: unknown): number {
	if (typeof value === 'number') return value;
	return typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN;
}

const MOST_SHOWN = 80;

/** A value between quotation marks for a sentence: never huge, and with no secrets of addresses. */
export function quote(value: unknown): string {
	const text = hideSecrets(typeof value === 'object' ? JSON.stringify(value) : String(value));
	return `“${text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text}”`;
}

// Looking through a huge text for the few characters that are shown would take too long.
const MOST_READ = 2000;

/** The beginning of a text, without user names, passwords and what follows `?` or `#` in addresses. */
export function hideSecrets(text: string): string {
	return text
		.slice(0, MOST_READ)
		.replace(/:\/\/[^\s/?#@"]*@/g, '://')
		.replace(/(:\/\/[^\s?#"]*)[?#][^\s"]*/g, '$1');
}
