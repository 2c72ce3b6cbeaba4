import type { IDataObject } from 'n8n-workflow';

import { isObject } from './read';

// Cutting a text between two code units leaves half of a character.
const UNWRITABLE = /[\0\p{Surrogate}]/gu;

/**
 * Removes NUL and unpaired surrogates from all texts in a value: they are invisible, and databases reject them
 * (docs/api.md, Content). Calls `onRemoved` if there are any; otherwise, returns the same value.
 */
export function removeUnstorable<T>(value: T, onRemoved: () => void): T {
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
