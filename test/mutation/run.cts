/**
 * Changes the code of a room in thousands of small ways, and says which of them no test of it notices, of those without n8n-core.
 *
 *     node --require tsx/cjs test/mutation/run.cts text
 *     node --require tsx/cjs test/mutation/run.cts text/document.ts
 *
 * What was judged before and has not changed since is not judged again.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { ROOT } from '../harness/paths.cjs';
import { say } from '../harness/steps.cjs';

const CODE = 'nodes/Postiz';
/** The least percentage of the changes that tests reach, which must fail one; by room. */
const LEAST: Record<string, number> = {
	publishing: 96,
	text: 93,
	calendar: 97,
	media: 95,
	transport: 96,
};
const LEAST_OF_OTHERS = 85;

async function main(): Promise<void> {
	const [name = ''] = process.argv.slice(2);
	const path = join(CODE, name);
	const [room = ''] = name.split('/');
	if (!room || ![path, join('test/unit', room)].every((one) => existsSync(join(ROOT, one))))
		throw new Error(`Name a folder of ${CODE} that has unit tests, such as text, or a file in it.`);
	process.env.MUTATED_ROOM = room;
	process.env.RANDOM_SEED ??= '1';

	const { Stryker } = await import('@stryker-mutator/core');
	const configFile = join(ROOT, 'test/mutation/stryker.config.cjs');
	// All but forms, which other tests hold.
	const mutate = name.endsWith('.ts') ? [path] : [`${path}/**/*.ts`, `!${path}/**/fields.ts`];
	const mutants = await new Stryker({ configFile, mutate }).runMutationTest();
	const having = (...statuses: string[]) =>
		mutants.filter(({ status }) => statuses.includes(status));
	const noticed = having('Killed', 'Timeout').length;
	const others = having('Survived', 'RuntimeError');
	for (const { fileName, location, mutatorName, replacement } of others) {
		const { line, column } = location.start;
		const code = readFileSync(fileName, 'utf8').split('\n')[line - 1]!.trim();
		const place = `${relative(ROOT, fileName)}:${line}:${column}`;
		say(`  ${place} ${mutatorName}: ${code}`);
		say(`      ${replacement.replace(/\s+/g, ' ').slice(0, 160)}`);
	}
	const least = LEAST[room] ?? LEAST_OF_OTHERS;
	const score = (100 * noticed) / (noticed + others.length || 1);
	say(
		`\n${room}: ${noticed} of ${noticed + others.length} changes noticed (${score.toFixed(1)} %, at least ${least}); no test reaches ${having('NoCoverage').length}.`,
	);
	say(`Each change, to read: .sandbox/mutation/${room}.html`);
	if (score < least) process.exitCode = 1;
}

main().catch((error: Error) => {
	say(error.message);
	process.exitCode = 1;
});
