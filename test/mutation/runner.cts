import { readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

import type { InstrumenterContext } from '@stryker-mutator/api/core' with {
	'resolution-mode': 'import',
};
import type {
	DryRunOptions,
	DryRunResult,
	MutantRunOptions,
	MutantRunResult,
	TestResult,
	TestRunner,
} from '@stryker-mutator/api/test-runner' with { 'resolution-mode': 'import' };

import { runFile, type FileRun, type TestOutcome } from './tests.cjs';

// What StrykerJS calls these, whose own enums are no CommonJS.
const COMPLETE = 'complete' as DryRunResult['status'];
const TIMEOUT = 'timeout' as MutantRunResult['status'];

/** What the mutated code reads: which mutant is active, and which test runs. */
const context: InstrumenterContext = ((
	globalThis as unknown as Record<string, InstrumenterContext>
).__stryker__ ??= {});

/** The files of tests in a folder, in the order of their names. */
const testFiles = (folder: string) =>
	readdirSync(folder, { recursive: true })
		.map(String)
		.filter((name) => name.endsWith('.test.cts'))
		.sort()
		.map((name) => resolve(join(folder, name)));

/** Runs the unit tests of the room that MUTATED_ROOM names, for StrykerJS. */
export class UnitTests implements TestRunner {
	private readonly files = testFiles(join('test/unit', process.env.MUTATED_ROOM ?? ''));
	/** How long each file took when all of it was run, in ms. */
	private readonly took = new Map<string, number>();

	capabilities() {
		return { reloadEnvironment: true };
	}

	async dryRun({ coverageAnalysis }: DryRunOptions): Promise<DryRunResult> {
		context.mutantCoverage = { static: {}, perTest: {} };
		const atTest = (id?: string) => {
			context.currentTestId = coverageAnalysis === 'perTest' ? id : undefined;
		};
		const outcomes = await this.run({ bails: false, atTest });
		const { mutantCoverage } = context;
		context.mutantCoverage = undefined;
		return { status: COMPLETE, tests: outcomes.map(toResult), mutantCoverage } as DryRunResult;
	}

	async mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
		const { activeMutant, testFilter, hitLimit, sandboxFileName } = options;
		const only = testFilter && new Set(testFilter);
		context.activeMutant = activeMutant.id;
		context.hitLimit = hitLimit;
		context.hitCount = hitLimit === undefined ? undefined : 0;
		try {
			const outcomes = await this.run({ only, ifItLoads: resolve(sandboxFileName), bails: true });
			if (hitLimit !== undefined && context.hitCount! > hitLimit) {
				return { status: TIMEOUT, reason: 'It runs without end' } as MutantRunResult;
			}
			if (only && outcomes.length === 0) {
				const errorMessage = 'No test was run, though some reach it: their names changed';
				return { status: 'error', errorMessage } as MutantRunResult;
			}
			const failed = outcomes.find(({ failure }) => failure !== undefined);
			return {
				nrOfTests: outcomes.length,
				...(failed
					? { status: 'killed', killedBy: [failed.id], failureMessage: failed.failure }
					: { status: 'survived' }),
			} as MutantRunResult;
		} finally {
			context.activeMutant = undefined;
		}
	}

	private async run(options: FileRun): Promise<TestOutcome[]> {
		const all: TestOutcome[] = [];
		const { only } = options;
		const tookOf = (file: string) => this.took.get(file) ?? 0;
		// What is quick to notice a change comes first.
		for (const file of [...this.files].sort((a, b) => tookOf(a) - tookOf(b))) {
			if (only && ![...only].some((id) => id.startsWith(`${relative('', file)} `))) continue;
			const begun = Date.now();
			const outcomes = await runFile(file, options);
			if (!only && outcomes.length > 0) {
				this.took.set(file, Math.max(tookOf(file), Date.now() - begun));
			}
			all.push(...outcomes);
			if (options.bails && outcomes.some(({ failure }) => failure !== undefined)) break;
		}
		return all;
	}
}

const toResult = ({ id, milliseconds, failure }: TestOutcome) =>
	({
		id,
		name: id,
		fileName: resolve(id.split(' › ')[0]!),
		timeSpentMs: milliseconds,
		status: failure === undefined ? 0 : 1,
		failureMessage: failure,
	}) as TestResult;
