import type { INodeProperties } from 'n8n-workflow';

import { field, option } from '../form/fieldBuilders';
import { analytics } from './analytics';
import { integration } from './integration';
import { notification } from './notification';
import { post } from './post';
import type { Resource } from './shared/operation';
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
			const sameIndex = fields.findIndex((field, index) => index >= next && field.key === key);
			if (sameIndex < 0) fields.splice(next, 0, { property, key, operations: [value] });
			else fields[sameIndex]?.operations.push(value);
			next = (sameIndex < 0 ? next : sameIndex) + 1;
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

const toNameTable = (options: Array<{ name: string; value: string }>) =>
	JSON.stringify(Object.fromEntries(options.map(({ name, value }) => [value, name])));

const OPERATION_NAMES = toNameTable(resources.flatMap(({ operations }) => operations));

/** The subtitle on the canvas, with the labels of operation and resource. */
export const operationSubtitle = `={{ (${OPERATION_NAMES})[$parameter["operation"]] + ": " + (${toNameTable(resources)})[$parameter["resource"]] }}`;
