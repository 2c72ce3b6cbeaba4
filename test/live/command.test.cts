import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ROOT } from '../harness/paths.cjs';
import { storePost } from '../integration/support/posts.cjs';
import type { Service } from '../service/server.cjs';
import { livingPosts } from '../service/state.cjs';
import { MARKER } from './ledger.cjs';
import { useStage } from './stage.cjs';

const TIMEOUT_MS = 60_000;
const stage = useStage();

/** Runs the command against a sandbox as if it were anybody's instance. */
function run({ apiUrl, apiKey }: Service, parameters: string[]) {
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
async function postsOf(service: Service, count: number): Promise<void> {
	while (livingPosts(service.state).length < count)
		await new Promise((resolve) => setTimeout(resolve, 20));
}

const secretsOf = ({ apiKey, origin }: Service) => [apiKey, new URL(origin).host];

test(
	'Ctrl+C ends it at once, and everything is deleted',
	async () => {
		const service = await stage.start();
		const { child, ended } = run(service, []);
		await postsOf(service, 20);
		child.kill('SIGINT');
		const { code, output } = await ended;
		expect(code).toBe(130);
		expect(output).toContain('Nothing is left.');
		expect(livingPosts(service.state)).toEqual([]);
		expect(service.state.posts.length).toBeLessThan(300);
		for (const secret of secretsOf(service)) expect(output).not.toContain(secret);
	},
	TIMEOUT_MS,
);

test(
	'a failure shows in the table and in the exit code, and secrets nowhere',
	async () => {
		const service = await stage.start();
		const date = '2099-03-04T10:00:00.000Z';
		storePost(service, service.state.channels[0], { text: MARKER, publishDate: date });
		service.faults.push({
			match: { method: 'GET', path: /\/is-connected$/ },
			kind: 'wrongJson',
			body: { said: `${service.apiKey} at ${service.origin}` },
			times: 100,
		});
		const { ended } = run(service, ['--only', 'errors, slots', '--date', '2098-01-02']);
		const { code, output } = await ended;
		expect(code).toBe(1);
		expect(output).toContain('> Deleted 1 posts that an earlier run had left');
		expect(output).toContain('dated 2098-01-02');
		expect(output).toMatch(/^errors +\d+ +\d +0$/m);
		expect(output).toContain('errors, connected: 200: the answer.connected is nothing, not true');
		expect(output).toContain('"<key> at http://<instance>"');
		for (const secret of secretsOf(service)) expect(output).not.toContain(secret);
		expect(livingPosts(service.state)).toEqual([]);
	},
	TIMEOUT_MS,
);

test(
	'a dry run says what would be tried, and changes nothing',
	async () => {
		const service = await stage.start();
		const { code, output } = await run(service, ['--dry-run']).ended;
		expect(code).toBe(0);
		expect(output).toMatch(
			/It creates posts with \d+ requests\. Instances usually take 90 an hour/,
		);
		expect(output).toMatch(/^lengths +\d+ +\d+ +1$/m);
		expect(service.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	},
	TIMEOUT_MS,
);

test(
	'an unknown area is refused before anything is asked',
	async () => {
		const service = await stage.start();
		const { code, output } = await run(service, ['--only', 'weather']).ended;
		expect(code).toBe(1);
		expect(output).toContain('--only knows no area “weather”. It knows networks, settings,');
		expect(service.requests).toEqual([]);
	},
	TIMEOUT_MS,
);
