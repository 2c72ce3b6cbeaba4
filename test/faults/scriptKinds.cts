/** The kinds of scripts, and how many of them are played at a time. */
import { setTimeout as wait } from 'node:timers/promises';

import { formatDuration, print } from '../harness/steps.cjs';
import { readVersion, RELEASED, type Version } from '../service/releases/release.cjs';
import { startService } from '../service/server.cjs';
import { playTriggerScript } from './triggers/play.cjs';
import { playPostScript } from './posts/play.cjs';
import { ITEMS, makeScript } from './posts/script.cjs';
import { playSheetScript } from './sheets/play.cjs';
import { startEnvironment, type Environment } from './environment.cjs';

const VERSION = readVersion(process.env.POSTIZ_VERSION);
const OLDER_EVERY = 5;
const PROGRESS_MS = 5000;
const MAX_PROBLEMS = 5;
/** A script takes a second or two. */
const LONGEST_MS = 180_000;

export type ScriptKind = 'triggers' | 'posts' | 'sheets';

/** What went wrong in a script, as sentences, and the faults that happened. */
interface ScriptResult {
	problems: string[];
	faults?: string[];
}

interface ScriptPlayer {
	/** Plays the script of a seed. */
	play: (seed: number) => Promise<ScriptResult>;
	close?: () => Promise<void>;
}

/** How the scripts of each kind are played. */
export const SCRIPT_KINDS: Record<
	ScriptKind,
	{ what: string; players: number; open: () => Promise<ScriptPlayer> }
> = {
	triggers: {
		what: 'scripts of the trigger',
		players: 1,
		async open() {
			const clock = { time: Date.now() };
			const now = () => clock.time;
			const service = await startService({ now, hourlyLimit: 1e6, version: VERSION });
			return {
				play: async (seed) => await playTriggerScript(service, clock, seed),
				close: async () => await service.close(),
			};
		},
	},
	posts: {
		what: `scripts of faults with ${ITEMS} items each`,
		// A script mostly waits for the service.
		players: 6,
		async open() {
			const environments = new Map<Version, Environment>();
			return {
				async play(seed) {
					const version = getVersion(seed);
					const environment = environments.get(version) ?? (await startEnvironment(version));
					environments.set(version, environment);
					return await playPostScript(environment, makeScript(seed));
				},
				async close() {
					await Promise.all(
						[...environments.values()].map(async (environment) => await environment.close()),
					);
				},
			};
		},
	},
	sheets: {
		what: 'scripts of sheets',
		// Scripts share the clock, which they advance by days.
		players: 1,
		open: async () => ({ play: async (seed) => await playSheetScript(seed, getVersion(seed)) }),
	},
};

/** The release of Postiz for a script. */
function getVersion(seed: number): Version {
	const isOlder = !process.env.POSTIZ_VERSION && seed % OLDER_EVERY === 0;
	return isOlder ? RELEASED[(seed / OLDER_EVERY) % RELEASED.length] : VERSION;
}

const waitForLongest = async () => await wait(LONGEST_MS, undefined, { ref: false });
const ENDLESS = { problems: ['it does not end'] };

/** Plays `count` scripts of a kind, from the seed `first` on. Returns how many found problems. */
export async function playAll(kind: ScriptKind, first: number, count: number): Promise<number> {
	const { what, players, open } = SCRIPT_KINDS[kind];
	const begun = performance.now();
	let [next, played, failed] = [first, 0, 0];
	const faultCounts = new Map<string, number>();
	const report = () =>
		print(
			`  ${played} of ${count}, ${failed} with problems (${formatDuration(performance.now() - begun)})`,
		);
	print(`> Play ${count} ${what} (a few minutes)`);
	const progress = setInterval(report, PROGRESS_MS);
	const playScripts = async () => {
		let player = await open();
		while (next < first + count) {
			const seed = next++;
			const result = await Promise.race([player.play(seed), waitForLongest()]);
			// The script is still running, and would disturb the next one.
			if (!result) player = await open();
			const { problems, faults = [] }: ScriptResult = result ?? ENDLESS;
			played += 1;
			for (const fault of faults) faultCounts.set(fault, (faultCounts.get(fault) ?? 0) + 1);
			if (problems.length === 0) continue;
			failed += 1;
			print(`  Script ${seed}:`);
			problems.slice(0, MAX_PROBLEMS).forEach((problem) => print(`    ${problem}`));
			print(`    To play it again: FAULT_PLAY=${kind} FAULT_SEED=${seed} FAULT_SCRIPTS=1`);
		}
		await player.close?.();
	};
	await Promise.all(Array.from({ length: Math.min(players, count) }, playScripts));
	clearInterval(progress);
	report();
	if (faultCounts.size > 0) {
		print(`  Faults: ${[...faultCounts].map(([fault, times]) => `${fault} ${times}`).join(', ')}.`);
	}
	return failed;
}
