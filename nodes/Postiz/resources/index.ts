import {
	NodeOperationError,
	updateDisplayOptions,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
} from 'n8n-workflow';

import { PostizClient } from '../transport/client';
import { integration } from './integration';
import { post } from './post';
import type { Resource } from './types';
import { upload } from './upload';

/** The resources in the order of the form. */
export const resources: Resource[] = [integration, upload, post];

/** The node's fields: Resource, then each resource's operations and the operations' own fields. */
export const resourceProperties: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: resources.map(({ name, value }) => ({ name, value })),
		default: 'post',
	},
	...resources.map(operationProperty),
	...resources.flatMap(({ value: resource, operations }) =>
		operations.flatMap(({ option, properties }) =>
			updateDisplayOptions(
				{ show: { resource: [resource], operation: [option.value] } },
				properties,
			),
		),
	),
];

function operationProperty({ value, operations, defaultOperation }: Resource): INodeProperties {
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [value] } },
		options: operations.map(({ option }) => option),
		default: defaultOperation,
	};
}

/** Runs the operation that the form names for all input items. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const resourceName = context.getNodeParameter('resource', 0);
	const operationName = context.getNodeParameter('operation', 0);
	const operation = resources
		.find(({ value }) => value === resourceName)
		?.operations.find(({ option }) => option.value === operationName);
	if (!operation) {
		throw new NodeOperationError(
			context.getNode(),
			`The node knows no operation “${String(operationName)}” of “${String(resourceName)}”`,
			{ description: 'Choose the resource and the operation from their lists.' },
		);
	}
	return await operation.execute(context, await PostizClient.connect(context));
}
