import { randomUUID } from 'node:crypto';

import type { INodeParameters } from 'n8n-workflow';

import { freshN8n } from '../harness/install.cjs';
import { startN8n, type RunningN8n } from '../harness/n8n.cjs';
import { N8nClient } from '../harness/n8nClient.cjs';
import { kill } from '../harness/processes.cjs';
import {
	enterWorld,
	EVERY_TEN_SECONDS,
	ownNode,
	postizNode,
	START_NODE,
	textsIn,
	to,
	until,
	workflowOf,
	type World,
} from '../shared/n8n/world.cjs';
import { storeRows, textsOf } from './rows.cjs';
import { storePost } from '../integration/support/posts.cjs';

type Options = Parameters<typeof startN8n>[0];

describe('n8n that is started again', () => {
	let options: Options;
	let n8n: RunningN8n;
	let world: World;

	beforeAll(async () => {
		options = await freshN8n('n8n-restarts');
		n8n = await startN8n(options);
		// Whoever is signed in stays so.
		options.port = n8n.port;
		world = await enterWorld(await N8nClient.signIn(n8n.url));
	});
	afterAll(async () => {
		await world?.close();
		await n8n?.stop();
	});

	const restarts: Array<[string, () => Promise<void>]> = [
		['calmly', async () => await n8n.stop()],
		['after it was killed', async () => await kill(n8n.process)],
	];

	const addPost = (text: string, state: 'PUBLISHED' | 'ERROR' = 'PUBLISHED') => {
		const publishDate = new Date().toISOString();
		const post = storePost(world.service, 'bluesky', { state, publishDate });
		post.parts[0].content = text;
	};

	const trigger = (
		name: string,
		type: string,
		parameters: INodeParameters,
		webhookId?: string,
	) => ({
		...postizNode(name, world.apiKey, parameters),
		type: `n8n-nodes-postiz-publisher.${type}`,
		...(webhookId && { webhookId }),
	});
	const NEXT = ownNode('Next', 'noOp', 1);

	/** What the latest execution of a workflow was started with, once there are so many. */
	async function started(id: string, count: number): Promise<unknown[]> {
		await until(async () => (await world.n8n.countExecutions(id)) >= count);
		expect(await world.n8n.countExecutions(id)).toBe(count);
		const [latest] = await world.n8n.executionsOf(id);
		return latest.items('Next').map(({ json }) => json.text);
	}

	const webhookId = randomUUID();
	let both: string;
	let told = 0;

	/** A call of Postiz, and what it starts the workflow with. */
	async function call(): Promise<unknown[]> {
		const { status, data } = await world.n8n.callWebhook(`${webhookId}/webhook`, []);
		expect([status, data]).toEqual([200, 'Received']);
		return await started(both, (told += 1));
	}

	test.each(restarts)(
		'both triggers in one workflow tell each event once, started again %s',
		async (how, end) => {
			if (!both) {
				const called = trigger(
					'Called',
					'postizWebhookTrigger',
					{ events: ['postPublished'] },
					webhookId,
				);
				const polling = { events: ['postFailed'], pollTimes: EVERY_TEN_SECONDS };
				const nodes = [called, NEXT, trigger('Polling', 'postizTrigger', polling)];
				const connections = { Next: {}, Polling: { main: [to('Next')] } };
				const workflow = await world.n8n.createWorkflow(workflowOf('Both', nodes, { connections }));
				await world.n8n.activate(workflow);
				both = workflow.id;
			}
			addPost(`Before n8n ends ${how}`);
			expect(await call()).toEqual([`Before n8n ends ${how}`]);
			// The poll stores what n8n handed it at the activation.
			addPost(`Failed before n8n ends ${how}`, 'ERROR');
			expect(await started(both, (told += 1))).toEqual([`Failed before n8n ends ${how}`]);
			await end();
			n8n = await startN8n(options);
			addPost(`After n8n ended ${how}`);
			expect(await call()).toEqual([`After n8n ended ${how}`]);
		},
	);

	test('killed in the middle of rows: run again, nothing is posted twice, and nothing is missing', async () => {
		world.service.reset();
		const match = { method: 'POST', path: /\/posts$/ };
		world.service.faults.push({ match, kind: 'latency', times: 20, delay: 300 });
		const { id } = await storeRows(world, 20);
		await world.n8n.begin(id, START_NODE);
		await until(() => world.service.state.posts.length >= 6);
		await kill(n8n.process);
		const sent = world.service.state.posts.length;
		expect(sent).toBeLessThan(20);

		world.service.faults.clear();
		n8n = await startN8n(options);
		const { error, items } = await world.n8n.execute(id, START_NODE);
		expect(error).toBeUndefined();
		expect(textsIn(world).sort()).toEqual(textsOf(20).sort());
		const skipped = items('Postiz').filter(({ json }) => json.outcome === 'there already');
		expect(skipped.length).toBeGreaterThanOrEqual(sent);
	});

	test('a trigger that is renamed goes on where it was', async () => {
		const yearly = { item: [{ mode: 'custom', cronExpression: '0 0 0 1 1 *' }] };
		const definition = (name: string) =>
			workflowOf(
				'Renamed',
				[
					trigger(name, 'postizTrigger', { events: ['postPublished'], pollTimes: yearly }),
					NEXT,
				].map((node, index) => ({ ...node, id: `node-${index}` })),
			);
		const workflow = await world.n8n.createWorkflow(definition('Before'));
		await world.n8n.activate(workflow);
		addPost('While it is renamed');
		await world.n8n.updateWorkflow(workflow, definition('After'));
		const { versionId } = await world.n8n.workflow(workflow.id);
		await world.n8n.activate({ id: workflow.id, versionId });
		expect(await started(workflow.id, 1)).toEqual(['While it is renamed']);
	});
});
