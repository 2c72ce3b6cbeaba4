import { convertNodes } from './convertNodes';
import type { Context, Conversion, Json } from './types';

/**
 * Puts the Postiz node in place of nodes that publish by other means, in all workflows of an n8n export: one workflow,
 * a list of them, or nodes copied from the editor. The input is left as it is.
 */
export function convertWorkflow(input: unknown): Conversion {
	const conversion: Conversion = {
		workflows: undefined,
		converted: 0,
		remarks: [],
		calls: [],
		changes: [],
	};
	conversion.workflows = convertAny(input, { conversion, place: {} });
	return conversion;
}

// They can hold anything, also what looks like nodes.
const UNTOUCHED = new Set(['connections', 'meta', 'pinData', 'settings', 'staticData']);

function convertAny(value: unknown, context: Context): unknown {
	if (Array.isArray(value)) return value.map((one) => convertAny(one, context));
	if (typeof value !== 'object' || value === null) return value;
	const { name, nodes } = value as Json;
	const inner = typeof name === 'string' ? { ...context, place: { workflow: name } } : context;
	const converted: Json = Array.isArray(nodes) ? convertNodes(value as Json, inner) : {};
	return Object.fromEntries(
		Object.entries({ ...value, ...converted }).map(([key, held]) => [
			key,
			UNTOUCHED.has(key) || key in converted ? held : convertAny(held, inner),
		]),
	);
}
