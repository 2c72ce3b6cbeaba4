import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { compileFunction } from 'node:vm';

import { ModernFakeTimers } from '@jest/fake-timers';
import { transformSync } from '@swc/core';
import { expect } from 'expect';
import * as circus from 'jest-circus';
import { ModuleMocker } from 'jest-mock';

// A stand-in for jest that runs files of tests again and again in one process, a hundred times as fast.

const requireInstalled = createRequire(join(process.cwd(), 'package.json'));
/** Random tests have as many trials at most, as each change of the code runs them again. */
const MOST_TRIALS = 10;
const SETUP = 'test/harness/randomSeed.cts';
const TIMEOUT_MS = 5000;

type Exports = Record<string, unknown>;
type Evaluate = (...names: unknown[]) => void;
type Factory = () => unknown;

/** What became of a test. */
export interface TestOutcome {
	id: string;
	milliseconds: number;
	/** Why it failed, if it did. */
	failure?: string;
}

/** What to run of a file, and whom to tell. */
export interface FileRun {
	/** The IDs of the tests to run; all without it. */
	only?: ReadonlySet<string>;
	/** Runs the file only if it loads this one. */
	ifItLoads?: string;
	/** Ends at the first failure. */
	bails: boolean;
	/** Is told of each test before it begins, and of the end of the last. */
	atTest?: (id: string | undefined) => void;
}

/** Mocks come before the imports, as `@swc/jest` has it. */
const MOCKS_FIRST = { hidden: { jest: true } } as object;

const compiled = new Map<string, Evaluate>();
const PARAMETERS = ['exports', 'require', 'module', '__filename', '__dirname', 'jest'];

function compile(file: string): Evaluate {
	const known = compiled.get(file);
	if (known) return known;
	const { code } = transformSync(readFileSync(file, 'utf8'), {
		filename: file,
		configFile: false,
		swcrc: false,
		jsc: {
			parser: { syntax: 'typescript', decorators: true },
			target: 'es2022',
			transform: MOCKS_FIRST,
		},
		module: { type: 'commonjs' },
	});
	const evaluate = compileFunction(code, PARAMETERS, { filename: file }) as Evaluate;
	compiled.set(file, evaluate);
	return evaluate;
}

function resolveFile(from: string, request: string): string {
	const path = resolve(dirname(from), request);
	const places = [path.replace(/\.cjs$/, '.cts'), `${path}.ts`, `${path}.cts`, `${path}/index.ts`];
	const found = [...places, path].find((place) => /\.\w+$/.test(place) && existsSync(place));
	if (found === undefined) throw new Error(`${from} requires ${request}, which is not there`);
	return found;
}

/** The modules of one file of tests, each of which it loads anew; what is installed, all files share. */
class Modules {
	readonly loaded = new Map<string, { exports: Exports }>();
	private readonly mocks = new Map<string, unknown>();
	private readonly mocker = new ModuleMocker(globalThis as never);
	private readonly timers = new ModernFakeTimers({
		config: { fakeTimers: {}, rootDir: '', testEnvironment: '' } as never,
		global: globalThis,
	});
	private readonly jest = {
		fn: this.mocker.fn.bind(this.mocker),
		spyOn: this.mocker.spyOn.bind(this.mocker),
		mocked: (mock: unknown) => mock,
		mock: (name: string, factory: Factory) => void this.mocks.set(name, factory()),
		requireActual: (name: string) => install(name),
		restoreAllMocks: () => this.mocker.restoreAllMocks(),
		useFakeTimers: () => this.timers.useFakeTimers(),
		useRealTimers: () => this.timers.useRealTimers(),
		advanceTimersByTime: (ms: number) => this.timers.advanceTimersByTime(ms),
	};

	load(file: string): Exports {
		const known = this.loaded.get(file);
		if (known) return known.exports;
		const module = { exports: {} as Exports };
		this.loaded.set(file, module);
		if (file.endsWith('.json')) module.exports = JSON.parse(readFileSync(file, 'utf8')) as Exports;
		else {
			const require = (name: string) => this.require(file, name);
			compile(file)(module.exports, require, module, file, dirname(file), this.jest);
		}
		return module.exports;
	}

