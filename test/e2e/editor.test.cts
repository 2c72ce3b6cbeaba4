import { Editor } from '../harness/editor.cjs';
import { OWNER } from '../harness/n8nClient.cjs';
import { byId, channelId, openWorld, type World } from './world.cjs';

describe('the form in the editor', () => {
	let world: World;
	let editor: Editor;

	beforeAll(async () => {
		world = await openWorld();
		editor = await Editor.open(world.n8n.url, OWNER);
	});
	afterAll(async () => {
		await editor?.close();
		await world?.close();
	});

	const open = async (parameters: object) => {
		const { id } = await world.n8n.createWorkflow({
			name: 'A form',
			nodes: [
				{
					id: 'form',
					name: 'Postiz',
					type: 'n8n-nodes-postiz-publisher.postiz',
					typeVersion: 1,
					position: [0, 0],
					parameters,
					credentials: { postizApi: { id: world.apiKey.id, name: world.apiKey.name } },
				},
			],
			connections: {},
		});
		await editor.openNode(id, 'form');
	};

	test('a new node shows the form for a post', async () => {
		await open({});
		await editor.page.getByText('When to Publish').waitFor();
		const text = await editor.formText();
		for (const label of [
			'Resource',
			'Operation',
			'Text',
			'Media',
			'Channels',
			'Thread',
			'Options',
		]) {
			expect(text).toContain(label);
		}
		await editor.formPicture('create-empty');
	});

	test('a network shows its own settings beside the channel', async () => {
		await open({
			resource: 'post',
			operation: 'create',
			type: 'schedule',
			date: '2099-03-04T10:00:00',
			content: 'The winter menu is here!',
			channels: {
				channel: [
					{
						provider: 'x',
						integrationId: byId(channelId(world.service, 'x')),
						who_can_reply_post: 'following',
						settings: { made_with_ai: true },
					},
					{ provider: 'auto', integrationId: byId(channelId(world.service, 'bluesky')) },
				],
			},
			thread: { segment: [{ content: 'More tomorrow', delay: 10 }] },
			options: { tags: 'Launch' },
		});
		await editor.page.getByText('Made With AI').first().waitFor();
		const text = await editor.formText();
		expect(text).toContain('Who Can Reply');
		await editor.formPicture('create-two-channels');
	});

	test('the picker offers the channels of the service', async () => {
		await open({
			resource: 'post',
			operation: 'create',
			channels: { channel: [{ provider: 'x' }] },
		});
		const field = editor.page.getByTestId('rlc-input').first();
		await field.click();
		await editor.page.getByText('Acme Roasters (X', { exact: false }).first().waitFor();
		await editor.picture('picker');
	});
});
