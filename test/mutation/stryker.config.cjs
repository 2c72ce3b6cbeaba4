const path = require('node:path');

const { MUTATED_ROOM = '' } = process.env;
const inSandbox = (name) => path.join('.sandbox', 'mutation', name);

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
module.exports = {
	plugins: [path.join(__dirname, 'plugins.cjs')],
	testRunner: 'plain',
	ignorers: ['words-of-errors', 'fields-of-forms'],
	coverageAnalysis: 'perTest',
	incremental: true,
	incrementalFile: inSandbox(`${MUTATED_ROOM}.incremental.json`),
	reporters: ['html', 'progress-append-only'],
	htmlReporter: { fileName: inSandbox(`${MUTATED_ROOM}.html`) },
	tempDirName: inSandbox('temp'),
	ignorePatterns: ['.sandbox', 'dist', 'docs', 'test/n8n', 'test/e2e', 'test/fixtures/templates'],
	disableTypeChecks: false,
	allowConsoleColors: false,
	concurrency: Number(process.env.MUTATION_PROCESSES ?? 1),
	// Loops without end are noticed by how often they turn; the clock only by tests that wait.
	timeoutMS: 10_000,
	timeoutFactor: 3,
};
