/** Runs files of tests with a mistake in the node. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

import { ROOT } from '../harness/paths.cjs';

type Project = Record<'modulePathIgnorePatterns', string[]> & {
	displayName: string;
	moduleNameMapper: object;
};
const { projects } = require('../../jest.config.cjs') as { projects: Project[] };

/** The name of the first test of these files, such as `unit/text`, that fails with the node in `copy`; undefined if none does. */
export async function failTests(files: string, copy: string): Promise<string | undefined> {
	const [kind] = files.split('/');
	const project = projects.find(({ displayName }) => displayName === kind)!;
	const config = {
		...project,
		modulePathIgnorePatterns: [],
		moduleNameMapper: { '^[./]+/nodes/(.+)$': `${copy}$1`, ...project.moduleNameMapper },
	};
	const jest = spawn(
		process.execPath,
		[
			require.resolve('jest/bin/jest'),
			...['--config', JSON.stringify(config), '--testPathPatterns', files, '--maxWorkers', '1'],
		],
		{ cwd: ROOT, stdio: ['ignore', 'ignore', 'pipe'] },
	);
	const [output, [code]] = await Promise.all([text(jest.stderr), once(jest, 'close')]);
	if (code === 0) return undefined;
	const failed = /^ +● (.+)$/m.exec(output)?.[1];
	if (failed === undefined) throw new Error(`The tests of ${files} cannot be run:\n${output}`);
	return failed;
}
