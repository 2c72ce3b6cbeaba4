import { freshN8n } from '../harness/install.cjs';
import { N8nClient } from '../harness/n8nClient.cjs';
import { findRedis, startQueue, type RunningQueue } from '../harness/queue.cjs';
import { aPictureIsPosted } from './binary.cjs';
import { executionsAtOncePostTheirOwn } from './rows.cjs';
import { enterWorld, type World } from '../shared/n8n/world.cjs';

(findRedis() ? describe : describe.skip)(
	'queue mode: Redis, a main process and two workers',
	() => {
		let queue: RunningQueue;
		let world: World;

		beforeAll(async () => {
			const { installation, userFolder } = await freshN8n('n8n-queue');
			queue = await startQueue({ installation, userFolder }, 2);
			const n8n = await N8nClient.signIn(queue.main.url);
			world = await enterWorld(n8n);
		});
		afterAll(async () => {
			await world?.close();
			await queue?.stop();
		});

		test('a worker posts a file from the database', async () => {
			await aPictureIsPosted(world, /^database:/);
		});

		test('two workers run the same workflow at once: each execution posts its rows once', async () => {
			// A worker takes one execution at a time.
			await executionsAtOncePostTheirOwn(world);
		});
	},
);
