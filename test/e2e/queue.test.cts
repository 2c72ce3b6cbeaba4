import { createHash } from 'node:crypto';

import { installFreshN8n } from '../harness/install.cjs';
import { N8nClient } from '../harness/n8nClient.cjs';
import { findRedis, startQueue, type RunningQueue } from '../harness/queue.cjs';
import { createChannelEntry, selectChannels } from '../integration/support/posts.cjs';
import { PICTURE } from '../shared/n8n/externalServices.cjs';
import {
	listCreateRequests,
	createTestContext,
	listIds,
	createCoreNode,
	createPostizNode,
	createPostNode,
	runChain,
	START_NODE,
	listTexts,
	type TestContext,
} from '../shared/n8n/testContext.cjs';
import { storeRows, createTexts } from './storeRows.cjs';

(findRedis() ? describe : describe.skip)(
	'queue mode: Redis, a main process and two workers',
	() => {
		let queue: RunningQueue;
		let context: TestContext;

		beforeAll(async () => {
			queue = await startQueue({ ...(await installFreshN8n('n8n-queue')), hasEditor: false }, 2);
			const n8n = await N8nClient.signIn(queue.main.url);
			context = await createTestContext(n8n);
		});
		afterAll(async () => {
			await context?.close();
			await queue?.stop();
		});

		test('a worker posts a file from the database to two channels, and uploads it once', async () => {
			const { service, apiKey } = context;
			service.reset();
			const file = createCoreNode('File', 'convertToFile', 1.1, {
				operation: 'toBinary',
				sourceProperty: 'picture',
				options: { fileName: 'menu.png', mimeType: 'image/png' },
			});
			const channels = ['bluesky', 'mastodon'].map((network) =>
				createChannelEntry(service, network),
			);
			const posting = createPostizNode('Postiz', apiKey, {
				...createPostNode(context, 'bluesky', 'The menu', 'draft'),
				...selectChannels(...channels),
				media: { file: [{ source: 'binary', binaryField: 'data', details: { alt: 'The menu' } }] },
			});
			const items = [{ picture: PICTURE.toString('base64') }];
			const execution = await runChain(context, [file, posting], items);

			expect(execution.error).toBeUndefined();
			expect(execution.items('File')[0].binary?.data.id).toMatch(/^database:/);
			expect(execution.items('Postiz')).toHaveLength(2);
			expect(
				service.requests
					.map(({ method, path, status }) => [method, path.split('/v1')[1], status])
					// Requests for public data don't use the API's path.
					.filter(([, path]) => path !== undefined),
			).toEqual([
				['GET', '/integrations', 200],
				['GET', '/posts', 200],
				['POST', '/upload', 201],
				['POST', '/posts', 201],
			]);
			const { media, posts } = service.state;
			const sha256 = createHash('sha256').update(PICTURE).digest('hex');
			expect(media).toEqual([expect.objectContaining({ sha256 })]);
			for (const { parts } of posts) {
				expect(parts[0].image).toMatchObject([{ id: media[0].id, alt: 'The menu' }]);
			}
		});

		// A worker takes one execution at a time.
		test('two workers run the same workflow at once: each execution posts its rows once', async () => {
			const { n8n, service } = context;
			service.reset();
			const delay = 4000;
			const match = { method: 'POST', path: /\/posts$/ };
			service.faults.push({ match, kind: 'latency', times: 2, delay });
			const texts = createTexts(3);
			const { id } = await storeRows(context, texts.length, { ifExists: 'post' });
			const executions = await Promise.all(
				[1, 2].map(async () => await n8n.execute(id, START_NODE)),
			);

			expect(executions.map(({ error }) => error)).toEqual([undefined, undefined]);
			const [first, second] = listCreateRequests(context).map(({ at }) => at);
			expect(second - first).toBeLessThan(delay);
			expect(listTexts(context).sort()).toEqual([...texts, ...texts].sort());
			const named = executions.map(({ items }) => items('Postiz').map(({ json }) => json.postId));
			expect(named.map(({ length }) => length)).toEqual([texts.length, texts.length]);
			expect(named.flat().sort()).toEqual(listIds(context).sort());
		});
	},
);
