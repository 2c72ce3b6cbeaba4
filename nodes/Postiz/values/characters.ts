import type { IDataObject } from 'n8n-workflow';

import { isObject } from './read';

// A text that was cut between two units has half of a character.
const UNWRITABLE = /[\0\p{Surrogate}]/gu;

/**
 * The value, all its texts without NUL and halves of characters: nobody sees them, and no database writes them
 * (docs/api.md, Content). `onRemoved` is told of any; without them it is the same value.
 */
export function wholeCharacters<T>(value: T, onRemoved: () => void): T {
	const mend = (given: unknown): unknown => {
		if (typeof given === 'string') {
			const whole = given.replace(UNWRITABLE, '');
			if (whole.length < given.length) onRemoved();
			return whole;
		}
		if (Array.isArray(given)) {
			const list = given.map(mend);
			return list.every((element, index) => element === given[index]) ? given : list;
		}
		if (!isPlain(given)) return given;
		const entries = Object.entries(given).map(([key, own]) => [key, mend(own)] as const);
		return entries.every(([key, own]) => own === given[key]) ? given : Object.fromEntries(entries);
	};
	return mend(value) as T;
}

const isPlain = (value: unknown): value is IDataObject =>
	isObject(value) && Object.getPrototypeOf(value) === Object.prototype;
