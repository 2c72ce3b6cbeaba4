/** How much code one plain post runs through: what somebody has to read who follows it. */
import { Session } from 'node:inspector/promises';

import { createPost } from '../support/posts.cjs';
import { useService } from '../support/useService.cjs';

const MAX_FILES = 60;
const MAX_FUNCTIONS = 380;

/** Without what the transpiler makes: a getter for each export, and initializers of classes. */
const WRITTEN = /^(?!get |<)./;

const service = useService({ hourlyLimit: 1000 });

test('a plain post stays short', async () => {
	const options = { ifExists: 'skip' };
	// What is loaded or made once is no part of its way.
	await createPost(service, { content: 'First', options });
	const session = new Session();
	session.connect();
	await session.post('Profiler.enable');
	await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
	const { error } = await createPost(service, { content: 'Second', options });
	const { result } = await session.post('Profiler.takePreciseCoverage');
	session.disconnect();
	expect(error).toBeUndefined();
	const files = result
		.filter(({ url }) => /\/nodes\/|\/credentials\//.test(url) && !url.includes('node_modules'))
		.map(({ url, functions }) => ({
			file: url.replace(/^.*\/nodes\//, ''),
			functions: functions.filter(
				({ functionName, ranges }) =>
					WRITTEN.test(functionName) && ranges.some(({ count }) => count > 0),
			).length,
		}))
		.filter(({ functions }) => functions > 0);
	const functions = files.reduce((sum, one) => sum + one.functions, 0);
	process.stdout.write(
		`A plain post runs through ${files.length} files and ${functions} functions.\n`,
	);
	if (process.env.SHOW_FILES) {
		for (const { file, functions } of files) process.stdout.write(`${functions}\t${file}\n`);
	}
	expect(files.length).toBeLessThanOrEqual(MAX_FILES);
	expect(functions).toBeLessThanOrEqual(MAX_FUNCTIONS);
});
