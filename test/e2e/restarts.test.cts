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
import type { StoredPost } from '../service/state.cjs';

type Options = Parameters<typeof startN8n>[0];

describe('a restart of n8n', () => {
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

	const MINUTE = 60_000;
	const addPost = (text: string, more: Partial<StoredPost> = {}) => {
		const publishDate = new Date().toISOString();
		const post = storePost(world.service, 'bluesky', { state: 'PUBLISHED', publishDate, ...more });
		post.parts[0].content = text;
	};

	/** A post is published, another one fails, and a channel is disabled; what the trigger tells of it. */
	function happen(when: string): string[] {
		addPost(`Published ${when}`);
		addPost(`Failed ${when}`, { state: 'ERROR' });
		const channel = world.service.state.channels.find(({ disabled }) => !disabled)!;
		channel.disabled = true;
		return [
			`channelNeedsAttention ${channel.id}`,
			`postFailed Failed ${when}`,
			`postPublished Published ${when}`,
		];
	}

	const trigger = (name: string, parameters: INodeParameters) => ({
		...postizNode(name, world.apiKey, parameters),
		type: 'n8n-nodes-postiz-publisher.postizTrigger',
	});
	const NEXT = ownNode('Next', 'noOp', 1);

	/** Waits until the trigger has looked twice more. */
	async function looksAgain(): Promise<void> {
		const { requests } = world.service;
		const lists = () => requests.filter(({ path }) => path.endsWith('/v1/posts')).length;
		const before = lists();
		await until(() => lists() >= before + 2);
	}

	const eventsOf = async (id: string) => {
		const executions = await world.n8n.executionsOf(id);
		const rows = executions.flatMap((execution) => execution.items('Next'));
		return rows
			.map(({ json }) => `${String(json.event)} ${String(json.text ?? json.channelId)}`)
			.sort();
	};

	test.each(restarts)(
		'the trigger reports an event of each kind once after a restart %s',
		async (how, end) => {
			const events = ['channelNeedsAttention', 'postFailed', 'postOverdue', 'postPublished'];
			const publishDate = new Date(Date.now() - 14.5 * MINUTE).toISOString();
			addPost(`Late ${how}`, { state: 'QUEUE', publishDate, goesOutAt: null });
			const nodes = [trigger('Polling', { events, pollTimes: EVERY_TEN_SECONDS }), NEXT];
			const workflow = await world.n8n.createWorkflow(workflowOf('Polling', nodes));
			await world.n8n.activate(workflow);
			const told = [`postOverdue Late ${how}`, ...happen(`before ${how}`)];
			await until(async () => (await eventsOf(workflow.id)).length >= told.length);
			expect(await eventsOf(workflow.id)).toEqual(told.sort());
			await end();
			told.push(...happen(`while n8n is down, ${how}`));
			n8n = await startN8n(options);
			await until(async () => (await eventsOf(workflow.id)).length >= told.length);
			await looksAgain();
			expect(await eventsOf(workflow.id)).toEqual(told.sort());
			await world.n8n.deactivate(workflow.id);
		},
	);

	test('after a kill in the middle of a run, the next run posts every row exactly once', async () => {
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
		const skipped = items('Postiz').filter(({ json }) => json.outcome === 'unchanged');
		expect(skipped.length).toBeGreaterThanOrEqual(sent);
	});
});
