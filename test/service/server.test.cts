import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, DATE, item, request } from './client.cjs';
import { startService } from './server.cjs';

describe('state', () => {
	let folder: string;
	beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'service-'))));
	afterEach(() => rmSync(folder, { recursive: true }));

	test('a file keeps the key, the OAuth app and the posts from run to run', async () => {
		const stateFile = join(folder, 'deep', 'service.json');
		const first = await startService({ stateFile });
		await connect(first).post('/posts', request([item(first, 'bluesky')]));
		expect(JSON.parse(readFileSync(stateFile, 'utf8')).posts).toHaveLength(1);
		await first.close();
		const second = await startService({ stateFile });
		await second.close();
		expect(second.apiKey).toBe(first.apiKey);
		expect(second.oauthApp).toEqual(first.oauthApp);
		expect(second.state.posts[0].parts).toEqual(first.state.posts[0].parts);
	});

	test('its clock can be moved: what is due goes out, and new posts and answers tell the time', async () => {
		const service = await startService();
		const send = async () =>
			await connect(service).post('/posts', request([item(service, 'bluesky')]));
		await send();
		service.advance(Date.parse(DATE) - Date.now());
		const { data, headers } = await send();
		const { posts } = service.state;
		await service.close();
		expect(posts[0].state).toBe('PUBLISHED');
		expect(Math.abs(Date.parse(headers.date as string) - Date.parse(DATE))).toBeLessThan(60_000);
		expect(parseInt(data[0].postId.slice(1, 9), 36)).toBeGreaterThanOrEqual(Date.parse(DATE));
	});

	test('a reset brings the workspace back and keeps the access', async () => {
		const service = await startService({ hourlyLimit: 1 });
		const { apiKey, state } = service;
		state.oauthApp.redirectUrl = 'https://app.example/';
		state.channels.length = 3;
		service.faults.push({ match: { path: /nothing/ }, kind: 'status' });
		await connect(service).get('/integrations');
		service.reset();
		const entry = item(service, 'wordpress', { title: 'On', type: 'posts' });
		const answer = await connect(service).post('/posts', request([entry]));
		await service.close();
		expect(answer.status).toBe(201);
		expect(service.apiKey).toBe(apiKey);
		expect(service.state).toBe(state);
		expect(service.state.oauthApp.redirectUrl).toBeNull();
		expect(service.faults.pending).toEqual([]);
		expect(service.requests).toHaveLength(1);
	});
});
