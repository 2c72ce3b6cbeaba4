import { textsOf } from './fieldReaders';
import { baseType } from './graph';
import type { WorkflowNode } from './types';

/** The nodes in which names of fields of the input stand as text, alone or with commas between them. */
const NAMING = new Set([
	...['aggregate', 'compareDatasets', 'itemLists', 'merge', 'removeDuplicates', 'renameKeys'],
	...['set', 'sort', 'splitOut', 'summarize'],
]);

/** What Edit Fields writes, in its versions, which is not read. */
const WRITTEN = new Set(['assignments', 'values', 'fields']);

/** The fields of its input that a node names as text, without what stands behind a dot. */
export function fieldsNamedIn(node: WorkflowNode): string[] {
	if (!NAMING.has(baseType(node))) return [];
	const read = Object.entries(node.parameters ?? {}).filter(([name]) => !WRITTEN.has(name));
	return textsOf(Object.fromEntries(read))
		.filter((text) => /^[\w., ]+$/.test(text))
		.flatMap((text) => text.split(',').map((name) => name.trim().replace(/\..*$/, '')));
}

/** True if a node hands on or stores all fields of the items that it gets, whatever they are. */
export function takesWholeItems(node: WorkflowNode): boolean {
	const { parameters = {} } = node;
	switch (baseType(node)) {
		case 'aggregate':
			return parameters.aggregate === 'aggregateAllItemData';
		case 'convertToFile':
			return true;
		case 'respondToWebhook':
			return ['allIncomingItems', 'firstIncomingItem', undefined].includes(
				parameters.respondWith as string | undefined,
			);
		default:
			return textsOf(parameters).includes('autoMapInputData');
	}
}
