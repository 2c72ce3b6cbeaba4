import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { PostizClient } from '../../transport/client';

/** One operation of a resource: its place in the form, its fields, and what it does. */
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

/** A resource of the service with its operations. */
export interface Resource {
	name: string;
	value: string;
	defaultOperation: string;
	operations: Operation[];
}
