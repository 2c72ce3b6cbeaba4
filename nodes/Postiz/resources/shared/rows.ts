import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../values/read';

/**
 * Output rows for an answer of any shape: a list makes one for each element, an object one, and a
 * plain value one with it as `value`. Nothing makes none, also within a list.
 */
export function toRows(answer: unknown): IDataObject[] {
	return (Array.isArray(answer) ? answer : [answer])
		.filter((row: unknown) => row !== undefined && row !== null)
		.map((row: unknown) => (isObject(row) ? row : { value: row as IDataObject[string] }));
}
