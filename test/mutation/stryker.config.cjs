const path = require('node:path');

/** The files to change, with commas between them, and the room whose tests judge them. */
const { MUTATED_FILES = '', MUTATED_ROOM = '' } = process.env;
const folder = path.join('.sandbox', 'mutation');

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
module.exports = {
	mutate: MUTATED_FILES.split(','),
	plugins: [path.join(__dirname, 'plugins.cjs')],
	testRunner: 'unit',
	ignorers: ['words-of-errors'],
	coverageAnalysis: 'perTest',
	incremental: true,
	incrementalFile: path.join(folder, `${MUTATED_ROOM}.incremental.json`),
	reporters: ['json', 'html', 'progress-append-only'],
	jsonReporter: { fileName: path.join(folder, `${MUTATED_ROOM}.json`) },
	htmlReporter: { fileName: path.join(folder, `${MUTATED_ROOM}.html`) },
	tempDirName: path.join(folder, 'temp'),
	ignorePatterns: ['.sandbox', 'dist', 'docs', 'test/n8n', 'test/e2e', 'test/fixtures/templates'],
	disableTypeChecks: false,
	allowConsoleColors: false,
	concurrency: Number(process.env.MUTATION_PROCESSES ?? 1),
	// Loops without end are noticed by how often they turn; the clock only by tests that wait.
	timeoutMS: 10_000,
	timeoutFactor: 3,
};
