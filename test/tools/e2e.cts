import { findBrowser } from '../harness/browser.cjs';
import { ensureN8n, packPackage } from '../harness/install.cjs';
import { duration, say } from '../harness/steps.cjs';
import { keepCounts, runJest } from './jestRun.cjs';

async function main(): Promise<void> {
	const begun = Date.now();
	const browser = findBrowser();
	if (!browser) {
		if (process.env.CI) throw new Error('No Chromium or Chrome was found for the editor tests.');
		say('> No Chromium or Chrome was found: the tests of the editor are left out.');
	}
	await ensureN8n();
	await packPackage();
	say('> Run the end-to-end tests in a real n8n (a few minutes)');
	const counts = await runJest(
		'e2e',
		['e2e'],
		['--runInBand', ...(browser ? [] : ['--testPathIgnorePatterns', 'editor'])],
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

main().catch((error: Error) => {
	say(error.message);
	process.exitCode = 1;
});
