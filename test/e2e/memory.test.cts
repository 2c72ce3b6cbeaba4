import { freshN8n } from '../harness/install.cjs';
import { startN8n, type RunningN8n } from '../harness/n8n.cjs';
import { N8nClient } from '../harness/n8nClient.cjs';
import { aPictureIsPosted } from './binary.cjs';
import { enterWorld, type World } from '../shared/n8n/world.cjs';

let running: RunningN8n;
let world: World;

beforeAll(async () => {
	const { installation, userFolder } = await freshN8n('n8n-memory');
	const env = { N8N_DEFAULT_BINARY_DATA_MODE: 'default' };
	running = await startN8n({ installation, userFolder, env });
	const n8n = await N8nClient.signIn(running.url);
	world = await enterWorld(n8n);
});
afterAll(async () => {
	await world?.close();
	await running?.stop();
});

test('an n8n that keeps files in memory', async () => {
	await aPictureIsPosted(world, /^in memory$/);
});
