/**
 * Plays scripts of faults, a thousand by default, and says what they found: of posting, and of what the trigger tells.
 *
 *     node --require tsx/cjs test/faults/run.cts
 *     node --require tsx/cjs test/faults/run.cts --mutants [word]
 *
 * With --mutants, mistakes are built into the node, one after the other, and the scripts must find each of them; with
 * a word, only those in whose names it is.
 *
 * FAULT_PLAY=posts or triggers plays only these. FAULT_SCRIPTS says how many, FAULT_SEED with which number to begin: `FAULT_SEED=7 FAULT_SCRIPTS=1`
 * plays script 7 again. Every fifth script of posts is played on an older release; POSTIZ_VERSION names one for all.
 */
import './pauses.cjs';

import { duration, say } from '../harness/steps.cjs';
import { runTool } from '../harness/tool.cjs';
import { readVersion, RELEASED, type Version } from '../service/releases/release.cjs';
import { startService } from '../service/server.cjs';
import { catchMutants } from './catchMutants.cjs';
import { playLives } from './lives/play.cjs';
import { playSheet } from './sheets/play.cjs';
import { ITEMS, makeScript, playScript } from './scripts.cjs';
import { openStage, type Stage } from './stage.cjs';

const COUNT = Number(process.env.FAULT_SCRIPTS ?? 1000);
const FIRST = Number(process.env.FAULT_SEED ?? 1);
const VERSION = readVersion(process.env.POSTIZ_VERSION);
const OLDER_EVERY = 5;
// Most of a script is waiting for the service.
const STAGES = 6;
const MUTANT_SCRIPTS = 400;
const PLAY = process.env.FAULT_PLAY ?? 'posts, triggers';
const untilFound = process.env.FAULT_UNTIL_FOUND !== undefined;
const PROGRESS_MS = 5000;

/** Plays scripts of what the trigger tells. */
async function playTriggers(): Promise<void> {
	const begun = performance.now();
	const clock = { time: Date.now() };
	const service = await startService({ now: () => clock.time, hourlyLimit: 1e6, version: VERSION });
	const total = { failed: 0, looks: 0, events: 0 };
	say(`> Play ${COUNT} scripts of lives of posts, seen by the trigger (a few minutes)`);
	for (let seed = FIRST; seed < FIRST + COUNT && !(untilFound && total.failed > 0); seed++) {
		const { problems, looks, events } = await playLives(service, clock, seed);
		total.looks += looks;
		total.events += events;
		if (problems.length === 0) continue;
		total.failed += 1;
		say(`  Script ${seed}:`);
		problems.slice(0, 5).forEach((problem) => say(`    ${problem}`));
		say(`    To play it again: FAULT_PLAY=triggers FAULT_SEED=${seed} FAULT_SCRIPTS=1`);
	}
	await service.close();
	say(
		`  ${total.events} events in ${total.looks} looks, ${total.failed} scripts with problems (${duration(performance.now() - begun)})`,
	);
	if (total.failed > 0) process.exitCode = 1;
}

/** The release that a script is played on. */
function versionFor(seed: number): Version {
	const isOlder = !process.env.POSTIZ_VERSION && seed % OLDER_EVERY === 0;
	return isOlder ? RELEASED[(seed / OLDER_EVERY) % RELEASED.length] : VERSION;
}

async function main(): Promise<void> {
	if (PLAY.includes('triggers')) await playTriggers();
	if (PLAY.includes('posts')) await playPosts();
	if (PLAY.includes('sheets')) await playSheets();
}

/** Plays lives of sheets, one after the other, as they share a clock. */
async function playSheets(): Promise<void> {
	const begun = performance.now();
	let failed = 0;
	say(`> Play ${COUNT} lives of sheets (a few minutes)`);
	for (let seed = FIRST; seed < FIRST + COUNT && !(untilFound && failed > 0); seed++) {
		const { problems } = await playSheet(seed, versionFor(seed));
		if (problems.length === 0) continue;
		failed += 1;
		say(`  Script ${seed}:`);
		problems.slice(0, 5).forEach((problem) => say(`    ${problem}`));
	}
	say(`  ${failed} of ${COUNT} lives with problems (${duration(performance.now() - begun)})`);
	if (failed > 0) process.exitCode = 1;
}

async function playPosts(): Promise<void> {
	if (!(COUNT > 0) || !Number.isInteger(FIRST)) {
		throw new Error('FAULT_SCRIPTS and FAULT_SEED must be whole numbers.');
	}
	const begun = performance.now();
	say(`> Play ${COUNT} scripts of faults with ${ITEMS} items each (a few minutes)`);
	const total = { played: 0, failed: 0, requests: 0, posts: 0 };
	const met = new Map<string, number>();
	const report = () =>
		say(
			`  ${total.played} of ${COUNT} scripts, ${total.requests} requests, ${total.posts} posts, ${total.failed} scripts with problems (${duration(performance.now() - begun)})`,
		);
	const progress = setInterval(report, PROGRESS_MS);
	let next = FIRST;
	await Promise.all(
		Array.from({ length: Math.min(STAGES, COUNT) }, async () => {
			const stages = new Map<Version, Stage>();
			while (next < FIRST + COUNT && !(untilFound && total.failed > 0)) {
				const seed = next++;
				const version = versionFor(seed);
				const stage = stages.get(version) ?? (await openStage(version));
				stages.set(version, stage);
				const verdict = await playScript(stage, makeScript(seed));
				total.played += 1;
				total.requests += verdict.requests;
				total.posts += verdict.posts;
				verdict.met.forEach((kind) => met.set(kind, (met.get(kind) ?? 0) + 1));
				if (verdict.problems.length === 0) continue;
				total.failed += 1;
				say(`  Script ${seed}:`);
				verdict.problems.slice(0, 5).forEach((problem) => say(`    ${problem}`));
				say(`    To play it again: FAULT_SEED=${seed} FAULT_SCRIPTS=1`);
			}
			await Promise.all([...stages.values()].map(async (stage) => await stage.close()));
		}),
	);
	clearInterval(progress);
	report();
	say(`  Faults met: ${[...met].map(([kind, count]) => `${kind} ${count}`).join(', ') || 'none'}.`);
	if (total.failed === 0) {
		say(
			`\nNo post was lost without an error that names it, and none was posted twice: ${total.played} scripts of ${ITEMS} items, in ${duration(performance.now() - begun)}.`,
		);
		say(
			`What to do next: play others with FAULT_SEED=${FIRST + COUNT}, or run the benchmark: node --require tsx/cjs test/bench/posts.cts`,
		);
		return;
	}
	say(`\n${total.failed} of ${total.played} scripts found a problem.`);
	say(
		'What to do next: play one of them again with its FAULT_SEED, as reported above, and mend it.',
	);
	process.exitCode = 1;
}

async function begin(): Promise<void> {
	const [option, word] = process.argv.slice(2);
	if (option !== '--mutants') return await main();
	const scripts = Number(process.env.FAULT_SCRIPTS ?? MUTANT_SCRIPTS);
	if (!(await catchMutants(scripts, word))) process.exitCode = 1;
}

// What is left of runs that were played as crashed keeps no process waiting.
runTool(begin, '\nEnding the scripts.');
