import { ROOT } from '../harness/paths.cjs';
import { isEnding, runVisibly } from '../harness/processes.cjs';
import { duration, say } from '../harness/steps.cjs';
import { runTool } from '../harness/tool.cjs';
import { keepCounts, runJest } from './jestRun.cjs';

async function main(): Promise<void> {
	const begun = Date.now();
	say('> Check the style, the rules for n8n packages and the types (about half a minute)');
	const lint = await runVisibly('npx', ['--yes', 'pnpm@10', 'run', 'lint'], { cwd: ROOT });
	if (isEnding()) return;
	say(`\n> Run the unit, service and integration tests, and those of the live suite`);
	const counts = await runJest(
		'test',
		['unit', 'service', 'integration', 'live'],
		// One core less, as jest would have it, is half of a machine with two.
		['--maxWorkers=100%'],
	);
	keepCounts('test', { ...counts, failed: counts.failed + (lint === 0 ? 0 : 1) });

	say(
		`\n${counts.passed} tests passed, ${counts.failed} failed; the style is ${lint === 0 ? 'fine' : 'not'} (${duration(Date.now() - begun)}).`,
	);
	if (lint === 0 && counts.failed === 0) {
		say(
			'What to do next: `npx --yes pnpm@10 test:e2e` tries everything in a real n8n; `npx --yes pnpm@10 start` opens one for you.',
		);
		return;
	}
	say('What to do next: mend what is reported above and run it again.');
	process.exitCode = 1;
}

runTool(main, '\nEnding the tests.');
