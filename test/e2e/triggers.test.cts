import { randomUUID } from 'node:crypto';

import { NodeHelpers, type INode, type INodeParameters } from 'n8n-workflow';

import type { StoredPost } from '../service/state.cjs';
import {
	EVERY_TEN_SECONDS,
	ownNode,
	useWorld,
	postizNode,
	postOn,
	runPostiz,
	until,
	workflowOf,
} from '../shared/n8n/world.cjs';

const world = useWorld();
afterEach(() => {
	world.service.faults.clear();
	world.service.state.webhooks.length = 0;
});

function workflowWith(type: string, parameters: INodeParameters, webhookId?: string) {
	const trigger = {
		...postizNode('Trigger', world.apiKey, parameters),
		type: `n8n-nodes-postiz-publisher.${type}`,
		...(webhookId && { webhookId }),
	};
	return workflowOf(`Started by ${type}`, [trigger, ownNode('Next', 'noOp', 1)]);
}

/** Publishes a post with the node, and waits until the service has called its webhooks. */
async function publish(text: string, network = 'bluesky'): Promise<StoredPost> {
	const { error } = await runPostiz(world, world.apiKey, postOn(world, network, text));
	expect(error).toBeUndefined();
	const post = world.service.state.posts.at(-1)!;
	await until(() => post.state === 'PUBLISHED');
	await world.service.settled();
	return post;
}

/** Enters a URL of n8n in the settings of the service, for all channels. */
function register(webhookId: string, path: 'webhook' | 'webhook-test' = 'webhook'): string {
	const id = randomUUID();
	const url = `${world.n8n.url}/${path}/${webhookId}/webhook`;
	world.service.state.webhooks.push({ id, url, channelIds: [] });
	return id;
}

const texts = (items: Array<{ json: object }>) =>
	items.map(({ json }) => (json as { text: string }).text);

