/**
 * Lets the node and the service judge random posts, ten thousand if nothing else is said, and says
 * where they differ.
 *
 *     npx --yes pnpm@10 test:differential
 *
 * DIFFERENTIAL_POSTS says how many, DIFFERENTIAL_SEED with which number to begin:
 * `DIFFERENTIAL_SEED=7 DIFFERENTIAL_POSTS=20` plays trial 7 again.
 */
import { duration, say } from '../harness/steps.cjs';
import { runTool } from '../harness/tool.cjs';
import { keepCounts } from '../tools/jestRun.cjs';
import { ITEMS, makeTrial } from './posts.cjs';
import { openStage, playTrial, type Disagreement, type Findings } from './trials.cjs';

const POSTS = Number(process.env.DIFFERENTIAL_POSTS ?? 10_000);
const FIRST = Number(process.env.DIFFERENTIAL_SEED ?? 1);
const PROGRESS_MS = 5000;
const MAX_SHOWN = 40;
const MAX_REASON = 400;
// Part of a trial is waiting for the service.
const STAGES = 3;

function addUp(counts: Map<string, number>, more: Map<string, number>): void {
	for (const [reason, count] of more) counts.set(reason, (counts.get(reason) ?? 0) + count);
}

const listOf = (counts: Map<string, number>) =>
	counts.size === 0
		? ['    none']
		: [...counts].map(([reason, count]) => `    ${count} for ${reason}`);

/** Plays the trials on several stages at once, and hands on what each of them found. */
async function playAll(
	trials: number,
	onFindings: (seed: number, findings: Findings) => void,
): Promise<void> {
	let next = FIRST;
	await Promise.all(
		Array.from({ length: Math.min(STAGES, trials) }, async () => {
			const stage = await openStage();
			try {
				while (next < FIRST + trials) {
					const seed = next++;
					onFindings(seed, await playTrial(stage, makeTrial(seed, stage.pictures)));
				}
			} finally {
				await stage.close();
			}
		}),
	);
}

async function main(): Promise<void> {
	if (!(POSTS > 0) || !Number.isInteger(FIRST)) {
		throw new Error('DIFFERENTIAL_POSTS and DIFFERENTIAL_SEED must be whole numbers.');
	}
	const trials = Math.ceil(POSTS / ITEMS);
	const begun = Date.now();
	say(
		`> Judge ${trials * ITEMS} random posts near every limit of every network, twice each (seeds ${FIRST} to ${FIRST + trials - 1})`,
	);
	const total = { posts: 0, taken: 0, refused: 0, falseRefusals: 0, misses: 0, failedTrials: 0 };
	const stricter = new Map<string, number>();
	const onlyService = new Map<string, number>();
	const report = () =>
		say(
			`  ${total.posts} of ${trials * ITEMS} posts: ${total.taken} taken, ${total.refused} refused by both, ${total.falseRefusals} false refusals, ${total.misses} misses (${duration(Date.now() - begun)})`,
		);
	const show = (seed: number, { row, kind, reason }: Disagreement) => {
		total[kind === 'miss' ? 'misses' : 'falseRefusals'] += 1;
		if (total.misses + total.falseRefusals > MAX_SHOWN) return;
		const words =
			kind === 'miss' ? 'only the service refuses it' : 'the node refuses what the service takes';
		say(`  Trial ${seed}, item ${row + 1}: ${words}: ${reason.slice(0, MAX_REASON)}`);
		say(`    To play it again: DIFFERENTIAL_SEED=${seed} DIFFERENTIAL_POSTS=${ITEMS}`);
	};
	const progress = setInterval(report, PROGRESS_MS);
	try {
		await playAll(trials, (seed, findings) => {
			total.posts += findings.posts;
			total.failedTrials += Math.sign(findings.disagreements.length);
			total.taken += findings.taken;
			total.refused += findings.refused;
			addUp(stricter, findings.stricter);
			addUp(onlyService, findings.onlyService);
			findings.disagreements.forEach((disagreement) => show(seed, disagreement));
		});
	} finally {
		clearInterval(progress);
	}
	report();
	say(['  Refused on purpose though Postiz takes it:', ...listOf(stricter)].join('\n'));
	say(['  Refused by Postiz for what only it can know:', ...listOf(onlyService)].join('\n'));
	const failed = total.falseRefusals + total.misses;
	keepCounts('differential', {
		passed: trials - total.failedTrials,
		failed: total.failedTrials,
	});
	if (failed === 0) {
		say(
			`\nThe node and the service agree on ${total.posts} posts, in ${duration(Date.now() - begun)}.`,
		);
		say(`What to do next: judge others with DIFFERENTIAL_SEED=${FIRST + trials}.`);
		return;
	}
	say(`\nThe node and the service differ on ${failed} of ${total.posts} posts.`);
	say('What to do next: play one of these trials again as said above, and mend the node.');
	process.exitCode = 1;
}

runTool(main, '\nEnding the trials.');
