import { randomUUID } from 'node:crypto';

import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { channelId, openWorld, postOn, runPostiz, until, type World } from './world.cjs';

let world: World;
beforeAll(async () => {
	world = await openWorld();
});
afterAll(async () => await world?.close());

async function storeTrigger(type: string, parameters: INodeParameters, webhookId?: string) {
	const { id, name } = world.apiKey;
	return await world.n8n.createWorkflow({
		name: `Started by ${type}`,
		nodes: [
			{
				id: 'trigger',
				name: 'Trigger',
				type: `n8n-nodes-postiz-publisher.${type}`,
				typeVersion: 1,
				position: [0, 0],
				parameters: { authentication: 'apiKey', ...parameters },
				credentials: { postizApi: { id, name } },
				...(webhookId && { webhookId }),
			},
			{
				id: 'next',
				name: 'Next',
				type: 'n8n-nodes-base.noOp',
				typeVersion: 1,
				position: [220, 0],
				parameters: {},
			},
		],
		connections: { Trigger: { main: [[{ node: 'Next', type: 'main', index: 0 }]] } },
	});
}

/** Publishes a post and gives it as the service calls webhooks with it. */
async function publish(text: string): Promise<IDataObject> {
	const { error } = await runPostiz(world, world.apiKey, postOn(world, 'bluesky', text));
	expect(error).toBeUndefined();
	const post = world.service.state.posts.at(-1)!;
	return {
		id: post.id,
		content: post.parts[0].content,
		publishDate: post.publishDate,
		releaseURL: post.releaseURL,
		state: post.state,
		integration: {
			id: post.channelId,
			name: 'acme-coffee.bsky.social',
			providerIdentifier: post.identifier,
			picture: '',
			type: 'social',
		},
	};
}

test('Postiz Trigger: a manual run shows the latest real post', async () => {
	await publish('For the sample');
	const { id } = await storeTrigger('postizTrigger', {
		events: ['postPublished'],
		pollTimes: { item: [{ mode: 'everyMinute' }] },
	});
	const execution = await world.n8n.execute(id, 'Trigger');
	expect(execution.error).toBeUndefined();
	expect(execution.items('Next').map(({ json }) => json)).toEqual([
		expect.objectContaining({
			event: 'postPublished',
			text: 'For the sample',
			provider: 'bluesky',
		}),
	]);
});

test('Postiz Webhook Trigger: runs for a real post, not for an invented one, and once', async () => {
	const webhookId = randomUUID();
	const workflow = await storeTrigger('postizWebhookTrigger', { confirm: true }, webhookId);
	await world.n8n.activate(workflow);
	try {
		const delivered = await publish('Told by webhook');
		const call = async (post: IDataObject) =>
			await world.n8n.callWebhook(`${webhookId}/webhook`, [post]);
		await until(async () => (await call({ ...delivered, id: 'invented' })).status === 200);
		const answers = [
			await call({ ...delivered, id: 'invented' }),
			await call(delivered),
			await call(delivered),
		].map(({ status, data, headers }) => [status, data, headers['content-type']]);
		// Strangers learn nothing from them.
		expect(answers).toEqual(Array(3).fill([200, 'Received', expect.any(String)]));
		expect(new Set(answers.map(String)).size).toBe(1);
		const execution = await world.n8n.executionOf(workflow.id);
		expect(execution.items('Next').map(({ json }) => json)).toEqual([
			expect.objectContaining({
				event: 'postPublished',
				id: delivered.id,
				text: 'Told by webhook',
				channelName: 'acme-coffee.bsky.social',
			}),
		]);
		expect(await world.n8n.countExecutions(workflow.id)).toBe(1);
	} finally {
		await world.n8n.deactivate(workflow.id);
	}
});

test('their pickers list channels and groups', async () => {
	const credentials = { postizApi: { id: world.apiKey.id, name: world.apiKey.name } };
	for (const node of ['postizTrigger', 'postizWebhookTrigger']) {
		const channels = await world.n8n.loadOptions(
			'getChannels',
			'parameters.channels',
			{ authentication: 'apiKey', confirm: true },
			credentials,
			node,
		);
		expect(channels.map(({ value }) => value)).toContain(channelId(world.service, 'bluesky'));
	}
});
