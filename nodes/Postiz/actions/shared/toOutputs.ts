import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../common/value';

/** Converts any response to outputs: one per element of a list, and plain values as `value`. */
export function toOutputs(response: unknown): IDataObject[] {
	return (Array.isArray(response) ? response : [response])
		.filter((output: unknown) => output !== undefined && output !== null)
		.map((output: unknown) =>
			isObject(output) ? moveIdLast(output) : { value: output as IDataObject[string] },
		);
}

/** n8n shows the first columns. */
const moveIdLast = ({ id, ...output }: IDataObject) =>
	id === undefined ? output : { ...output, id };
