import { cpSync, rmSync, writeFileSync } from 'node:fs';
import Module from 'node:module';
import { dirname, join, sep } from 'node:path';

import { ROOT, SANDBOX } from '../harness/paths.cjs';
import { duration, say } from '../harness/steps.cjs';
import type { Finding, Kind } from './kinds.cjs';
import { MUTANTS, mutate, type Mutant } from './mutants.cjs';

const OWN = join(ROOT, 'nodes') + sep;
const COPY = join(SANDBOX, 'mutants', String(process.pid), 'nodes') + sep;
/** They load the node, and so are loaded anew for each mutant; what is installed stays. */
const LOADED_ANEW = [OWN, COPY, join(__dirname, sep), join(ROOT, 'test/integration/support', sep)];
/** They are put into what is installed, once. */
const PAUSES = join(__dirname, 'pauses.cts');

type Resolve = (this: unknown, ...request: unknown[]) => string;
const loader = Module as unknown as { _resolveFilename: Resolve };
const resolve = loader._resolveFilename;
let isMutated = false;
loader._resolveFilename = function (...request) {
	const found = resolve.apply(this, request);
	return isMutated && found.startsWith(OWN) ? COPY + found.slice(OWN.length) : found;
};

/** What plays the scripts with this mistake in the node, or with the node as it is. */
function load(mutant?: Mutant): typeof import('./kinds.cjs') {
	isMutated = mutant !== undefined;
	if (mutant) {
		rmSync(COPY, { recursive: true, force: true });
		cpSync(OWN, COPY, { recursive: true });
		writeFileSync(join(COPY, 'Postiz', mutant.file), mutate(mutant));
	}
	for (const file of Object.keys(require.cache)) {
		const isAnew = LOADED_ANEW.some((folder) => file.startsWith(folder)) && file !== PAUSES;
		if (isAnew) delete require.cache[file];
	}
	return require('./kinds.cts') as typeof import('./kinds.cjs');
}

/** The first finding of scripts that begin with this number. */
async function play(first: number, count: number, kind: Kind, mutant?: Mutant) {
	const how = { first, count, untilFound: true, isQuiet: true } as const;
	const findings = await load(mutant).playAll(kind, how);
	return findings.sort((one, other) => one.seed - other.seed).at(0);
}

/** The script that finds a mistake, and what it says; undefined if none does. Throws if the node as it is has it, too. */
async function findMutant(mutant: Mutant, scripts: number): Promise<Finding | undefined> {
	const { plays, foundBy } = mutant;
	const known = foundBy === undefined ? undefined : await play(foundBy, 1, plays, mutant);
	const found = known ?? (await play(1, scripts, plays, mutant));
	const own = found && (await play(found.seed, 1, plays));
	if (own) {
		throw new Error(`Script ${own.seed} finds fault with the node as it is: ${own.problems[0]}`);
	}
	return found;
}

/**
 * Whether the scripts find every mistake of the list, those that a kind of scripts must find, or those with this word.
 * The script that is known to find a mistake is played first, then at most so many others.
 */
export async function catchMutants(scripts: number, word = ''): Promise<boolean> {
	const begun = performance.now();
	const ofKind = MUTANTS.filter(({ plays }) => plays === word);
	const mutants = ofKind.length > 0 ? ofKind : MUTANTS.filter(({ name }) => name.includes(word));
	say(`> Let the scripts find ${mutants.length} mistakes, with at most ${scripts} scripts each`);
	// One that does not fit any more is to be seen before hours of scripts.
	mutants.forEach(mutate);
	const survivors: string[] = [];
	for (const mutant of mutants) {
		const { name, foundBy } = mutant;
		const found = await findMutant(mutant, scripts);
		if (!found) survivors.push(name);
		const how = found ? ` (${found.seed}: ${found.problems[0]})` : '';
		say(`  ${found ? 'found' : 'NOT FOUND'}: ${name}${how}`);
		if (found && found.seed !== foundBy)
			say(`    Enter script ${found.seed} for it in mutants.cts.`);
	}
	rmSync(dirname(COPY), { recursive: true, force: true });
	const time = duration(performance.now() - begun);
	say(
		survivors.length === 0
			? `\nThe scripts found all of ${mutants.length} mistakes, in ${time}.`
			: `\n${survivors.length} of ${mutants.length} mistakes were not found, in ${time}: ${survivors.join('; ')}.`,
	);
	return survivors.length === 0 && mutants.length > 0;
}
