import { execFile } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT, SANDBOX } from '../harness/paths.cjs';
import { duration, say } from '../harness/steps.cjs';
import { MUTANTS, mutate, type Mutant } from './mutants.cjs';

const FOLDER = join(SANDBOX, 'mutants');
const FOUND = /Script (\d+):\n\s*(.+)/;

/** Plays scripts against this copy of the node until one finds something: its number, and what it found. */
async function play(nodes: string, scripts: number, { plays }: Mutant, first = 1) {
	const preloads = ['tsx/cjs', join(__dirname, 'mutated.cjs')].flatMap((name) => [
		'--require',
		name,
	]);
	const env = {
		...process.env,
		FAULT_NODES: nodes,
		FAULT_PLAY: plays,
		FAULT_SCRIPTS: String(scripts),
		FAULT_SEED: String(first),
		FAULT_UNTIL_FOUND: '1',
	};
	const output = await new Promise<string>((resolve, reject) => {
		const parameters = [...preloads, join(__dirname, 'run.cts')];
		execFile(process.execPath, parameters, { cwd: ROOT, env }, (error, stdout, stderr) => {
			if (error && !FOUND.test(stdout)) reject(new Error(`${stdout}${stderr}`));
			else resolve(stdout);
		});
	});
	const [, seed, problem] = FOUND.exec(output) ?? [];
	return seed === undefined ? undefined : { seed: Number(seed), problem };
}

/** What a script says of the node with a mistake, and not of the node without it; undefined if none does. */
async function findMutant(mutant: Mutant, scripts: number): Promise<string | undefined> {
	rmSync(FOLDER, { recursive: true, force: true });
	const nodes = join(FOLDER, 'nodes');
	cpSync(join(ROOT, 'nodes'), nodes, { recursive: true });
	writeFileSync(join(nodes, 'Postiz', mutant.file), mutate(mutant));
	for (let first = 1; first <= scripts;) {
		const found = await play(nodes, scripts - first + 1, mutant, first);
		if (!found) return undefined;
		const { seed, problem } = found;
		const own = await play(join(ROOT, 'nodes'), 1, mutant, seed);
		if (!own) return `script ${seed}: ${problem}`;
		say(`  Script ${seed} finds fault with the node as it is: ${own.problem}`);
		first = seed + 1;
	}
	return undefined;
}

/** Whether scripts, at most so many, find every mistake of the list, or those whose names have this word, or `triggers`. */
export async function catchMutants(scripts: number, word = ''): Promise<boolean> {
	const begun = performance.now();
	const isMeant = ({ name, plays }: Mutant) => plays === word || name.includes(word);
	const mutants = MUTANTS.filter(isMeant);
	say(`> Let the scripts find ${mutants.length} mistakes, with at most ${scripts} scripts each`);
	// One that does not fit any more is to be seen before hours of scripts.
	mutants.forEach(mutate);
	const survivors: string[] = [];
	for (const mutant of mutants) {
		const found = await findMutant(mutant, scripts);
		if (found === undefined) survivors.push(mutant.name);
		say(
			`  ${found === undefined ? 'NOT FOUND' : 'found'}: ${mutant.name}${found ? ` (${found})` : ''}`,
		);
	}
	rmSync(FOLDER, { recursive: true, force: true });
	const time = duration(performance.now() - begun);
	say(
		survivors.length === 0
			? `\nThe scripts found all of ${mutants.length} mistakes, in ${time}.`
			: `\n${survivors.length} of ${mutants.length} mistakes were not found, in ${time}: ${survivors.join('; ')}.`,
	);
	return survivors.length === 0 && mutants.length > 0;
}
