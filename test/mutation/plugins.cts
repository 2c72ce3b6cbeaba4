import type { TestRunner } from '@stryker-mutator/api/test-runner' with {
	'resolution-mode': 'import',
};

import { wordsOfErrors } from './ignored.cjs';
import { UnitTests } from './runner.cjs';

const createRunner = (): TestRunner => new UnitTests();

/** What StrykerJS takes from this project: how tests are run, and what is left as it is. */
export const strykerPlugins = [
	{ kind: 'TestRunner', name: 'unit', factory: createRunner },
	{ kind: 'Ignore', name: 'words-of-errors', value: { shouldIgnore: wordsOfErrors } },
];
