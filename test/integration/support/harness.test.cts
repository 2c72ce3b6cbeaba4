import { createReadStream } from 'node:fs';
import type { IDataObject, IExecuteFunctions, INodeType, IRunData } from 'n8n-workflow';

import {
	callListSearch,
	callLoadOptions,
	jsonItems,
	memoryFile,
	POSTIZ,
	refuseRepetition,
	runNode,
	runWorkflow,
	START,
	storedFile,
	testCredential,
} from './harness.cjs';
import { useService } from './useService.cjs';
import { onChannels } from './posts.cjs';

const service = useService();

const LIST = { resource: 'integration', operation: 'list', returnAll: true };

/** Outputs what it is handed, binary data included. */
class Reader implements INodeType {
	description = {
		displayName: 'Reader',
		name: 'reader',
		group: ['transform' as const],
		version: 1,
		description: '',
		defaults: {},
		inputs: ['main' as const],
		outputs: ['main' as const],
		properties: [],
	};

	async execute(this: IExecuteFunctions) {
		const texts = this.getInputData().map(async ({ json, binary = {} }, index) => ({
			json: {
				...json,
				files: await Promise.all(
					Object.keys(binary).map(async (name) =>
						(await this.helpers.getBinaryDataBuffer(index, name)).toString(),
					),
				),
			},
		}));
		return [await Promise.all(texts)];
	}
}

test.each(['apiKey', 'oAuth2'] as const)('runs the node with the %s credential', async (type) => {
	const { output, error } = await runNode({ service, parameters: LIST, authentication: type });
	expect(error).toBeUndefined();
	expect(output).toHaveLength(1);
	expect(output[0].map(({ json }) => json.channelId)).toEqual(
		service.state.channels.map(({ id }) => id),
	);
	expect(service.requests[0].headers.authorization).toBe(
		type === 'apiKey' ? service.apiKey : service.state.tokens[0].token,
	);
});

test('shows what stopped the execution', async () => {
	const { output, error } = await runNode({
		service,
		parameters: LIST,
		credentials: { apiKey: 'wrong' },
	});
	expect(output).toEqual([]);
	expect(error).toMatchObject({ message: expect.stringContaining('API key') });
});

test('runs several nodes in a row, with files in memory and on disk', async () => {
	const { outputOf, error } = await runWorkflow(
		{
			nodes: [
				{ name: 'Start', type: START },
				{ name: 'Read', type: 'reader' },
				{ name: 'Channels', type: POSTIZ, parameters: LIST },
			],
			connections: {
				Start: { main: [[{ node: 'Read', type: 'main', index: 0 }]] },
				Read: { main: [[{ node: 'Channels', type: 'main', index: 0 }]] },
			},
		},
		{
			service,
			items: [
				{ json: { item: 1 }, binary: { data: memoryFile(Buffer.from('in memory')) } },
				{ json: { item: 2 }, binary: { data: await storedFile(Buffer.from('stored')) } },
				{ json: { item: 3 }, binary: { data: await storedFile(createReadStream(__filename)) } },
			],
			nodeTypes: { reader: new Reader() },
		},
	);
	expect(error).toBeUndefined();
	expect(outputOf('Read')[0].map(({ json }) => json)).toEqual([
		{ item: 1, files: ['in memory'] },
		{ item: 2, files: ['stored'] },
		{ item: 3, files: [expect.stringContaining('files in memory and on disk')] },
	]);
	expect(outputOf('Channels')[0]).toHaveLength(3 * service.state.channels.length);
	expect(outputOf('No such node')).toEqual([]);
});

test('expressions see the item', async () => {
	const { output } = await runNode({
		service,
		parameters: { resource: 'integration', operation: 'list', limit: '={{ $json.wanted }}' },
		items: jsonItems([{ wanted: 1 }, { wanted: 2 }]),
	});
	expect(output[0].map(({ pairedItem }) => pairedItem)).toEqual([
		{ item: 0 },
		{ item: 1 },
		{ item: 1 },
	]);
});

test('fills pickers', async () => {
	const { results } = await callListSearch(
		'searchChannels',
		{
			service,
			parameters: { ...onChannels({ provider: 'x' }, { provider: 'bluesky' }) },
			path: 'parameters.networkSettings.network[1].integrationId',
		},
		'ACME',
	);
	expect(results).toEqual([
		{
			name: 'Bluesky: acme-coffee.bsky.social (Acme Coffee)',
			value: service.state.channels.find(({ identifier }) => identifier === 'bluesky')!.id,
		},
	]);
	expect(await callLoadOptions('getGroups', { service })).toEqual([
		{ name: 'Any Group', value: '' },
		...service.state.groups.map(({ id, name }) => ({ name, value: id })),
	]);
});

test('tests credentials', async () => {
	expect(await testCredential({ service })).toMatchObject({ status: 'OK' });
	expect(await testCredential({ service, authentication: 'oAuth2' })).toMatchObject({
		status: 'OK',
	});
	expect(await testCredential({ service, credentials: { apiKey: 'x' } })).toMatchObject({
		status: 'Error',
	});
});

test('an error whose description repeats its message fails the run that shows it', () => {
	const runOf = (json: IDataObject) =>
		({ Postiz: [{ data: { main: [[{ json }]] } }] }) as unknown as IRunData;
	const repeated = 'The description repeats the message “A is wrong”';
	const description = 'A is wrong. Correct it.';
	for (const message of ['A is wrong', 'A is wrong [item 1]', 'A is wrong (and 2 more problems)']) {
		expect(() => refuseRepetition({}, { message, description })).toThrow(repeated);
	}
	expect(() => refuseRepetition(runOf({ error: `A is wrong. ${description}` }))).toThrow(repeated);
	expect(() => refuseRepetition(runOf({ error: 'A is wrong. Fix A.' }))).not.toThrow();
	expect(() =>
		refuseRepetition({}, { message: 'A is wrong', description: 'Fix A.' }),
	).not.toThrow();
	expect(() => refuseRepetition(runOf({ error: 'A is wrong' }))).not.toThrow();
});
