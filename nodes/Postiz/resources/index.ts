import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { field, option } from '../form/fields';
import { PostizClient } from '../transport/client';
import { isTool, toNodeError } from '../transport/nodeError';
import { Problem, quote } from '../values/problem';
import { useOneOf } from '../values/read';
import { analytics } from './analytics';
import { integration } from './integration';
import { notification } from './notification';
import { post } from './post';
import { forModel } from './shared/forModel';
import { forEachItem, type Operation, type Resource } from './shared/operation';
import { memoryOf } from './shared/once';
import { upload } from './upload';
import { video } from './video';

/** The resources in the order of the form. */
export const resources: Resource[] = [post, integration, upload, notification, analytics, video];

/** The node's fields: Resource, then each resource's operations and the operations' own fields. */
export const resourceProperties: INodeProperties[] = [
	field.choice('Resource', 'resource', {
		noDataExpression: true,
		options: resources.map(({ name, value }) => option(name, value)),
		default: 'post',
	}),
	...resources.map(({ value: resource, operations, defaultOperation }) =>
		field.choice('Operation', 'operation', {
			noDataExpression: true,
			displayOptions: { show: { resource: [resource] } },
			options: operations.map(({ name, value, action, description }) => ({
				...option(name, value, description),
				action,
			})),
			default: defaultOperation,
		}),
	),
	...resources.flatMap(fieldsOfOperations),
];

/** The fields of all operations of a resource, in order. Identical fields are merged. */
function fieldsOfOperations({ value: resource, operations }: Resource): INodeProperties[] {
	const fields: Array<{ property: INodeProperties; key: string; operations: string[] }> = [];
	for (const { value, properties } of operations) {
		let next = 0;
		for (const property of properties) {
			const key = JSON.stringify(property);
			const alike = fields.findIndex((field, index) => index >= next && field.key === key);
			if (alike < 0) fields.splice(next, 0, { property, key, operations: [value] });
			else fields[alike]?.operations.push(value);
			next = (alike < 0 ? next : alike) + 1;
		}
	}
	// n8n evaluates the conditions in order, and shows a field if one is an expression: with these two first, an
	// expression never shows the field of another operation that has the same name.
	return fields.map(({ property, operations: operation }) => ({
		...property,
		displayOptions: {
			...property.displayOptions,
			show: { resource: [resource], operation, ...property.displayOptions?.show },
		},
	}));
}

const namesOf = (named: Array<{ name: string; value: string }>) =>
	JSON.stringify(Object.fromEntries(named.map(({ name, value }) => [value, name])));

const OPERATION_NAMES = namesOf(resources.flatMap(({ operations }) => operations));

/** The subtitle on the canvas, with the labels of operation and resource. */
export const operationSubtitle = `={{ (${OPERATION_NAMES})[$parameter["operation"]] + ": " + (${namesOf(resources)})[$parameter["resource"]] }}`;

function findOperation(resourceName: unknown, operationName: unknown): Operation {
	const resource = resources.find(({ value }) => value === resourceName);
	const operation = resource?.operations.find(({ value }) => value === operationName);
	if (operation) return operation;
	const allowed = (resource?.operations ?? resources).map(({ value }) => value);
	throw new Problem(
		`Unknown operation ${quote(operationName)} of ${quote(resourceName)}`,
		`${resource ? 'Operation' : 'Resource'}: ${useOneOf(allowed)}`,
	);
}

/** Runs the operation that is chosen in the form for all input items. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	// Older versions of n8n have no hints for tools, and don't even define the function.
	const older: Partial<IExecuteFunctions> = context;
	older.addExecutionHints ??= () => undefined;
	const hints: string[] = [];
	if (isTool(context)) context.addExecutionHints = ({ message }) => void hints.push(message);
	const resourceName = context.getNodeParameter('resource', 0);
	const operationName = context.getNodeParameter('operation', 0);
	try {
		const operation = findOperation(resourceName, operationName);
		const client = await PostizClient.connect(context);
		const output = await operation.execute(context, client, memoryOf(context));
		return isTool(context) ? forModel(context, output, hints) : output;
	} catch (error) {
		const nodeError = toNodeError(context.getNode(), error);
		if (!context.continueOnFail()) throw nodeError;
		// If it was thrown, n8n would hand on the input as if all had gone well.
		return await forEachItem(context, async () => await Promise.reject(nodeError));
	}
}
