import { tryJson } from '../nodes/Postiz/values/read';
import { isExpression } from './expressions';
import { convertNodes } from './convertNodes';
import {
	asObject,
	type Choices,
	type Conversion,
	type Json,
	type Context,
	type WorkflowNode,
} from './types';

export type { Choices, Conversion } from './types';

/**
 * Puts this package's node in place of that of `n8n-nodes-postiz`, and of HTTP Request nodes that call
 * Postiz, in all workflows of an n8n export: one workflow, a list of them, or nodes copied from the
 * editor. The input is left as it is.
 */
export function convertWorkflow(input: unknown, choices: Choices = {}): Conversion {
	const conversion: Conversion = {
		workflows: undefined,
		converted: 0,
		remarks: [],
		accounts: [],
		calls: [],
		changes: [],
	};
	conversion.workflows = convertAny(input, { conversion, choices, place: {} });
	return conversion;
}

/** True if there are nodes anywhere in it: an n8n export, and not some other file. */
export function holdsNodes(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return Array.isArray((value as Json).nodes) || Object.values(value).some(holdsNodes);
}

function convertAny(value: unknown, context: Context): unknown {
	if (Array.isArray(value)) return value.map((one) => convertAny(one, context));
	if (typeof value !== 'object' || value === null) return value;
	const object = value as Json;
	const isNamed = typeof object.name === 'string' && context.place.inside === undefined;
	const inner = isNamed ? { ...context, place: { workflow: String(object.name) } } : context;
	const nodes = Array.isArray(object.nodes) ? convertWhole(object, inner) : {};
	return Object.fromEntries(
		Object.entries({ ...object, ...nodes }).map(([key, held]) => [
			key,
			UNTOUCHED.has(key) || key in nodes ? held : convertAny(held, inner),
		]),
	);
}

// They can hold anything, also what looks like nodes.
const UNTOUCHED = new Set(['connections', 'meta', 'pinData', 'settings', 'staticData']);

/** The nodes and the lines between them, with the workflows that nodes hold as text. */
function convertWhole(workflow: Json, context: Context): Json {
	const { nodes, ...lines } = convertNodes(workflow, context);
	return { nodes: nodes.map((node) => convertInner(node as WorkflowNode, context)), ...lines };
}

// Execute Workflow and its tool can hold a whole workflow as text.
function convertInner(node: WorkflowNode, context: Context): WorkflowNode {
	const text = asObject(asObject(node).parameters).workflowJson;
	if (typeof text !== 'string' || !/"nodes"|n8n-nodes-postiz\./.test(text)) return node;
	if (isExpression(text) && !text.includes('n8n-nodes-postiz.')) return node;
	if (isExpression(text)) {
		context.conversion.remarks.push({
			kind: 'todo',
			...context.place,
			node: String(node.name),
			message: 'It makes a workflow with the old Postiz node from an expression',
			advice: 'Convert that workflow by itself.',
		});
		return node;
	}
	const inner = tryJson(text);
	if (inner === undefined) return node;
	const before = context.conversion.converted;
	const converted = convertAny(inner, {
		...context,
		place: { ...context.place, inside: String(node.name) },
	});
	if (context.conversion.converted === before) return node;
	return {
		...node,
		parameters: { ...node.parameters, workflowJson: JSON.stringify(converted, null, 2) },
	};
}
