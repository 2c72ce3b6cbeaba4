const { INSTALLED } = require('./test/jest/installed.cjs');

/** Projects of one kind of test each; `pnpm test` runs all but e2e. */
const project = (displayName) => ({
	displayName,
	rootDir: __dirname,
	testEnvironment: '<rootDir>/test/jest/environment.cjs',
	setupFiles: ['<rootDir>/test/harness/randomSeed.cts'],
	testMatch: [`<rootDir>/test/${displayName}/**/*.test.cts`],
	moduleFileExtensions: ['cts', 'ts', 'js', 'cjs', 'mjs', 'json', 'node'],
	modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/test/n8n', '<rootDir>/.sandbox'],
	moduleNameMapper: {
		// Only its bundle for browsers is CommonJS.
		'^marked$': '<rootDir>/node_modules/marked/lib/marked.umd.js',
		// TypeScript names the compiled file, as Node does.
		'^(\\.{1,2}/.+)\\.cjs$': ['$1.cts', '$1.cjs'],
	},
	transformIgnorePatterns: [],
	transform: {
		[INSTALLED]: '<rootDir>/test/jest/installed.cjs',
		'\\.c?ts$': [
			'@swc/jest',
			{
				jsc: { parser: { syntax: 'typescript', decorators: true }, target: 'es2022' },
				module: { type: 'commonjs' },
			},
		],
	},
});

/** @type {import('jest').Config} */
module.exports = {
	// One core less, as jest would have it, is half of a machine with two.
	maxWorkers: '100%',
	testTimeout: 30_000,
	// At its end a worker gives back 2 GB, which takes longer than the half second that jest waits.
	workerGracefulExitTimeout: 10_000,
	reporters: ['default', '<rootDir>/test/jest/nextStep.cjs'],
	testSequencer: '<rootDir>/test/jest/slowFirst.cjs',
	projects: [
		project('unit'),
		project('service'),
		{
			...project('integration'),
			setupFilesAfterEnv: ['<rootDir>/test/integration/support/pauses.cts'],
		},
		project('live'),
		{
			...project('e2e'),
			setupFilesAfterEnv: ['<rootDir>/test/e2e/timeout.cts'],
		},
	],
};
