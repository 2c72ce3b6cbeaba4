import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { compileFunction } from 'node:vm';

import type { ModernFakeTimers } from '@jest/fake-timers';
import { createTransformer } from '@swc/jest';
import { expect } from 'expect';
import * as fastCheck from 'fast-check';
import * as circus from 'jest-circus';
import type { ModuleMocker } from 'jest-mock';

const Environment = require('../jest/environment.cjs') as new (context: object) => {
	moduleMocker: ModuleMocker;
	fakeTimersModern: ModernFakeTimers;
	teardown(): Promise<void>;
};

// A stand-in for jest that runs files of tests again and again in one process: jest's own runner takes fifty times as long.

const requireInstalled = createRequire(join(process.cwd(), 'package.json'));
/** Of the trials of random tests only one in so many is made, as each change of the code runs them again. */
const TRIAL_OF = 10;
const SETUP = 'test/harness/randomSeed.cts';
const TIMEOUT_MS = 5000;

type Exports = Record<string, unknown>;
type Evaluate = (...names: unknown[]) => void;

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

const { projects } = require('../../jest.config.cjs') as {
	projects: Array<{ transform: Record<string, [name: string, options: object]> }>;
};
const transformer = createTransformer(projects[0]!.transform['\\.c?ts$']![1]);

function memoize<T>(compute: (key: string) => T): (key: string) => T {
	const known = new Map<string, T>();
	return (key) => {
		if (!known.has(key)) known.set(key, compute(key));
		return known.get(key)!;
	};
}

const PARAMETERS = ['exports', 'require', 'module', '__filename', '__dirname', 'jest'];
const compile = memoize((file) => {
	const { code } = transformer.process!(readFileSync(file, 'utf8'), file, {} as never) as {
		code: string;
	};
	return compileFunction(code, PARAMETERS, { filename: file }) as Evaluate;
});
const resolverIn = memoize((folder) => memoize(createRequire(join(folder, 'any.cts')).resolve));

const fewTrials = {
	...fastCheck,
	assert: (property: never, { numRuns = 100, ...others } = {}) =>
		fastCheck.assert(property, { ...others, numRuns: Math.ceil(numRuns / TRIAL_OF) }),
};
const REPLACED: Exports = { 'fast-check': { ...fewTrials, default: fewTrials, __esModule: true } };

function install(name: string): unknown {
	// Only its bundle for browsers is CommonJS.
	if (name === 'marked') return requireInstalled(resolve('node_modules/marked/lib/marked.umd.js'));
	return REPLACED[name] ?? requireInstalled(name);
}

/** The modules of one file of tests, each of which it loads anew; what is installed, all files share. */
class Modules {
	readonly loaded = new Map<string, { exports: Exports }>();
	private readonly mocks = new Map<string, unknown>();
	readonly environment = new Environment({ projectConfig: { fakeTimers: {} } });
	private readonly jest = {
		fn: this.environment.moduleMocker.fn.bind(this.environment.moduleMocker),
		spyOn: this.environment.moduleMocker.spyOn.bind(this.environment.moduleMocker),
		mocked: (mock: unknown) => mock,
		restoreAllMocks: () => this.environment.moduleMocker.restoreAllMocks(),
		useFakeTimers: () => this.environment.fakeTimersModern.useFakeTimers(),
		useRealTimers: () => this.environment.fakeTimersModern.useRealTimers(),
		advanceTimersByTime: (ms: number) => this.environment.fakeTimersModern.advanceTimersByTime(ms),
	};

	load(file: string): Exports {
		const known = this.loaded.get(file);
		if (known) return known.exports;
		const module = { exports: {} as Exports };
		this.loaded.set(file, module);
		if (file.endsWith('.json')) module.exports = JSON.parse(readFileSync(file, 'utf8')) as Exports;
		else {
			const folder = dirname(file);
			const place = (name: string) => (name.startsWith('.') ? resolverIn(folder)(name) : name);
			const requireActual = (name: string) =>
				name.startsWith('.') ? this.load(place(name)) : install(name);
			const require = (name: string) => this.mocks.get(place(name)) ?? requireActual(name);
			const mock = (name: string, factory: () => unknown) =>
				void this.mocks.set(place(name), factory());
			const jest = { ...this.jest, mock, requireActual };
			compile(file)(module.exports, require, module, file, folder, jest);
		}
		return module.exports;
	}
}

Object.assign(globalThis, { ...circus.default, expect });

let atEvent: ((event: circus.Event) => void) | undefined;
circus.addEventHandler((event) => atEvent?.(event));

type Block = ReturnType<typeof circus.getState>['rootDescribeBlock'];
type Test = Block['tests'][number];

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
		const ids = new Map(testsIn(state.rootDescribeBlock).map((test) => [test, idOf(file, test)]));
		for (const [test, id] of ids) if (only && !only.has(id)) test.mode = 'skip';
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
		await modules.environment.teardown();
		process.off('uncaughtException', onUnhandled).off('unhandledRejection', onUnhandled);
	}
}
