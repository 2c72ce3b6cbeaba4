import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

import type { InstrumenterContext } from '@stryker-mutator/api/core' with {
	'resolution-mode': 'import',
};
import type {
	DryRunOptions,
	DryRunResult,
	MutantRunOptions,
	MutantRunResult,
	TestRunner,
} from '@stryker-mutator/api/test-runner' with { 'resolution-mode': 'import' };

import { runFile, type FileRun, type TestOutcome } from './tests.cjs';

/** What the mutated code reads: which mutant is active, and which test runs. */
const context: InstrumenterContext = ((
	globalThis as unknown as Record<string, InstrumenterContext>
).__stryker__ ??= {});

/** Runs the tests of the room that MUTATED_ROOM names, but those that run the node in n8n-core, for StrykerJS. */
class PlainTests implements TestRunner {
	private readonly files = ['test/unit', 'test/integration']
		.map((kind) => join(kind, process.env.MUTATED_ROOM!))
		.filter((folder) => existsSync(folder))
		.flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
		.filter(({ name }) => name.endsWith('.test.cts'))
		.map(({ parentPath, name }) => resolve(parentPath, name))
		// Those with n8n-core and the sandbox take too long.
		.filter(
			(file) =>
				!/jest\.setTimeout|\/support\/(?!problem\.|field\.)/.test(readFileSync(file, 'utf8')),
		);

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
		const tests = outcomes.map(({ id, milliseconds, failure }) => ({
			id,
			name: id,
			fileName: resolve(id.split(' › ')[0]!),
			timeSpentMs: milliseconds,
			status: failure === undefined ? 0 : 1,
			failureMessage: failure,
		}));
		return { status: 'complete', tests, mutantCoverage } as DryRunResult;
	}

	async mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
		const { activeMutant, testFilter, hitLimit, sandboxFileName } = options;
		const only = testFilter && new Set(testFilter);
		context.activeMutant = activeMutant.id;
		context.hitLimit = hitLimit;
		context.hitCount = hitLimit === undefined ? undefined : 0;
		try {
			const outcomes = await this.run({ only, ifItLoads: resolve(sandboxFileName), bails: true });
			if (hitLimit !== undefined && context.hitCount! > hitLimit)
				return { status: 'timeout', reason: 'It runs without end' } as MutantRunResult;
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
		const { only, bails } = options;
		const all: TestOutcome[] = [];
		for (const file of this.files) {
			if (only && ![...only].some((id) => id.startsWith(`${relative('', file)} `))) continue;
			const outcomes = await runFile(file, options);
			all.push(...outcomes);
			if (bails && outcomes.some(({ failure }) => failure !== undefined)) break;
		}
		return all;
	}
}

/** As much of a place in the code as is looked at. */
interface Place {
	node: Node;
	parentPath?: Place | null;
}

interface Node {
	type: string;
	callee?: Node;
	object?: Node;
	name?: string;
	key?: Node;
	expressions?: Node[];
}

const PARTS = ['ConditionalExpression', 'LogicalExpression', 'TSAsExpression'];
const FIELDS = [
	'message',
	'description',
	'advice',
	'displayName',
	'hint',
	'placeholder',
	'forPerson',
];

/** Words that people read of errors are never changed; what chooses between them is. */
function wordsOfErrors({ node, parentPath }: Place): string | undefined {
	const isPlain = (node.expressions ?? []).every(({ type }) =>
		['Identifier', 'MemberExpression'].includes(type),
	);
	if (node.type !== 'StringLiteral' && !(node.type === 'TemplateLiteral' && isPlain))
		return undefined;
	let parent = parentPath;
	while (parent && PARTS.includes(parent.node.type)) parent = parent.parentPath;
	const { type, callee, key } = parent?.node ?? { type: '' };
	const isOfError =
		type === 'NewExpression' && /(?:Problem|Error|TooLong)$/.test(callee?.name ?? '');
	const isField = type === 'ObjectProperty' && FIELDS.includes(key?.name ?? '');
	return isOfError || isField ? 'It is only words that people read' : undefined;
}

/** Tests of the project hold forms, not those of a room. */
function fieldsOfForms({ node: { type, callee } }: Place): string | undefined {
	if (type !== 'CallExpression') return undefined;
	const name = callee?.object?.name ?? callee?.name ?? '';
	return ['field', 'entry', 'option'].includes(name) ? 'It is a part of a form' : undefined;
}

/** What StrykerJS takes from this project: how tests are run, and what is left as it is. */
export const strykerPlugins = [
	{ kind: 'TestRunner', name: 'plain', factory: () => new PlainTests() },
	{ kind: 'Ignore', name: 'words-of-errors', value: { shouldIgnore: wordsOfErrors } },
	{ kind: 'Ignore', name: 'fields-of-forms', value: { shouldIgnore: fieldsOfForms } },
];
