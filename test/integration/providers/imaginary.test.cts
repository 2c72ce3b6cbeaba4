import { appendFileSync, cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { INodePropertyCollection, INodeType } from 'n8n-workflow';

import { providers as known } from '../../service/providers.cjs';
import { filled, isString, maxLength, optional, string } from '../../service/schema.cjs';
import { channelOf } from '../../service/client.cjs';
import { POSTIZ, runWorkflow, START } from '../support/harness.cjs';
import { byId, onChannels } from '../support/posts.cjs';
import { callsOf, LOOK_UP, useService } from '../support/useService.cjs';

const FILE = `
import type { Provider } from './types';

export const moonbase: Provider = {
	identifier: 'moonbase',
	displayName: 'Moonbase',
	text: 'plain',
	maxLength: 40,
	fields: [
		{
			displayName: 'Crater',
			name: 'crater_id',
			type: 'resourceLocator',
			required: true,
			default: { mode: 'list', value: '' },
			tool: 'craters',
			whenEmpty: 'Dig a crater first.',
			description: 'Where on the moon to post',
		},
		{
			displayName: 'Greeting',
			name: 'greeting',
			type: 'string',
			default: '',
			maxLength: 10,
			description: 'What to say first',
		},
	],
};
`;
const LINE = "export { moonbase } from './moonbase';\n";

let copy: string;
let node: INodeType;

beforeAll(async () => {
	copy = mkdtempSync(join(tmpdir(), 'postiz-provider-'));
	cpSync(resolve('nodes'), join(copy, 'nodes'), { recursive: true });
	symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
	const folder = join(copy, 'nodes/Postiz/providers');
	writeFileSync(join(folder, 'moonbase.ts'), FILE);
	appendFileSync(join(folder, 'list.ts'), LINE);
	const { Postiz } = (await import(join(copy, 'nodes/Postiz/Postiz.node.ts'))) as {
		Postiz: new () => INodeType;
	};
	node = new Postiz();

	known.moonbase = {
		name: 'Moonbase',
		max: 40,
		settings: { crater_id: filled, greeting: optional(string(isString, maxLength(10))) },
	};
});
afterAll(() => {
	delete known.moonbase;
	rmSync(copy, { recursive: true, force: true });
});
// Its workspace has a channel of each network that it knows by now.
const service = useService();

async function post(form: object, content = 'One small step') {
	const { outputOf, error } = await runWorkflow(
		{
			nodes: [
				{ name: 'Start', type: START },
				{
					name: 'Postiz',
					type: POSTIZ,
					parameters: {
						resource: 'post',
						operation: 'create',
						type: 'now',
						content,
						...onChannels({
							provider: 'moonbase',
							...byId(channelOf(service, 'moonbase')),
							...form,
						}),
					},
				},
			],
			connections: { Start: { main: [[{ node: 'Postiz', type: 'main', index: 0 }]] } },
		},
		{ service, nodeTypes: { [POSTIZ]: node } },
	);
	return { output: outputOf('Postiz'), error };
}

const crater = { __rl: true, mode: 'list', value: 'tycho' };

describe('a new network, of one file and one line', () => {
	test('is in the form, with its fields and its picker', () => {
		const settings = node.description.properties.find(({ name }) => name === 'networkSettings')!;
		const { values } = (settings.options as INodePropertyCollection[])[0];
		const network = values.find(({ name }) => name === 'provider')!;
		expect(network.options).toContainEqual({ name: 'Moonbase', value: 'moonbase' });

		const shown = values.filter(({ displayOptions }) =>
			displayOptions?.show?.provider?.includes('moonbase'),
		);
		expect(shown.map(({ displayName }) => displayName)).toEqual(['Crater', 'More Settings']);
		const [mode] = shown[0].modes!;
		expect(node.methods?.listSearch).toHaveProperty(mode.typeOptions!.searchListMethod!);
	});

	test('is posted to', async () => {
		const { output, error } = await post({ crater_id: crater, settings: { greeting: 'Hello' } });

		expect(error).toBeUndefined();
		expect(output[0][0].json).toMatchObject({
			provider: 'moonbase',
			channelId: channelOf(service, 'moonbase'),
		});
		expect(service.state.posts.at(-1)?.settings).toMatchObject({
			__type: 'moonbase',
			crater_id: 'tycho',
			greeting: 'Hello',
		});
	});

	test.each([
		[{ crater_id: { ...crater, value: '={{ "" }}' } }, undefined, 'Crater is required'],
		[
			{ crater_id: crater, settings: { greeting: 'Good evening' } },
			undefined,
			'Greeting has 12 characters; the maximum is 10',
		],
		[{ crater_id: crater }, 'x'.repeat(41), 'Moonbase: 41 of 40 characters'],
	])('is checked: %j', async (form, content, sentence) => {
		const { error } = await post(form, content);
		expect(error?.message).toContain(sentence);
		expect(callsOf(service)).toEqual([LOOK_UP]);
	});
});
