import { findBrowser } from '../harness/browser.cjs';
import { freshN8n } from '../harness/install.cjs';
import { startN8n, type RunningN8n } from '../harness/n8n.cjs';
import { N8nClient } from '../harness/n8nClient.cjs';
import { findRedis } from '../harness/queue.cjs';
import { duration, say, step } from '../harness/steps.cjs';
import { runTool } from '../harness/tool.cjs';
import { keepCounts, runJest } from './jestRun.cjs';

async function main(): Promise<void> {
	const begun = Date.now();
	const browser = findBrowser();
	if (!browser) {
		if (process.env.CI) throw new Error('No Chromium or Chrome was found for the editor tests.');
		say('> No Chromium or Chrome was found: the tests of the editor and of the page are left out.');
	}
	const redis = findRedis();
	if (!redis) {
		if (process.env.CI) throw new Error('No redis-server was found for the test of queue mode.');
		say('> No redis-server was found: the test of queue mode is left out.');
	}
	const n8n = await startFreshN8n();
	const client = await N8nClient.signIn(n8n.url);
	process.env.E2E_N8N_URL = n8n.url;
	process.env.E2E_N8N_SESSION = client.session;
	say('> Run the end-to-end tests in a real n8n (a few minutes)');
	const counts = await runJest(
		'e2e',
		['e2e'],
		[
			// Much of their time they wait: for n8n to start, for a look of a trigger, for the browser.
			'--maxWorkers=3',
			...leaveOut([
				...(browser ? [] : ['editor', 'editorKeeps', 'convertPage']),
				...(redis ? [] : ['queue']),
			]),
			// For a single file: `pnpm test:e2e --testPathPatterns queue`.
			...process.argv.slice(2),
		],
	);
	keepCounts('e2e', counts);

	say(
		`\n${counts.passed} end-to-end tests passed, ${counts.failed} failed (${duration(Date.now() - begun)}).`,
	);
	if (counts.failed === 0) {
		say('What to do next: `npx --yes pnpm@10 start` opens the same n8n for you.');
		return;
	}
	say('What to do next: read the failures above; logs and pictures are in .sandbox.');
	process.exitCode = 1;
}

/** Keeps jest from these files of test/e2e. */
const leaveOut = (names: string[]) =>
	names.flatMap((name) => ['--testPathIgnorePatterns', `/e2e/${name}\\.test\\.`]);

/** One n8n with an empty database and the packed package serves all end-to-end tests. */
async function startFreshN8n(): Promise<RunningN8n> {
	const { installation, userFolder } = await freshN8n('n8n-e2e');
	return await step(
		'Start n8n (about half a minute)',
		async () => await startN8n({ installation, userFolder }),
	);
}

runTool(main, '\nEnding the tests and n8n.');
