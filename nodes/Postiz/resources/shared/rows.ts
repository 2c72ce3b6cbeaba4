import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../values/read';

/** Rows for an answer of any shape: one for each element of a list, with a plain value as `value`; none for nothing. */
export function toRows(answer: unknown): IDataObject[] {
	return (Array.isArray(answer) ? answer : [answer])
		.filter((row: unknown) => row !== undefined && row !== null)
		.map((row: unknown) => (isObject(row) ? row : { value: row as IDataObject[string] }));
}
