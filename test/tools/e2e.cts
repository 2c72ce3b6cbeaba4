/**
 * Starts one n8n with an empty database and the packed package for all end-to-end tests, and runs them in it: the n8n
 * of test/n8n, or that of N8N_VERSION. With E2E_N8N_URL, they use a running n8n that has the package and no owner yet.
 * Parameters are passed to jest.
 */
import { findBrowser } from '../harness/browser.cjs';
import { installFreshN8n } from '../harness/install.cjs';
import { startN8n } from '../harness/n8n.cjs';
import { N8nClient } from '../harness/n8nClient.cjs';
import { ROOT } from '../harness/paths.cjs';
import { runVisibly } from '../harness/processes.cjs';
import { findRedis } from '../harness/queue.cjs';
import { print, runStep } from '../harness/steps.cjs';
import { runTool } from '../harness/tool.cjs';

/** Without it, n8n 1.x doesn't offer community nodes to agents. */
const TOOLS_ON_1 = { N8N_COMMUNITY_PACKAGES_ALLOW_TOOL_USAGE: 'true' };

async function main(): Promise<void> {
	for (const [name, found] of Object.entries({ Chromium: findBrowser(), Redis: findRedis() })) {
		if (found) continue;
		if (process.env.CI) throw new Error(`${name} is not installed, which the tests need.`);
		print(`> ${name} is not installed: the tests that need it are skipped.`);
	}
	process.env.E2E_N8N_URL ??= await start();
	const client = await N8nClient.signIn(process.env.E2E_N8N_URL);
	process.env.E2E_N8N_SESSION = client.session;
	const jest = require.resolve('jest/bin/jest');
	// The tests mostly wait: for n8n to start, for a trigger to poll, for the browser.
	const parameters = ['--selectProjects', 'e2e', '--maxWorkers=4', ...process.argv.slice(2)];
	process.exitCode = await runVisibly(process.execPath, [jest, ...parameters], { cwd: ROOT });
}

async function start(): Promise<string> {
	const options = await installFreshN8n('n8n-e2e', process.env.N8N_VERSION);
	return await runStep('Start n8n (about half a minute)', async () => {
		const { url } = await startN8n({ ...options, env: TOOLS_ON_1 });
		return url;
	});
}

runTool(main, '\nEnding the tests and n8n.');
