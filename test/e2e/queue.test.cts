import { rmSync } from 'node:fs';

import { ensureN8n, installPackage } from '../harness/install.cjs';
import { N8nClient, OWNER } from '../harness/n8nClient.cjs';
import { n8nFolder } from '../harness/paths.cjs';
import { startQueue, type RunningQueue } from '../harness/queue.cjs';
import { aPictureIsPosted } from './binary.cjs';
import { executionsAtOncePostTheirOwn, retriesPostNoRowTwice } from './rows.cjs';
import { enterWorld, type World } from '../shared/n8n/world.cjs';

describe('queue mode: Redis, a main process and two workers', () => {
	let queue: RunningQueue;
	let world: World;

	beforeAll(async () => {
		const userFolder = n8nFolder('n8n-queue');
		rmSync(userFolder, { recursive: true, force: true });
		const installation = await ensureN8n();
		await installPackage(userFolder);
		queue = await startQueue({ installation, userFolder }, 2);
		const n8n = new N8nClient(queue.main.url);
		await n8n.signIn(OWNER);
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

	test('Retry On Fail posts no row twice', async () => {
		world.service.reset();
		await retriesPostNoRowTwice(world, 'continueErrorOutput');
	});
});
