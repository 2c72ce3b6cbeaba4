import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { sharedByTries } from '../../../nodes/Postiz/transport/tries';

const itemsOf = (count: number): INodeExecutionData[] =>
	Array.from({ length: count }, (_, index) => ({ json: { index } }));

const SAME = itemsOf(2);

/** A try of a node with these input items. */
const tryOf = (items: INodeExecutionData[], name = 'Postiz') =>
	({ getInputData: () => items, getNode: () => ({ name }) }) as unknown as IExecuteFunctions;

/** A shared list whose number tells when it was created, from 1 on. */
function createShared() {
	let created = 0;
	return sharedByTries(() => [++created]);
}

test('the tries of a run share one value, which the first one creates', () => {
	const shared = createShared();
	const items = itemsOf(2);
	const value = shared(tryOf(items));
	expect(value).toEqual([1]);
	// n8n hands each try a list of its own, with the same items.
	for (let again = 0; again < 3; again++) expect(shared(tryOf([...items]))).toBe(value);
});

test.each<[string, INodeExecutionData[], string]>([
	['other items', itemsOf(2), 'Postiz'],
	['copies of the items, as in a loop or another execution', structuredClone(SAME), 'Postiz'],
	['the same items in another node', SAME, 'Postiz 2'],
])('a run with %s has a value of its own', (_what, items, name) => {
	const shared = createShared();
	shared(tryOf(SAME));
	expect(shared(tryOf(items, name))).toEqual([2]);
});

test('without items, nothing is shared', () => {
	const shared = createShared();
	expect([shared(tryOf([])), shared(tryOf([]))]).toEqual([[1], [2]]);
});

test('what is shared here is not shared there', () => {
	const items = itemsOf(1);
	const [here, there] = [createShared(), createShared()];
	expect(here(tryOf(items))).not.toBe(there(tryOf(items)));
});

test('nothing is created before it is required', () => {
	const create = jest.fn(() => ({}));
	const shared = sharedByTries(create);
	expect(create).not.toHaveBeenCalled();
	const items = itemsOf(1);
	shared(tryOf(items));
	shared(tryOf(items));
	expect(create).toHaveBeenCalledTimes(1);
});
