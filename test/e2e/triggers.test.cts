import { NodeHelpers, type INode, type INodeParameters } from 'n8n-workflow';

import type { StoredPost } from '../service/state.cjs';
import {
	EVERY_TEN_SECONDS,
	createCoreNode,
	useTestContext,
	createPostizNode,
	createPostNode,
	runPostiz,
	waitUntil,
	createWorkflow,
} from '../shared/n8n/testContext.cjs';

const context = useTestContext();

function workflowWith(parameters: INodeParameters) {
	const trigger = {
		...createPostizNode('Trigger', context.apiKey, parameters),
		type: 'n8n-nodes-postiz-publisher.postizTrigger',
	};
	return createWorkflow('Started by Postiz', [trigger, createCoreNode('Next', 'noOp', 1)]);
}

/** Publishes a post with the node, and waits until it is out. */
async function publish(text: string, network = 'bluesky'): Promise<StoredPost> {
	const { error } = await runPostiz(
		context,
		context.apiKey,
		createPostNode(context, network, text),
	);
	expect(error).toBeUndefined();
	const post = context.service.state.posts.at(-1)!;
	await waitUntil(() => post.state === 'PUBLISHED');
	return post;
}

const texts = (items: Array<{ json: object }>) =>
	items.map(({ json }) => (json as { text: string }).text);

test('Postiz Trigger shows the latest real post in a manual run', async () => {
	await publish('For the sample');
	const workflow = workflowWith({
		events: ['postPublished'],
		pollTimes: { item: [{ mode: 'everyMinute' }] },
	});
	const { id } = await context.n8n.createWorkflow(workflow);
	const execution = await context.n8n.execute(id, 'Trigger');
	expect(execution.error).toBeUndefined();
	expect(execution.items('Next').map(({ json }) => json)).toEqual([
		expect.objectContaining({
			event: 'postPublished',
			text: 'For the sample',
			channel: 'Bluesky: acme-coffee.bsky.social',
			network: 'bluesky',
		}),
	]);
});

test('Postiz Trigger checks every 10 minutes by default', async () => {
	const types = await context.n8n.getNodeTypes();
	const description = types.find(({ name }) => name.endsWith('.postizTrigger'))!;
	const { properties } = description;
	const node = { typeVersion: 1, parameters: {} } as INode;
	expect(
		NodeHelpers.getNodeParameters(properties, {}, true, false, node, description)?.pollTimes,
	).toEqual({ item: [{ mode: 'everyX', value: 10, unit: 'minutes' }] });
});

test('Postiz Trigger reports only new events after it was switched off and on', async () => {
	const workflow = await context.n8n.createWorkflow(
		workflowWith({ events: ['postPublished'], pollTimes: EVERY_TEN_SECONDS }),
	);
	await context.n8n.activate(workflow);
	await context.n8n.deactivate(workflow.id);
	await publish('While it was off');
	await context.n8n.activate(workflow);
	// n8n polls as it activates, and then at the next of these times: the one before is over by then.
	await publish('After it was on again');
	const execution = await context.n8n.waitForTriggeredExecution(workflow.id);
	expect(texts(execution.items('Next'))).toEqual(['After it was on again']);
	expect(await context.n8n.countExecutions(workflow.id)).toBe(1);
	await context.n8n.deactivate(workflow.id);
}, 120_000);
