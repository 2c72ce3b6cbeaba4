import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { isObject } from '../../common/parseValue';
import type { OperationResult } from '../../execution/operationResult';
import type { PostizClient } from '../../transport/client';
import type { RunMemory } from './runMemory';

export interface Operation {
	name: string;
	value: string;
	action: string;
	description: string;
	/** Its fields; the resource adds when they are shown. */
	properties: INodeProperties[];
	/** Processes all input items. */
	execute: (
		context: IExecuteFunctions,
		client: PostizClient,
		memory: RunMemory,
	) => Promise<OperationResult>;
}

export interface Resource {
	name: string;
	value: string;
	defaultOperation: string;
	operations: Operation[];
}

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
