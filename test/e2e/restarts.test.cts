import type { INodeParameters } from 'n8n-workflow';

import { installFreshN8n } from '../harness/install.cjs';
import { startN8n, type RunningN8n } from '../harness/n8n.cjs';
import { N8nClient } from '../harness/n8nClient.cjs';
import { kill } from '../harness/processes.cjs';
import {
	createTestContext,
	EVERY_TEN_SECONDS,
	createCoreNode,
	createPostizNode,
	START_NODE,
	listTexts,
	waitUntil,
	createWorkflow,
	type TestContext,
} from '../shared/n8n/testContext.cjs';
import { storeRows, createTexts } from './storeRows.cjs';
import { storePost } from '../integration/support/posts.cjs';
import type { StoredPost } from '../service/state.cjs';

// A busy machine takes over a minute to start n8n again.
jest.setTimeout(300_000);

type Options = Parameters<typeof startN8n>[0];

describe('a restart of n8n', () => {
	let options: Options;
	let n8n: RunningN8n;
	let context: TestContext;

	beforeAll(async () => {
		options = { ...(await installFreshN8n('n8n-restarts')), hasEditor: false };
		n8n = await startN8n(options);
		// Whoever is signed in stays so.
		options.port = n8n.port;
		context = await createTestContext(await N8nClient.signIn(n8n.url));
	});
	afterAll(async () => {
		await context?.close();
		await n8n?.stop();
	});

	const MINUTE = 60_000;
	const addPost = (text: string, more: Partial<StoredPost> = {}) => {
		const publishDate = new Date().toISOString();
		const post = storePost(context.service, 'bluesky', {
			state: 'PUBLISHED',
			publishDate,
			...more,
		});
		post.parts[0].content = text;
	};

	/** A post is published, another one fails, and a channel is disabled; what the trigger tells of it. */
	function happen(when: string): string[] {
		addPost(`Published ${when}`);
		addPost(`Failed ${when}`, { state: 'ERROR' });
		// The rows go to Bluesky.
		const channel = context.service.state.channels.find(
			({ disabled, identifier }) => !disabled && identifier !== 'bluesky',
		)!;
		channel.disabled = true;
		return [
			`channelNeedsAttention ${channel.id}`,
			`postFailed Failed ${when}`,
			`postPublished Published ${when}`,
		];
	}

	const trigger = (name: string, parameters: INodeParameters) => ({
		...createPostizNode(name, context.apiKey, parameters),
		type: 'n8n-nodes-postiz-publisher.postizTrigger',
	});
	const NEXT = createCoreNode('Next', 'noOp', 1);

	/** Waits until the trigger has looked twice more. */
	async function looksAgain(): Promise<void> {
		const { requests } = context.service;
		const lists = () => requests.filter(({ path }) => path.endsWith('/v1/posts')).length;
		const before = lists();
		await waitUntil(() => lists() >= before + 2);
	}

	const eventsOf = async (id: string) => {
		const executions = await context.n8n.waitForExecutions(id);
		const rows = executions.flatMap((execution) => execution.items('Next'));
		return rows
			.map(({ json }) => `${String(json.event)} ${String(json.text ?? json.channelId)}`)
			.sort();
	};

	/** Expects that a restart neither loses nor repeats an event; `end` ends n8n. */
	async function expectEachEventOnce(end: () => Promise<void>): Promise<void> {
		const events = ['channelNeedsAttention', 'postFailed', 'postOverdue', 'postPublished'];
		const publishDate = new Date(Date.now() - 14.5 * MINUTE).toISOString();
		addPost('Late', { state: 'QUEUE', publishDate, publishesAt: null });
		const nodes = [trigger('Polling', { events, pollTimes: EVERY_TEN_SECONDS }), NEXT];
		const workflow = await context.n8n.createWorkflow(createWorkflow('Polling', nodes));
		await context.n8n.activate(workflow);
		const expected = ['postOverdue Late', ...happen('before')];
		await waitUntil(async () => (await eventsOf(workflow.id)).length >= expected.length);
		expect(await eventsOf(workflow.id)).toEqual(expected.sort());
		await end();
		expected.push(...happen('while n8n is down'));
		n8n = await startN8n(options);
		await waitUntil(async () => (await eventsOf(workflow.id)).length >= expected.length);
		await looksAgain();
		expect(await eventsOf(workflow.id)).toEqual(expected.sort());
		await context.n8n.deactivate(workflow.id);
	}

	// Starting n8n takes longer than the rest, so that one kill serves both; a stop only leaves n8n more time to save.
	test('after a kill in the middle of a run, no event and no row is lost or repeated', async () => {
		let workflowId = '';
		let sent = 0;
		const texts = createTexts(20);
		const storedRows = () => listTexts(context).filter((text) => texts.includes(text));
		await expectEachEventOnce(async () => {
			const match = { method: 'POST', path: /\/posts$/ };
			context.service.faults.push({ match, kind: 'latency', times: 20, delay: 300 });
			({ id: workflowId } = await storeRows(context, texts.length));
			await context.n8n.startExecution(workflowId, START_NODE);
			await waitUntil(() => storedRows().length >= 6);
			await kill(n8n.process);
			sent = storedRows().length;
		});
		expect(sent).toBeLessThan(texts.length);

		context.service.faults.clear();
		const { error, items } = await context.n8n.execute(workflowId, START_NODE);
		expect(error).toBeUndefined();
		expect(storedRows().sort()).toEqual(texts.sort());
		const skipped = items('Postiz').filter(({ json }) => json.outcome === 'unchanged');
		expect(skipped.length).toBeGreaterThanOrEqual(sent);
	});
});
