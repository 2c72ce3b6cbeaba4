/**
 * Changes the code of a room in thousands of small ways, and says which of them no test notices.
 *
 *     node --require tsx/cjs test/mutation/run.cts [room or file ...]
 *
 * MUTATION_PROCESSES says how many run at once, one by default. What was judged before and has not
 * changed since is not judged again.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT, SANDBOX } from '../harness/paths.cjs';
import { isEnding, runVisibly } from '../harness/processes.cjs';
import { duration, say } from '../harness/steps.cjs';
import { table } from '../harness/table.cjs';
import { runTool } from '../harness/tool.cjs';

const ROOMS = ['publishing', 'calendar', 'media', 'transport', 'events', 'text'];
const CODE = 'nodes/Postiz';
/** What people read in forms, which other tests hold. */
const FORMS = 'fields.ts';
/** The least percentage of the changes that tests reach, which must fail one. */
const LEAST = 85;

interface Mutant {
	status: string;
	mutatorName: string;
	replacement?: string;
	location: { start: { line: number; column: number } };
}

/** What became of the changes of a room. */
interface Score {
	room: string;
	killed: number;
	survived: number;
	withoutTest: number;
}

const percentage = ({ killed, survived }: Score) =>
	killed + survived === 0 ? 100 : (100 * killed) / (killed + survived);

async function mutate(room: string, paths: string[]): Promise<Score> {
	const bin = join(ROOT, 'node_modules/@stryker-mutator/core/bin/stryker.js');
	const config = join(ROOT, 'test/mutation/stryker.config.cjs');
	const env = {
		...process.env,
		MUTATED_ROOM: room,
		MUTATED_FILES: paths.join(','),
		RANDOM_SEED: process.env.RANDOM_SEED ?? '1',
	};
	const code = await runVisibly(process.execPath, [bin, 'run', config], { cwd: ROOT, env });
	const report = join(SANDBOX, 'mutation', `${room}.json`);
	if (code !== 0 || !existsSync(report)) throw new Error(`StrykerJS ended with ${code}.`);
	const { files } = JSON.parse(readFileSync(report, 'utf8')) as {
		files: Record<string, { mutants: Mutant[]; source: string }>;
	};
	const score = { room, killed: 0, survived: 0, withoutTest: 0 };
	for (const [file, { mutants, source }] of Object.entries(files)) {
		const lines = source.split('\n');
		for (const { status, mutatorName, replacement = '', location } of mutants) {
			if (status === 'Killed' || status === 'Timeout') score.killed++;
			if (status === 'NoCoverage') score.withoutTest++;
			if (status !== 'Survived' && status !== 'RuntimeError') continue;
			score.survived++;
			const { line, column } = location.start;
			say(`  ${file}:${line}:${column} ${mutatorName}: ${lines[line - 1]!.trim()}`);
			say(`      ${replacement.replace(/\s+/g, ' ').slice(0, 160)}`);
		}
	}
	return score;
}

/** The rooms and files that were named, as patterns by room; all rooms without any. */
function readPaths(named: string[]): Map<string, string[]> {
	const paths = new Map<string, string[]>();
	for (const name of named.length > 0 ? named : ROOMS) {
		const path = name.startsWith(CODE) ? name : join(CODE, name);
		const room = path.slice(CODE.length + 1).split('/')[0]!;
		if (!ROOMS.includes(room) || !existsSync(join(ROOT, path))) {
			throw new Error(`${name} is no file of ${ROOMS.join(', ')}.`);
		}
		const isFolder = statSync(join(ROOT, path)).isDirectory();
		const files = isFolder ? [`${path}/**/*.ts`, `!${path}/**/${FORMS}`] : [path];
		paths.set(room, [...(paths.get(room) ?? []), ...files]);
	}
	return paths;
}

async function main(): Promise<void> {
	const begun = Date.now();
	const scores: Score[] = [];
	for (const [room, paths] of readPaths(process.argv.slice(2))) {
		say(`\n> Change ${paths.join(', ')}`);
		scores.push(await mutate(room, paths));
		if (isEnding()) return;
	}
	const rows = scores.map((score) => {
		const { room, killed, survived, withoutTest } = score;
		const counts = [killed + survived + withoutTest, killed, survived, withoutTest];
		return [room, ...counts.map(String), `${percentage(score).toFixed(1)} %`];
	});
	const head = ['Room', 'Changes', 'Noticed', 'Not noticed', 'Without a test', 'Score'];
	say(`\n${table(head, rows)}`);
	const low = scores.filter((score) => percentage(score) < LEAST).map(({ room }) => room);
	say(`\n${duration(Date.now() - begun)}. Each change, to read: .sandbox/mutation/<room>.html`);
	if (low.length === 0) return;
	say(`What to do next: ${low.join(', ')} must notice ${LEAST} %; the changes are listed above.`);
	process.exitCode = 1;
}

runTool(main, '\nEnding the tests.');
