const { AsyncLocalStorage } = require('node:async_hooks');
const vm = require('node:vm');
const { requireOfJest } = require('./ofJest.cjs');

const { ModernFakeTimers } = requireOfJest('@jest/fake-timers');
const { ModuleMocker } = requireOfJest('jest-mock');

/** Stands for the context in which jest would run the tests; they run in that of the process. */
const OWN_CONTEXT = vm.createContext({});

const { compileFunction } = vm;
vm.compileFunction = (code, parameters, { parsingContext, ...options } = {}) =>
	compileFunction(
		code,
		parameters,
		parsingContext === OWN_CONTEXT ? options : { ...options, parsingContext },
	);

/** What jest-circus, of which each file has its own, would leave behind for all later files of the worker. */
const LEFT_BEHIND = ['EVENT_HANDLERS', 'JEST_STATE_SYMBOL'];
/** Before version 24, Node.js hands each of them on with every promise. */
const usedStorages = new Set();
const run = Reflect.get(AsyncLocalStorage.prototype, 'run');
AsyncLocalStorage.prototype.run = function (...parameters) {
	usedStorages.add(this);
	return run.apply(this, parameters);
};

/** What is installed is loaded once by a worker, not by each file of tests: see installed.cjs. */
globalThis.requireInstalled = require;

/**
 * Runs tests in the context of the process, so that they can share what is installed: in a context
 * of its own, each file would have to load n8n-core anew. Our own modules each file loads by itself.
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
