const { devDependencies } = require('../../package.json');

/** Jest needs its own; marked has only its bundle for browsers as CommonJS. */
const LOADED_ANEW = /jest|expect|swc|marked/;
// n8n-core keeps its services in it.
const names = [
	'@n8n/di',
	...Object.keys(devDependencies).filter((name) => !LOADED_ANEW.test(name)),
];

module.exports = {
	/** Matches the paths of the modules that all test files of a worker share. */
	INSTALLED: `/node_modules/(${names.join('|').replace(/\./g, '\\.')})/(?!.*/node_modules/).+\\.c?js$`,

	/** Replaces a module with the one that the worker has loaded. */
	process: (source, path) => ({
		code: `module.exports = globalThis.requireInstalled(${JSON.stringify(path)});`,
	}),
	getCacheKey: (source, path) => path,
};
