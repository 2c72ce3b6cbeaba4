import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { OperationResult } from '../../execution/operationResult';
import type { RetryMemory } from '../../posts/run/retryMemory';
import type { PostizClient } from '../../transport/client';

/** An operation as people choose it in the form. A new one is listed in the `index.ts` of its resource. */
export interface Operation {
	/** Its label. */
	name: string;
	/** Its value in saved workflows. */
	value: string;
	/** Its name in the list of actions of the node, such as `Create post`. */
	action: string;
	description: string;
	/** Its fields; the resource adds when they are shown. */
	properties: INodeProperties[];
	/** True if it outputs data from a network, all of which a model may need. */
	returnsRawData?: boolean;
	/** Processes all input items, mostly with `forEachItem`. */
	execute: (
		context: IExecuteFunctions,
		client: PostizClient,
		memory: RetryMemory,
	) => Promise<OperationResult>;
}

/** What operations are about, such as posts. */
export interface Resource {
	name: string;
	value: string;
	/** The value of the operation that a new node has. */
	defaultOperation: string;
	/** In the order of the form. */
	operations: Operation[];
}
