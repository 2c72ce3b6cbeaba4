import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { keepMemory, newest, readMemory, type Memory } from '../../../nodes/Postiz/events/memory';

const memory = (serial: number, account = 'a'): Memory => ({ serial, account });

/** A node of a workflow that n8n has loaded with what it has stored; for a node alone, it stores nothing. */
const contextOf = (id: string, store: IDataObject = {}, workflow = 'w1', name = 'Trigger') =>
	({
		getNode: () => ({ id, name }),
		getWorkflow: () => ({ id: workflow }),
		getWorkflowStaticData: (of: string) => (of === 'global' ? store : {}),
	}) as unknown as IPollFunctions;
const stored = (store: IDataObject) => JSON.parse(JSON.stringify(store)) as IDataObject;

beforeEach(() => newest.clear());

test('a memory is read after n8n has stored it and was started again, whatever the name of the node', () => {
	const store = {};
	keepMemory(contextOf('n1', store), { account: 'a' });
	newest.clear();
	expect(readMemory(contextOf('n1', stored(store), 'w1', 'Renamed'))).toEqual(memory(1));
	expect(readMemory(contextOf('n2', stored(store)))).toBeUndefined();
});

test.each<[string, unknown]>([
	['none', undefined],
	['null', null],
	['text', 'memory'],
	['a list', []],
	['another object', { version: 2 }],
])('%s is no memory', (_name, value) => {
	const store = { 'postizTrigger n1': value } as IDataObject;
	expect(readMemory(contextOf('n1', store))).toBeUndefined();
});

test('the memory of the later look counts, whether n8n has it or this process', () => {
	const store = {};
	for (const account of ['a', 'b']) keepMemory(contextOf('n1', store), { account });
	const old = { 'postizTrigger n1': memory(1) } as unknown as IDataObject;
	const later = { 'postizTrigger n1': memory(3) } as unknown as IDataObject;
	expect(readMemory(contextOf('n1', old))).toEqual(memory(2, 'b'));
	expect(readMemory(contextOf('n1', later))).toEqual(memory(3));
});

test('what a trigger stores has what others of its workflow have seen', () => {
	// n8n hands a polling trigger what was stored at the activation.
	const polling = {};
	const called = {};
	keepMemory(contextOf('poll', polling), { account: 'first' });
	keepMemory(contextOf('call', called), { account: 'called' });
	keepMemory(contextOf('other', {}, 'w2'), { account: 'elsewhere' });
	keepMemory(contextOf('poll', polling), { account: 'second' });
	newest.clear();
	const after = stored(polling);
	expect(readMemory(contextOf('call', after))).toEqual(memory(1, 'called'));
	expect(readMemory(contextOf('poll', after))).toEqual(memory(2, 'second'));
	expect(Object.keys(after)).toHaveLength(2);
});