test('Postiz Trigger: a manual run shows the latest real post', async () => {
	await publish('For the sample');
	const workflow = workflowWith('postizTrigger', {
		events: ['postPublished'],
		pollTimes: { item: [{ mode: 'everyMinute' }] },
	});
	const { id } = await world.n8n.createWorkflow(workflow);
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

test('Postiz Trigger: it checks every 10 minutes if nothing is said', async () => {
	const types = await world.n8n.nodeTypes();
	const description = types.find(({ name }) => name.endsWith('.postizTrigger'))!;
	const { properties } = description;
	const node = { typeVersion: 1, parameters: {} } as INode;
	expect(
		NodeHelpers.getNodeParameters(properties, {}, true, false, node, description)?.pollTimes,
	).toEqual({ item: [{ mode: 'everyX', value: 10, unit: 'minutes' }] });
});

test('Postiz Trigger: switched off and on again, it begins with what happens from then on', async () => {
	const workflow = await world.n8n.createWorkflow(
		workflowWith('postizTrigger', { events: ['postPublished'], pollTimes: EVERY_TEN_SECONDS }),
	);
	await world.n8n.activate(workflow);
	await world.n8n.deactivate(workflow.id);
	await publish('While it was off');
	await world.n8n.activate(workflow);
	// n8n polls as it activates, and then at the next of these times: the one before is over by then.
	await publish('After it was on again');
	const execution = await world.n8n.executionOf(workflow.id);
	expect(texts(execution.items('Next'))).toEqual(['After it was on again']);
	expect(await world.n8n.countExecutions(workflow.id)).toBe(1);
	await world.n8n.deactivate(workflow.id);
}, 120_000);

describe('Postiz Webhook Trigger', () => {
	const webhookId = randomUUID();
	let workflow: { id: string; versionId: string };
	const definition = (parameters: INodeParameters = {}) =>
		workflowWith('postizWebhookTrigger', { events: ['postPublished'], ...parameters }, webhookId);
	const call = async (body: unknown) => await world.n8n.callWebhook(`${webhookId}/webhook`, body);

	beforeAll(async () => {
		await publish('Before the activation');
		workflow = await world.n8n.createWorkflow(definition());
		await world.n8n.activate(workflow);
	});
	afterAll(async () => await world.n8n.deactivate(workflow.id));

	test('a real call runs the workflow once, with nothing older, and no other call does', async () => {
		register(webhookId);
		const post = await publish('Told by webhook');
		expect(world.service.webhookDeliveries.at(-1)).toMatchObject({ body: [], outcome: 200 });
		const execution = await world.n8n.executionOf(workflow.id);
		expect(execution.error).toBeUndefined();
		expect(execution.items('Next').map(({ json }) => json)).toEqual([
			expect.objectContaining({
				event: 'postPublished',
				postId: post.id,
				text: 'Told by webhook',
				channelName: 'acme-coffee.bsky.social',
			}),
		]);
		const bodies = [[], [{ id: post.id, state: 'PUBLISHED' }], { invented: true }];
		for (const body of bodies) {
			const { status, data, headers } = await call(body);
			// Strangers learn nothing from it.
			expect([status, data, headers['content-type']]).toEqual([
				200,
				'Received',
				'text/html; charset=utf-8',
			]);
		}
		expect(await world.n8n.countExecutions(workflow.id)).toBe(1);
	});

	test('n8n keeps what a call has told', async () => {
		const before = await world.n8n.countExecutions(workflow.id);
		const post = await publish('Kept by n8n');
		expect((await call([])).data).toBe('Received');
		await until(async () => (await world.n8n.countExecutions(workflow.id)) > before);
		const { staticData } = await world.n8n.workflow(workflow.id);
		expect(JSON.stringify(staticData)).toContain(`"${post.id}":{"state":"PUBLISHED"`);
	});

	test('a workflow that is edited goes on where it was', async () => {
		await world.n8n.updateWorkflow(workflow, {
			...definition({ filters: { providers: ['bluesky'] } }),
		});
		const unannounced = await publish('Published during the edit');
		const { versionId } = await world.n8n.workflow(workflow.id);
		await world.n8n.activate({ id: workflow.id, versionId });
		expect((await call([])).status).toBe(200);
		await until(async () => (await world.n8n.countExecutions(workflow.id)) === 3);
		const [latest] = await world.n8n.executionsOf(workflow.id);
		expect(latest.items('Next').map(({ json }) => json.postId)).toEqual([unannounced.id]);
	});

	test('a call that Postiz cannot answer shows as a failed execution, and loses nothing', async () => {
		world.service.faults.push({
			match: { method: 'GET', path: /posts$/ },
			kind: 'status',
			status: 401,
			body: { msg: 'Invalid API key' },
		});
		const before = await world.n8n.countExecutions(workflow.id);
		expect((await call([])).status).toBe(500);
		await until(async () => (await world.n8n.countExecutions(workflow.id)) === before + 1);
		const [failed] = await world.n8n.executionsOf(workflow.id);
		expect(failed.status).toBe('error');
		expect(failed.error).toMatchObject({
			message: "Postiz doesn't accept this API key",
			description: expect.stringContaining('No event is lost'),
		});
		register(webhookId);
		await publish('After the failure');
		await until(async () => (await world.n8n.countExecutions(workflow.id)) === before + 2);
		const [latest] = await world.n8n.executionsOf(workflow.id);
		expect(texts(latest.items('Next'))).toEqual(['After the failure']);
	});

	test('Send Test of Postiz shows the latest real post in the editor', async () => {
		const testId = randomUUID();
		const { id } = await world.n8n.createWorkflow(
			workflowWith('postizWebhookTrigger', { events: ['postPublished'] }, testId),
		);
		await world.n8n.listenForTestEvent(id, 'Trigger');
		const webhook = register(testId, 'webhook-test');
		await fetch(`${world.service.origin}/webhooks/${webhook}/test`, { method: 'POST' });
		const execution = await world.n8n.executionOf(id);
		expect(execution.error).toBeUndefined();
		expect(texts(execution.items('Trigger'))).toEqual(['After the failure']);
	});
});
