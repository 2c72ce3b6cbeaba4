import { cpSync, rmSync, writeFileSync } from 'node:fs';
import Module from 'node:module';
import { dirname, join, sep } from 'node:path';

import { ROOT, SANDBOX } from '../harness/paths.cjs';
import { duration, say } from '../harness/steps.cjs';
import { failTests } from './failTests.cjs';
import type { Kind } from './kinds.cjs';
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

function copyWith(mutant: Mutant): void {
	rmSync(COPY, { recursive: true, force: true });
	cpSync(OWN, COPY, { recursive: true });
	writeFileSync(join(COPY, 'Postiz', mutant.file), mutate(mutant));
}

/** What plays the scripts with this mistake in the node, or with the node as it is. */
function load(mutant?: Mutant): typeof import('./kinds.cjs') {
	isMutated = mutant !== undefined;
	if (mutant) copyWith(mutant);
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

/**
 * What finds a mistake, and what it says: a test, or a script that says so, and not of the node without it; undefined if
 * none does.
 */
async function findMutant(
	mutant: Mutant,
	scripts: number,
): Promise<{ by: number | string; what: string } | undefined> {
	const { plays, foundBy: known } = mutant;
	if (plays === 'tests') {
		copyWith(mutant);
		const what = await failTests(String(known), COPY);
		return what === undefined ? undefined : { by: String(known), what };
	}
	let found = typeof known === 'number' ? await play(known, 1, plays, mutant) : undefined;
	for (let first = 1; first <= scripts + 1;) {
		found ??= await play(first, scripts - first + 1, plays, mutant);
		if (!found) return undefined;
		const { seed, problems } = found;
		const own = await play(seed, 1, plays);
		if (!own) return { by: seed, what: problems[0] };
		say(`  Script ${seed} finds fault with the node as it is: ${own.problems[0]}`);
		if (seed !== known) first = seed + 1;
		found = undefined;
	}
	return undefined;
}

/**
 * Whether scripts and tests find every mistake of the list, those that a kind of scripts (or tests) must find, or those
 * with this word.
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
		const how = found ? ` (${found.by}: ${found.what})` : '';
		say(`  ${found ? 'found' : 'NOT FOUND'}: ${name}${how}`);
		if (found && found.by !== foundBy) say(`    Enter script ${found.by} for it in mutants.cts.`);
	}
	rmSync(dirname(COPY), { recursive: true, force: true });
	const time = duration(performance.now() - begun);
	say(
		survivors.length === 0
			? `\nScripts and tests found all of ${mutants.length} mistakes, in ${time}.`
			: `\n${survivors.length} of ${mutants.length} mistakes were not found, in ${time}: ${survivors.join('; ')}.`,
	);
	return survivors.length === 0 && mutants.length > 0;
}
