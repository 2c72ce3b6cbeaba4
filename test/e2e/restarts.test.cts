import { randomUUID } from 'node:crypto';

import { freshN8n } from '../harness/install.cjs';
import { startN8n, type RunningN8n } from '../harness/n8n.cjs';
import { N8nClient } from '../harness/n8nClient.cjs';
import { kill } from '../harness/processes.cjs';
import {
	enterWorld,
	ownNode,
	postizNode,
	until,
	workflowOf,
	type World,
} from '../shared/n8n/world.cjs';
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

	const publish = (text: string) => {
		const { service } = world;
		const on = service.state.channels.find(({ identifier }) => identifier === 'bluesky')!;
		const post = storePost(service, on, {
			state: 'PUBLISHED',
			publishDate: new Date().toISOString(),
		});
		post.parts[0].content = text;
		return post;
	};

	describe('Postiz Webhook Trigger', () => {
		const webhookId = randomUUID();
		let id: string;
		let told = 0;
		beforeAll(async () => {
			const trigger = {
				...postizNode('Trigger', world.apiKey, { events: ['postPublished'] }),
				type: 'n8n-nodes-postiz-publisher.postizWebhookTrigger',
				webhookId,
			};
			const nodes = [trigger, ownNode('Next', 'noOp', 1)];
			const workflow = await world.n8n.createWorkflow(workflowOf('Called', nodes));
			await world.n8n.activate(workflow);
			({ id } = workflow);
		});

		/** A call of Postiz, and what it starts the workflow with. */
		async function call(): Promise<unknown[]> {
			const { status, data } = await world.n8n.callWebhook(`${webhookId}/webhook`, []);
			expect([status, data]).toEqual([200, 'Received']);
			await until(async () => (await world.n8n.countExecutions(id)) > told);
			told += 1;
			const [latest] = await world.n8n.executionsOf(id);
			return latest.items('Next').map(({ json }) => json.text);
		}

		test.each(restarts)('tells each event once, started again %s', async (how, end) => {
			publish(`Before n8n ends ${how}`);
			expect(await call()).toEqual([`Before n8n ends ${how}`]);
			await end();
			n8n = await startN8n(options);
			publish(`After n8n ended ${how}`);
			expect(await call()).toEqual([`After n8n ended ${how}`]);
			expect(await world.n8n.countExecutions(id)).toBe(told);
		});
	});
});
