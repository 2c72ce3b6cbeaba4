import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT, SANDBOX } from '../harness/paths.cjs';

export interface Counts {
	passed: number;
	failed: number;
}

const REPORTS = join(SANDBOX, 'reports');

/** Runs jest projects with their progress on the screen; gives jest's own counts. */
export async function runJest(
	name: string,
	projects: string[],
	parameters: string[] = [],
): Promise<Counts> {
	const report = join(REPORTS, `${name}.jest.json`);
	mkdirSync(REPORTS, { recursive: true });
	rmSync(report, { force: true });
	await runVisibly(process.execPath, [
		join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js'),
		'--selectProjects',
		...projects,
		'--json',
		`--outputFile=${report}`,
		...parameters,
	]);
	const { numPassedTests, numFailedTests, numFailedTestSuites, numTotalTests } = JSON.parse(
		readFileSync(report, 'utf8'),
	) as Record<string, number>;
	if (numTotalTests === 0) throw new Error(`No test of ${projects.join(', ')} was run`);
	// A suite that does not load has no failed test to count.
	const failed = Math.max(numFailedTests, numFailedTestSuites);
	return { passed: numPassedTests, failed };
}

/** Runs a command with its output on the screen; gives its exit code. */
export async function runVisibly(command: string, parameters: string[]): Promise<number> {
	return await new Promise((resolve, reject) => {
		const child = spawn(command, parameters, {
			cwd: ROOT,
			stdio: ['ignore', 'inherit', 'inherit'],
			shell: process.platform === 'win32',
		});
		child.once('error', reject);
		child.once('close', (code) => resolve(code ?? 1));
	});
}

/** Keeps the counts of a run for whoever adds them up. */
export function keepCounts(name: string, counts: Counts): void {
	mkdirSync(REPORTS, { recursive: true });
	writeFileSync(join(REPORTS, `${name}.counts`), `${counts.passed} ${counts.failed}\n`);
}
