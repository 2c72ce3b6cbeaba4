import { rmSync } from 'node:fs';

import { ensureN8n, installPackage } from '../harness/install.cjs';
import { startN8n, type RunningN8n } from '../harness/n8n.cjs';
import { N8nClient, OWNER } from '../harness/n8nClient.cjs';
import { n8nFolder } from '../harness/paths.cjs';
import { aPictureIsPosted } from './binary.cjs';
import { enterWorld, type World } from '../shared/n8n/world.cjs';

let running: RunningN8n;
let world: World;

beforeAll(async () => {
	const userFolder = n8nFolder('n8n-memory');
	rmSync(userFolder, { recursive: true, force: true });
	const installation = await ensureN8n();
	await installPackage(userFolder);
	const env = { N8N_DEFAULT_BINARY_DATA_MODE: 'default' };
	running = await startN8n({ installation, userFolder, env });
	const n8n = new N8nClient(running.url);
	await n8n.signIn(OWNER);
	world = await enterWorld(n8n);
});
afterAll(async () => {
	await world?.close();
	await running?.stop();
});

test('an n8n that keeps files in memory', async () => {
	await aPictureIsPosted(world, /^in memory$/);
});
