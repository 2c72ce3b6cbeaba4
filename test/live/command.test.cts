import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ROOT } from '../harness/paths.cjs';
import { connect, createPostItem, createPostRequest, createSegment } from '../service/client.cjs';
import { startService, type Service } from '../service/server.cjs';
import { listLivingPosts } from '../service/state.cjs';
import { MARKER } from './ledger.cjs';

const TIMEOUT_MS = 120_000;
let service: Service;
beforeEach(async () => {
	service = await startService({ hourlyLimit: 10_000 });
});
afterEach(async () => await service.close());

/** Runs the command against a sandbox as if it were anybody's instance. */
function run(parameters: string[]) {
	const { apiUrl, apiKey } = service;
	const child = spawn(
		process.execPath,
		['--require', 'tsx/cjs', 'test/tools/live.cts', ...parameters],
		{
			cwd: ROOT,
			env: { ...process.env, POSTIZ_URL: `${apiUrl}/public/v1/ `, POSTIZ_API_KEY: apiKey },
		},
	);
	let output = '';
	child.stdout.on('data', (chunk) => (output += String(chunk)));
	child.stderr.on('data', (chunk) => (output += String(chunk)));
	const ended = once(child, 'close').then(([code]) => ({ code: code as number, output }));
	return { child, ended };
}

/** Resolves once the service has some posts. */
async function waitForPosts(count: number): Promise<void> {
	while (listLivingPosts(service.state).length < count)
		await new Promise((resolve) => setTimeout(resolve, 20));
}

const listSecrets = () => [service.apiKey, new URL(service.origin).host];

test(
	'Ctrl+C ends the run at once, and deletes everything',
	async () => {
		const { child, ended } = run(['--only', 'networks']);
		await waitForPosts(5);
		child.kill('SIGINT');
		const { code, output } = await ended;
		expect(code).toBe(130);
		expect(output).toContain('Nothing is left.');
		expect(listLivingPosts(service.state)).toEqual([]);
		expect(service.state.posts.length).toBeLessThan(70);
		for (const secret of listSecrets()) expect(output).not.toContain(secret);
	},
	TIMEOUT_MS,
);

test(
	'shows a failure at the end and in the exit code, and no secrets',
	async () => {
		const left = createPostItem(service, 'bluesky', {}, [createSegment(MARKER)]);
		await connect(service).post(
			'/posts',
			createPostRequest([left], { date: '2099-03-04T10:00:00.000Z' }),
		);
		service.faults.push({
			match: { method: 'GET', path: /\/notifications$/ },
			kind: 'wrongJson',
			body: `${service.apiKey} at ${service.origin}`,
			times: 100,
		});
		const { ended } = run(['--only', 'reading']);
		const { code, output } = await ended;
		expect(code).toBe(1);
		expect(output).toContain('> Deleted 1 posts that an earlier run had left');
		expect(output).toMatch(/^\d+ cases passed, 1 failed \(/m);
		expect(output).toContain(
			'reading, the first page of notifications: it is "<key> at http://<instance>", not {',
		);
		for (const secret of listSecrets()) expect(output).not.toContain(secret);
		expect(listLivingPosts(service.state)).toEqual([]);
	},
	TIMEOUT_MS,
);
