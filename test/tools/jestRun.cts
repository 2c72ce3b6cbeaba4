import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT, SANDBOX } from '../harness/paths.cjs';
import { runVisibly } from '../harness/processes.cjs';

export interface Counts {
	passed: number;
	failed: number;
}

const REPORTS = join(SANDBOX, 'reports');
const reportOf = (name: string) => join(REPORTS, `${name}.jest.json`);

/**
 * Runs jest projects with their progress on the screen; returns jest's own counts. Throws where jest
 * ends without a report, without a test, or badly without naming a failure.
 */
export async function runJest(
	name: string,
	projects: string[],
	parameters: string[] = [],
): Promise<Counts> {
	const report = reportOf(name);
	mkdirSync(REPORTS, { recursive: true });
	rmSync(report, { force: true });
	const jest = join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');
	const code = await runVisibly(
		process.execPath,
		[jest, '--selectProjects', ...projects, '--json', `--outputFile=${report}`, ...parameters],
		{ cwd: ROOT },
	);
	const counts = existsSync(report) ? readReport(report) : undefined;
	if (!counts) throw new Error(`The test runner ended with ${code} and reported nothing.`);
	if (counts.passed + counts.failed === 0) {
		throw new Error(`No test of ${projects.join(', ')} was run.`);
	}
	if (code !== 0 && counts.failed === 0) {
		throw new Error(`The test runner ended with ${code}, though no test failed.`);
	}
	return counts;
}

function readReport(file: string): Counts {
	const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(
		readFileSync(file, 'utf8'),
	) as Record<string, number>;
	// A file of tests that does not even load has no test that could fail.
	return { passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites };
}

/** A test that was run, by its name with those of its groups; `failure` says why it failed. */
export interface Tried {
	fullName: string;
	status: string;
	failure?: string;
}

/** What came of each test of the last run of that name. */
export function readTried(name: string): Tried[] {
	const { testResults } = JSON.parse(readFileSync(reportOf(name), 'utf8')) as {
		testResults: Array<{ assertionResults: Array<Tried & { failureMessages: string[] }> }>;
	};
	return testResults.flatMap(({ assertionResults }) =>
		assertionResults
			.filter(({ status }) => status !== 'pending')
			.map(({ failureMessages: [failure], ...tried }) => ({ ...tried, failure })),
	);
}

/** Keeps the counts of a run for whoever adds them up. */
export function keepCounts(name: string, counts: Counts): void {
	mkdirSync(REPORTS, { recursive: true });
	writeFileSync(join(REPORTS, `${name}.counts`), `${counts.passed} ${counts.failed}\n`);
}
