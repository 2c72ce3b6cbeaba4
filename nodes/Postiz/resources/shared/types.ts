import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { PostizClient } from '../../transport/client';

export interface Operation {
	name: string;
	value: string;
	action: string;
	description: string;
	/** Its fields; when they are shown is added by the resource. */
	properties: INodeProperties[];
	/** Works on all input items at once and returns the output items. */
	execute: (context: IExecuteFunctions, client: PostizClient) => Promise<INodeExecutionData[]>;
}

export interface Resource {
	name: string;
	value: string;
	defaultOperation: string;
	operations: Operation[];
}
