const { AsyncLocalStorage } = require('node:async_hooks');
const vm = require('node:vm');
const { requireOfJest } = require('./ofJest.cjs');

const { ModernFakeTimers } = requireOfJest('@jest/fake-timers');
const { ModuleMocker } = requireOfJest('jest-mock');

/** Stands in for the context in which jest would run the tests; they run in that of the process. */
const OWN_CONTEXT = vm.createContext({});

const { compileFunction } = vm;
/**
 * The compiled modules of a worker by path: without a context of their own, its test files can share them. Jest's
 * callback for `import()`, which it can't load here, would keep the modules of the file that came first.
 */
const compiled = new Map();
vm.compileFunction = (code, parameters, options = {}) => {
	if (options.parsingContext !== OWN_CONTEXT) return compileFunction(code, parameters, options);
	const { filename } = options;
	let module = compiled.get(filename);
	if (module?.code !== code) {
		module = { code, run: compileFunction(code, parameters, { filename }) };
		compiled.set(filename, module);
	}
	return module.run;
};

/** What the jest-circus of each file would leave behind for all later files of the worker. */
const LEFT_BEHIND = ['EVENT_HANDLERS', 'JEST_STATE_SYMBOL'];
/** Before version 24, Node.js passes each of them on with every promise. */
const usedStorages = new Set();
const run = Reflect.get(AsyncLocalStorage.prototype, 'run');
AsyncLocalStorage.prototype.run = function (...parameters) {
	usedStorages.add(this);
	return run.apply(this, parameters);
};

/** A worker loads installed packages once, not for each test file: see installed.cjs. */
globalThis.requireInstalled = require;

/**
 * Runs tests in the context of the process, so that they can share installed packages: in a context
 * of its own, each file would load n8n-core again. Each file still loads our own modules itself.
 */
module.exports = class Environment {
	constructor({ projectConfig }) {
		this.global = globalThis;
		this.moduleMocker = new ModuleMocker(globalThis);
		this.fakeTimers = null;
		this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
	}

	async setup() {}

	async teardown() {
		for (const storage of usedStorages) storage.disable();
		usedStorages.clear();
		for (const key of Object.getOwnPropertySymbols(globalThis))
			if (LEFT_BEHIND.includes(key.description)) delete globalThis[key];
		this.fakeTimersModern.dispose();
		this.moduleMocker.restoreAllMocks();
	}

	exportConditions() {
		return ['node', 'node-addons'];
	}

	getVmContext() {
		return OWN_CONTEXT;
	}
};