	private require(from: string, name: string): unknown {
		if (this.mocks.has(name)) return this.mocks.get(name);
		return name.startsWith('.') ? this.load(resolveFile(from, name)) : install(name);
	}

	dispose(): void {
		this.mocker.restoreAllMocks();
		this.timers.useRealTimers();
	}
}

function install(name: string): unknown {
	// Only its bundle for browsers is CommonJS.
	if (name === 'marked') return requireInstalled(resolve('node_modules/marked/lib/marked.umd.js'));
	const installed = requireInstalled(name) as Exports;
	return name === 'fast-check' ? withFewTrials(installed) : installed;
}

type Check = (property: unknown, parameters?: { numRuns?: number }) => unknown;

let fewTrials: Exports | undefined;
function withFewTrials(fastCheck: Exports): Exports {
	if (fewTrials) return fewTrials;
	const check = fastCheck.assert as Check;
	const assert: Check = (property, { numRuns = 100, ...others } = {}) =>
		check(property, { ...others, numRuns: Math.min(numRuns, MOST_TRIALS) });
	const own = { ...fastCheck, assert };
	fewTrials = { ...own, default: own, __esModule: true };
	return fewTrials;
}

Object.assign(globalThis, { ...circus.default, expect });

let atEvent: ((event: circus.Event) => void) | undefined;
circus.addEventHandler((event) => atEvent?.(event));

type Test = ReturnType<typeof circus.getState>['rootDescribeBlock']['tests'][number];
type Block = ReturnType<typeof circus.getState>['rootDescribeBlock'];

const testsIn = ({ children }: Block): Test[] =>
	children.flatMap((child) => (child.type === 'test' ? [child] : testsIn(child)));

function idOf(file: string, test: Test): string {
	const names: string[] = [test.name];
	for (let block: Block | undefined = test.parent; block?.parent; block = block.parent) {
		names.unshift(block.name);
	}
	// Where a name has an error in it, its stack is another one each time.
	// The whole path is another one in each run, and so would be the test.
	return [relative(process.cwd(), file), ...names.map((name) => name.split('\n')[0])].join(' › ');
}

/** Runs the tests of a file, given with its whole path. */
export async function runFile(
	file: string,
	{ only, ifItLoads, bails, atTest }: FileRun,
): Promise<TestOutcome[]> {
	circus.resetState();
	const state = circus.getState();
	state.testTimeout = TIMEOUT_MS;
	const modules = new Modules();
	const outcomes: TestOutcome[] = [];
	const unhandled: unknown[] = [];
	const onUnhandled = (error: unknown) => void unhandled.push(error);
	process.on('uncaughtException', onUnhandled).on('unhandledRejection', onUnhandled);
	try {
		modules.load(resolve(SETUP));
		modules.load(file);
		if (ifItLoads !== undefined && !modules.loaded.has(ifItLoads)) return [];
		const tests = testsIn(state.rootDescribeBlock);
		const ids = new Map(tests.map((test) => [test, idOf(file, test)]));
		for (const test of tests) if (only && !only.has(ids.get(test)!)) test.mode = 'skip';
		let hasFailed = false;
		atEvent = (event) => {
			if (event.name === 'test_start') {
				if (bails && hasFailed) event.test.mode = 'skip';
				if (event.test.mode !== 'skip') atTest?.(ids.get(event.test));
			}
			if (event.name !== 'test_done') return;
			const errors = [...event.test.errors.flat(), ...unhandled.splice(0)].filter(Boolean);
			hasFailed ||= errors.length > 0;
			outcomes.push({
				id: ids.get(event.test)!,
				milliseconds: event.test.duration ?? 0,
				...(errors.length > 0 && { failure: String(errors[0]) }),
			});
		};
		await circus.run();
		return outcomes;
	} catch (error) {
		return [{ id: file, milliseconds: 0, failure: String(error) }];
	} finally {
		atEvent = undefined;
		atTest?.(undefined);
		modules.dispose();
		process.off('uncaughtException', onUnhandled).off('unhandledRejection', onUnhandled);
	}
}
