/**
 * Plays scripts of faults, a thousand of each kind by default, and says what they found: fifty posts and a service that
 * misbehaves, lives of sheets, and what the triggers tell.
 *
 *     node --require tsx/cjs test/faults/run.cts
 *     node --require tsx/cjs test/faults/run.cts --mutants [word]
 *
 * With --mutants, mistakes are built into the node, one after the other, and the scripts must find each of them; with
 * a word, only those in whose names it is.
 *
 * FAULT_PLAY=posts, sheets or triggers plays only these. FAULT_SCRIPTS says how many, FAULT_SEED with which number to
 * begin: `FAULT_PLAY=posts FAULT_SEED=7 FAULT_SCRIPTS=1` plays script 7 again, and FAULT_SHOW=1 shows what happens in a
 * sheet. Every fifth script of posts or sheets is played on an older release; POSTIZ_VERSION names one for all.
 */
import './pauses.cjs';

import { duration, say } from '../harness/steps.cjs';
import { runTool } from '../harness/tool.cjs';
import { readVersion, RELEASED, type Version } from '../service/releases/release.cjs';
import { startService } from '../service/server.cjs';
import { catchMutants } from './catchMutants.cjs';
import { playLives } from './lives/play.cjs';
import { ITEMS, makeScript, playScript } from './scripts.cjs';
import { playSheet } from './sheets/play.cjs';
import { openStage, type Stage } from './stage.cjs';

const COUNT = Number(process.env.FAULT_SCRIPTS ?? 1000);
const FIRST = Number(process.env.FAULT_SEED ?? 1);
const VERSION = readVersion(process.env.POSTIZ_VERSION);
const OLDER_EVERY = 5;
const MUTANT_SCRIPTS = 400;
const PLAY = process.env.FAULT_PLAY ?? 'posts, sheets, triggers';
const untilFound = process.env.FAULT_UNTIL_FOUND !== undefined;
const PROGRESS_MS = 5000;
const MAX_PROBLEMS = 5;

interface Player {
	/** Plays the script of a number, and says what is not as it must be. */
	play: (seed: number) => Promise<{ problems: string[]; met?: string[] }>;
	close?: () => Promise<void>;
}

/** What is played, by how many at a time. */
const KINDS: Record<string, { what: string; players: number; open: () => Promise<Player> }> = {
	triggers: {
		what: 'lives of posts, seen by the triggers',
		players: 1,
		async open() {
			const clock = { time: Date.now() };
			const now = () => clock.time;
			const service = await startService({ now, hourlyLimit: 1e6, version: VERSION });
			return {
				play: async (seed) => await playLives(service, clock, seed),
				close: async () => await service.close(),
			};
		},
	},
	posts: {
		what: `scripts of faults with ${ITEMS} items each`,
		// Most of a script is waiting for the service.
		players: 6,
		async open() {
			const stages = new Map<Version, Stage>();
			return {
				async play(seed) {
					const version = versionFor(seed);
					const stage = stages.get(version) ?? (await openStage(version));
					stages.set(version, stage);
					return await playScript(stage, makeScript(seed));
				},
				async close() {
					await Promise.all([...stages.values()].map(async (stage) => await stage.close()));
				},
			};
		},
	},
	sheets: {
		what: 'lives of sheets',
		// They share a clock, which runs ahead by days.
		players: 1,
		open: async () => ({ play: async (seed) => await playSheet(seed, versionFor(seed)) }),
	},
};

/** The release that a script is played on. */
function versionFor(seed: number): Version {
	const isOlder = !process.env.POSTIZ_VERSION && seed % OLDER_EVERY === 0;
	return isOlder ? RELEASED[(seed / OLDER_EVERY) % RELEASED.length] : VERSION;
}

/** Plays scripts of a kind. Returns how many of them found a problem. */
async function playAll(kind: string): Promise<number> {
	const { what, players, open } = KINDS[kind];
	const begun = performance.now();
	let [next, played, failed] = [FIRST, 0, 0];
	const met = new Map<string, number>();
	const report = () =>
		say(
			`  ${played} of ${COUNT}, ${failed} with problems (${duration(performance.now() - begun)})`,
		);
	say(`> Play ${COUNT} ${what} (a few minutes)`);
	const progress = setInterval(report, PROGRESS_MS);
	const work = async () => {
		const player = await open();
		while (next < FIRST + COUNT && !(untilFound && failed > 0)) {
			const seed = next++;
			const verdict = await player.play(seed);
			played += 1;
			for (const fault of verdict.met ?? []) met.set(fault, (met.get(fault) ?? 0) + 1);
			if (verdict.problems.length === 0) continue;
			failed += 1;
			say(`  Script ${seed}:`);
			verdict.problems.slice(0, MAX_PROBLEMS).forEach((problem) => say(`    ${problem}`));
			say(`    To play it again: FAULT_PLAY=${kind} FAULT_SEED=${seed} FAULT_SCRIPTS=1`);
		}
		await player.close?.();
	};
	await Promise.all(Array.from({ length: Math.min(players, COUNT) }, work));
	clearInterval(progress);
	report();
	if (met.size > 0) {
		say(`  Faults met: ${[...met].map(([fault, count]) => `${fault} ${count}`).join(', ')}.`);
	}
	return failed;
}

async function begin(): Promise<void> {
	const [option, word] = process.argv.slice(2);
	if (option === '--mutants') {
		const scripts = Number(process.env.FAULT_SCRIPTS ?? MUTANT_SCRIPTS);
		if (!(await catchMutants(scripts, word))) process.exitCode = 1;
		return;
	}
	if (!(COUNT > 0) || !Number.isInteger(FIRST)) {
		throw new Error('FAULT_SCRIPTS and FAULT_SEED must be whole numbers.');
	}
	let failed = 0;
	for (const kind of Object.keys(KINDS)) if (PLAY.includes(kind)) failed += await playAll(kind);
	say(
		failed > 0
			? `\n${failed} scripts found a problem.\nWhat to do next: play one of them again, as reported above, and mend it.`
			: `\nNo post was lost without an error that names it, and none was posted twice.\nWhat to do next: play others with FAULT_SEED=${FIRST + COUNT}.`,
	);
	if (failed > 0) process.exitCode = 1;
}

// What is left of runs that were played as crashed keeps no process waiting.
runTool(begin, '\nEnding the scripts.');
