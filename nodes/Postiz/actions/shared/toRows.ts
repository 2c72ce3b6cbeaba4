import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../common/parseValue';

/** Converts any response to rows: one per element of a list, and plain values as `value`. */
export function toRows(response: unknown): IDataObject[] {
	return (Array.isArray(response) ? response : [response])
		.filter((row: unknown) => row !== undefined && row !== null)
		.map((row: unknown) =>
			isObject(row) ? moveIdLast(row) : { value: row as IDataObject[string] },
		);
}

/** n8n shows the first columns. */
const moveIdLast = ({ id, ...row }: IDataObject) => (id === undefined ? row : { ...row, id });
