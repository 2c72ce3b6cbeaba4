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

	const trigger = (name: string, parameters: INodeParameters) => ({
		...postizNode(name, world.apiKey, parameters),
		type: 'n8n-nodes-postiz-publisher.postizTrigger',
	});
	const NEXT = ownNode('Next', 'noOp', 1);

	/** What the latest execution of a workflow was started with, once there are so many. */
	async function started(id: string, count: number): Promise<unknown[]> {
		await until(async () => (await world.n8n.countExecutions(id)) >= count);
		expect(await world.n8n.countExecutions(id)).toBe(count);
		const [latest] = await world.n8n.executionsOf(id);
		return latest.items('Next').map(({ json }) => json.text);
	}

	let polling: string;
	let told = 0;

	test.each(restarts)('the trigger tells each event once, started again %s', async (how, end) => {
		if (!polling) {
			const events = ['postFailed', 'postPublished'];
			const nodes = [trigger('Polling', { events, pollTimes: EVERY_TEN_SECONDS }), NEXT];
			const workflow = await world.n8n.createWorkflow(workflowOf('Polling', nodes));
			await world.n8n.activate(workflow);
			polling = workflow.id;
		}
		addPost(`Before n8n ends ${how}`);
		expect(await started(polling, (told += 1))).toEqual([`Before n8n ends ${how}`]);
		addPost(`Failed before n8n ends ${how}`, 'ERROR');
		expect(await started(polling, (told += 1))).toEqual([`Failed before n8n ends ${how}`]);
		await end();
		addPost(`While n8n is down ${how}`);
		n8n = await startN8n(options);
		expect(await started(polling, (told += 1))).toEqual([`While n8n is down ${how}`]);
	});

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
				[trigger(name, { events: ['postPublished'], pollTimes: yearly }), NEXT].map(
					(node, index) => ({ ...node, id: `node-${index}` }),
				),
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
