import { join } from 'node:path';

import { scripts } from '../../package.json';
import { ROOT } from '../harness/paths.cjs';
import { isEnding, run } from '../harness/processes.cjs';
import { duration, say } from '../harness/steps.cjs';
import { runTool } from '../harness/tool.cjs';

/** Scripts of package.json; the longest begin first. `lint:test` checks the types, too. */
const CHECKS = [
	'format:check',
	'lint:nodes',
	'lint:test',
	'typecheck',
	'lint:forms',
	'lint:imports',
	'lint:unused',
] as const;

/** Runs one script, and says what it finds; true if that is nothing. */
async function check(name: (typeof CHECKS)[number]): Promise<boolean> {
	const begun = Date.now();
	const [command, ...parameters] = scripts[name].split(' ');
	const program =
		command === 'node' ? process.execPath : join(ROOT, 'node_modules', '.bin', command);
	const problem = await run(program, parameters, {
		cwd: ROOT,
		wholeOutput: true,
	}).then(
		() => undefined,
		(error: Error) => error.message,
	);
	if (isEnding()) return false;
	say(`  ${name}: ${problem ?? 'fine'} (${duration(Date.now() - begun)})`);
	return problem === undefined;
}

async function main(): Promise<void> {
	// Each of them uses one core.
	const found = await Promise.all(CHECKS.map(check));
	if (found.includes(false)) process.exitCode = 1;
}

runTool(main, '\nEnding the checks.');
