import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { memoryOf } from '../../../../nodes/Postiz/resources/shared/runMemory';

const itemsOf = (count: number): INodeExecutionData[] =>
	Array.from({ length: count }, (_, index) => ({ json: { index } }));

const SAME = itemsOf(2);

/** A try of a node with these input items. */
const tryOf = (items: INodeExecutionData[], name = 'Postiz') =>
	({ getInputData: () => items, getNode: () => ({ name }) }) as unknown as IExecuteFunctions;

test('the tries of a run have one memory', () => {
	const items = itemsOf(2);
	const memory = memoryOf(tryOf(items));
	// n8n gives each try its own list of the same items.
	for (let again = 0; again < 3; again++) expect(memoryOf(tryOf([...items]))).toBe(memory);
});

test.each<[string, INodeExecutionData[], string]>([
	['other items', itemsOf(2), 'Postiz'],
	['copies of the items, as in a loop or another execution', structuredClone(SAME), 'Postiz'],
	['the same items in another node', SAME, 'Postiz 2'],
	['no items', [], 'Postiz'],
])('a run with %s has a memory of its own', (_what, items, name) => {
	const memory = memoryOf(tryOf(SAME));
	memory.deleted.set('a', { itemIndex: 0, rows: [] });
	const other = memoryOf(tryOf(items, name));
	expect(other).not.toBe(memory);
	expect(other.deleted).toEqual(new Map());
});

test('runs without items share nothing', () => {
	expect(memoryOf(tryOf([]))).not.toBe(memoryOf(tryOf([])));
});
