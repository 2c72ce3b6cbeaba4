import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

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
