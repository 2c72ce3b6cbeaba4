import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import { field, option } from '../form/fieldBuilders';
import { PostizClient } from '../transport/client';
import { isTool, toNodeError } from '../transport/nodeError';
import { addWeekdays, showTime } from '../common/date';
import { forTool, Problem, quote } from '../common/problem';
import { isEmpty, isObject } from '../common/parseValue';
import { sentences } from '../common/wording';
import { analytics } from './analytics';
import { integration } from './integration';
import { notification } from './notification';
import { post } from './post';
import { forEachItem, getRunMemory, type Operation, type Resource } from './shared/operation';
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
	...resources.flatMap(collectFields),
];

/** The fields of all operations of a resource, in order. Identical fields are merged. */
function collectFields({ value: resource, operations }: Resource): INodeProperties[] {
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

const toNameTable = (named: Array<{ name: string; value: string }>) =>
	JSON.stringify(Object.fromEntries(named.map(({ name, value }) => [value, name])));

const OPERATION_NAMES = toNameTable(resources.flatMap(({ operations }) => operations));

/** The subtitle on the canvas, with the labels of operation and resource. */
export const operationSubtitle = `={{ (${OPERATION_NAMES})[$parameter["operation"]] + ": " + (${toNameTable(resources)})[$parameter["resource"]] }}`;

function findOperation(resourceName: unknown, operationName: unknown): Operation {
	const resource = resources.find(({ value }) => value === resourceName);
	const operation = resource?.operations.find(({ value }) => value === operationName);
	if (operation) return operation;
	throw new Problem(
		`Unknown operation ${quote(operationName)} of ${quote(resourceName)}`,
		'Choose Resource and Operation again.',
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
		const output = await operation.execute(context, client, getRunMemory(context));
		return isTool(context) ? toToolOutput(context, output, hints) : output;
	} catch (error) {
		const nodeError = toNodeError(context.getNode(), error);
		if (!context.continueOnFail()) throw nodeError;
		// If it was thrown, n8n would hand on the input as if all had gone well.
		return await forEachItem(context, async () => await Promise.reject(nodeError));
	}
}

/** What a model doesn't need, as other keys tell it. */
const HIDDEN_FROM_MODEL = new Set([
	'creationMethod',
	'groupId',
	'network',
	'postGroup',
	'releaseId',
]);

/**
 * What a tool returns: rows with what a model needs, and a last one with the `hints`, which it would not see otherwise.
 * Without Simplify, rows stay as Postiz returns them.
 */
function toToolOutput(
	context: IExecuteFunctions,
	output: INodeExecutionData[],
	hints: string[],
): INodeExecutionData[] {
	const isRaw = context.getNodeParameter('simplify', 0, true) === false;
	const timezone = context.getTimezone();
	const rows = isRaw
		? output
		: output.map((item) => ({ ...item, json: toShortRow(item.json, timezone) }));
	const note =
		output.length + hints.length === 0 ? 'Nothing was found.' : forTool(sentences(...hints));
	return note === '' ? rows : [...rows, { json: { note }, pairedItem: { item: 0 } }];
}

/** A row without what is empty or said twice; times are in `timezone` (an IANA name). */
function toShortRow(row: IDataObject, timezone: string): IDataObject {
	const { when, channel, postId } = row;
	const isTold: IDataObject = { date: when, channelId: channel && postId };
	const entries = Object.entries(row).filter(
		([key, value]) =>
			!HIDDEN_FROM_MODEL.has(key) && !isTold[key] && !isEmpty(value) && value !== false,
	);
	const shown = entries.map(([key, value]) => {
		if (Array.isArray(value)) {
			return [key, value.map((one) => (isObject(one) ? toShortRow(one, timezone) : one))];
		}
		if (typeof value !== 'string' || key === 'text') return [key, value];
		if (key === 'when') return [key, addWeekdays(value)];
		return [key, key === 'createdAt' ? showTime(value, timezone) : forTool(value)];
	});
	return Object.fromEntries(shown) as IDataObject;
}
