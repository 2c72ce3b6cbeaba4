import type { IDataObject } from 'n8n-workflow';

import { parseJson } from './parseJson';
import { Problem } from './problem';
import { quote } from './text';
import { isDate, isEmpty, isObject } from './value';

/**
 * Parses the entries of a collection. An expression may return a single entry. Throws {@link Problem} for other values.
 */
export function parseEntries(value: unknown, label: string): IDataObject[] {
	const entries = isEmpty(value) ? [] : [value].flat();
	if (entries.every(isObject)) return entries;
	throw new Problem(
		`${label} must be a list of objects, not ${quote(value)}`,
		'Check where it comes from.',
	);
}

/** Parses an object, or the JSON of one; empty if nothing was entered. */
export function parseObject(value: unknown, label: string): IDataObject {
	if (isEmpty(value)) return {};
	const parsed = typeof value === 'string' ? parseJson(value, label) : value;
	if (isObject(parsed) && !isDate(parsed)) return parsed;
	throw new Problem(
		`${label} must be an object`,
		'Write it between curly brackets, such as {"title": "Winter menu"}.',
	);
}
