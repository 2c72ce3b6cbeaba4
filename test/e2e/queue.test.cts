import { rmSync } from 'node:fs';

import { ensureN8n, installPackage } from '../harness/install.cjs';
import { N8nClient, OWNER } from '../harness/n8nClient.cjs';
import { n8nFolder } from '../harness/paths.cjs';
import { startQueue, type RunningQueue } from '../harness/queue.cjs';
import { startService } from '../service/server.cjs';
import { byId, channelId, postOn, runPostiz, START_NODE, type World } from './world.cjs';
import { onChannels } from '../integration/support/posts.cjs';

const PICTURE =
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

describe('queue mode: Redis, a main process and two workers', () => {
	let queue: RunningQueue;
	let world: World;

	beforeAll(async () => {
		const userFolder = n8nFolder('n8n-queue');
		rmSync(userFolder, { recursive: true, force: true });
		const installation = await ensureN8n();
		await installPackage(userFolder);
		queue = await startQueue({ installation, userFolder }, 2);
		const service = await startService();
		const n8n = new N8nClient(queue.main.url);
		await n8n.signIn(OWNER);
		const apiKey = await n8n.createCredential('Postiz key', 'postizApi', {
			host: service.apiUrl,
			apiKey: service.apiKey,
		});
		world = { n8n, service, apiKey, close: async () => await service.close() };
	});
	afterAll(async () => {
		await world?.close();
		await queue?.stop();
	});

	test('workers publish rows with a file from the shared folder, uploaded once', async () => {
		const { n8n, service, apiKey } = world;
		const channels = ['bluesky', 'mastodon'].map((network) => ({
			provider: network,
			integrationId: byId(channelId(service, network)),
		}));
		const { id } = await n8n.createWorkflow({
			name: 'In the queue',
			nodes: [
				{
					id: '1',
					name: START_NODE,
					type: 'n8n-nodes-base.manualTrigger',
					typeVersion: 1,
					position: [0, 0],
					parameters: {},
				},
				{
					id: '2',
					name: 'Picture',
					type: 'n8n-nodes-base.code',
					typeVersion: 2,
					position: [200, 0],
					parameters: { jsCode: `return [{ json: { picture: '${PICTURE}' } }];` },
				},
				{
					id: '3',
					name: 'File',
					type: 'n8n-nodes-base.convertToFile',
					typeVersion: 1.1,
					position: [400, 0],
					parameters: {
						operation: 'toBinary',
						sourceProperty: 'picture',
						options: { fileName: 'menu.png', mimeType: 'image/png' },
					},
				},
				{
					id: '4',
					name: 'Postiz',
					type: 'n8n-nodes-postiz-publisher.postiz',
					typeVersion: 1,
					position: [600, 0],
					parameters: {
						authentication: 'apiKey',
						resource: 'post',
						operation: 'create',
						type: 'draft',
						content: 'From the queue',
						media: {
							file: [{ source: 'binary', binaryField: 'data', details: { alt: 'The menu' } }],
						},
						...onChannels(...channels),
					},
					credentials: { postizApi: { id: apiKey.id, name: apiKey.name } },
				},
			],
			connections: Object.fromEntries(
				[START_NODE, 'Picture', 'File'].map((node, index) => [
					node,
					{ main: [[{ node: ['Picture', 'File', 'Postiz'][index], type: 'main', index: 0 }]] },
				]),
			),
		});

		const execution = await n8n.execute(id, START_NODE);

		expect(execution.error).toBeUndefined();
		expect(execution.items('Postiz')).toHaveLength(2);
		expect(execution.items('File')[0].binary?.data.id).toBeDefined();
		expect(service.requests.map(({ method, path, status }) => [method, path, status])).toEqual([
			['GET', expect.stringMatching(/\/integrations$/), 200],
			['POST', expect.stringMatching(/\/upload$/), 201],
			['POST', expect.stringMatching(/\/posts$/), 201],
		]);
		expect(service.state.posts.map(({ parts }) => parts[0].image)).toEqual([
			[expect.objectContaining({ alt: 'The menu' })],
			[expect.objectContaining({ alt: 'The menu' })],
		]);
	});

	test('several executions at a time each post once', async () => {
		const { service, apiKey } = world;
		const before = service.state.posts.length;
		const executions = await Promise.all(
			Array.from(
				{ length: 6 },
				async () => await runPostiz(world, apiKey, postOn(world, 'bluesky', 'One of six', 'draft')),
			),
		);
		expect(executions.map(({ status }) => status)).toEqual(Array(6).fill('success'));
		expect(service.state.posts.length - before).toBe(6);
	});
});
