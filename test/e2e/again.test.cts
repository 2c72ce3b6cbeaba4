/** Runs that ended early, and are started again. */
import { randomUUID } from 'node:crypto';

import type { INodeParameters } from 'n8n-workflow';

import { freshN8n } from '../harness/install.cjs';
import { startN8n, type RunningN8n } from '../harness/n8n.cjs';
import { N8nClient } from '../harness/n8nClient.cjs';
import { kill } from '../harness/processes.cjs';
import { OWN_DATES } from './rows.cjs';
import {
	enterWorld,
	idsIn,
	ownNode,
	postizNode,
	postOn,
	rowsOf,
	START_NODE,
	storeChain,
	textsIn,
	until,
	useWorld,
	workflowOf,
	type World,
} from '../shared/n8n/world.cjs';

const CREATE = { method: 'POST', path: /\/posts$/ };
const textsOf = (count: number) => Array.from({ length: count }, (_, index) => `Row ${index + 1}`);

/** Stores a workflow that schedules its rows, one by one, with nothing set for runs that are started again. */
const storeRows = async (world: World, count: number) => {
	const form: INodeParameters = {
		...postOn(world, 'bluesky', '={{ $json.text }}', 'schedule'),
		date: OWN_DATES,
	};
	return await storeChain(
		world,
		[postizNode('Postiz', world.apiKey, form)],
		rowsOf(...textsOf(count)),
	);
};

describe('in a real n8n', () => {
	const world = useWorld();
	beforeEach(() => world.service.reset());

	test('Retry on a failed execution posts what is missing, and outputs what is there', async () => {
		world.service.faults.push({ match: CREATE, skip: 5, kind: 'status', status: 429, body: {} });
		const { id } = await storeRows(world, 7);
		const cut = await world.n8n.execute(id, START_NODE);
		expect(cut.error?.message).toContain('limit');
		expect(textsIn(world)).toHaveLength(5);

		const finished = await world.n8n.retryLast(id);
		expect(finished.error).toBeUndefined();
		expect(textsIn(world)).toEqual(textsOf(7));
		const items = finished.items('Postiz').map(({ json }) => json);
		expect(items.map(({ postId }) => postId)).toEqual(idsIn(world));
		expect(items.map(({ outcome }) => outcome === 'there already')).toEqual([
			...Array<boolean>(5).fill(true),
			false,
			false,
		]);
	});

	test('a webhook that is delivered twice at once posts once', async () => {
		const path = randomUUID();
		const parameters = { httpMethod: 'POST', path, responseMode: 'lastNode' };
		const webhook = { ...ownNode('Webhook', 'webhook', 2, parameters), webhookId: path };
		const form = postOn(world, 'bluesky', '={{ $json.body.text }}');
		const chain = [webhook, postizNode('Postiz', world.apiKey, form)];
		const workflow = await world.n8n.createWorkflow(workflowOf('Twice', chain));
		await world.n8n.activate(workflow);
		world.service.faults.push({ match: CREATE, kind: 'latency', delay: 1000 });
		const call = async () => await world.n8n.callWebhook(path, { text: 'Told twice' });
		try {
			const answers = await Promise.all([call(), call()]);
			expect(answers.map(({ status }) => status)).toEqual([200, 200]);
			expect(textsIn(world)).toEqual(['Told twice']);
			const [id] = idsIn(world);
			expect(answers.map(({ data }) => data.postId)).toEqual([id, id]);
		} finally {
			await world.n8n.deactivate(workflow.id);
		}
	});
});

describe('an n8n that is killed in the middle of rows, and started again', () => {
	let running: RunningN8n;
	let world: World;

	afterAll(async () => {
		await world?.close();
		await running?.stop();
	});

	test('posts nothing twice, and nothing is missing', async () => {
		const { installation, userFolder } = await freshN8n('n8n-killed');
		running = await startN8n({ installation, userFolder });
		const before = await N8nClient.signIn(running.url);
		world = await enterWorld(before);
		world.service.faults.push({ match: CREATE, kind: 'latency', times: 20, delay: 300 });
		const { id } = await storeRows(world, 20);
		await before.begin(id, START_NODE);
		await until(() => world.service.state.posts.length >= 6);
		await kill(running.process);
		const sent = world.service.state.posts.length;
		expect(sent).toBeLessThan(20);

		world.service.faults.clear();
		running = await startN8n({ installation, userFolder, port: running.port });
		const after = new N8nClient(running.url, before.session);
		const { error, items } = await after.execute(id, START_NODE);
		expect(error).toBeUndefined();
		expect(textsIn(world).sort()).toEqual(textsOf(20).sort());
		const skipped = items('Postiz').filter(({ json }) => json.outcome === 'there already');
		expect(skipped.length).toBeGreaterThanOrEqual(sent);
	});
});
