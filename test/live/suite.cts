import { duration } from '../harness/steps.cjs';
import { planLengths } from './areas/lengths.cjs';
import { planMedia } from './areas/media.cjs';
import { planThreads } from './areas/threads.cjs';
import { planDrafts } from './areas/drafts.cjs';
import { planDeletes } from './areas/deletes.cjs';
import { planChanges } from './areas/changes.cjs';
import { planUploads } from './areas/uploads.cjs';
import { planReading } from './areas/reading.cjs';
import { planErrors } from './areas/errors.cjs';
import { planOauth } from './areas/oauth.cjs';
import { planNetworks } from './areas/networks.cjs';
import { planSettings } from './areas/settings.cjs';
import { planTexts } from './areas/texts.cjs';
import type { Instance } from './instance.cjs';
import { withoutMissing } from './needs.cjs';
import { LimitReached } from './pace.cjs';
import {
	AREAS,
	type Area,
	type AreaPlan,
	type Outcome,
	type Problem,
	type Skipped,
	type Step,
} from './types.cjs';

type PlanArea = (instance: Instance) => AreaPlan | Promise<AreaPlan>;

const PLANNERS: Record<(typeof AREAS)[number], PlanArea> = {
	networks: planNetworks,
	settings: planSettings,
	media: planMedia,
	texts: planTexts,
	lengths: planLengths,
	threads: planThreads,
	drafts: planDrafts,
	deletes: planDeletes,
	changes: planChanges,
	reading: planReading,
	uploads: planUploads,
	errors: planErrors,
	oauth: planOauth,
};

/** What the suite tries on an instance, area by area. */
export type Plan = Array<{ area: Area; steps: Step[]; skipped: Skipped[] }>;

/** Plans the given areas; makes no call that changes anything. */
export async function planSuite(
	instance: Instance,
	areas: ReadonlyArray<(typeof AREAS)[number]> = AREAS,
): Promise<Plan> {
	const plan: Plan = [];
	for (const area of areas) {
		const entries = withoutMissing(instance.release, area, await PLANNERS[area](instance));
		plan.push({
			area,
			steps: entries.filter((entry) => 'run' in entry),
			skipped: entries.filter((entry) => 'reason' in entry),
		});
	}
	return plan;
}

/** How many POST /posts steps need. */
export const requestsOf = (steps: Step[]): number =>
	steps.reduce((sum, { requests }) => sum + requests, 0);

/** How many cases steps have. */
export const casesOf = (steps: Step[]): number =>
	steps.reduce((sum, { names }) => sum + names.length, 0);

const HEARTBEAT_MS = 5000;

export interface RunOptions {
	say?: (line: string) => void;
	/** True once the run is to stop. */
	isEnding?: () => boolean;
}

async function tryStep(step: Step): Promise<Problem[] | LimitReached> {
	try {
		const problems = await step.run();
		return step.names.map((_name, index) =>
			index < problems.length ? problems[index] : 'nothing came of it',
		);
	} catch (error) {
		if (error instanceof LimitReached) return error;
		return step.names.map(() => (error as Error).message);
	}
}

/** Tries a plan; returns what came of each area. */
export async function runPlan(
	instance: Instance,
	plan: Plan,
	{ say = () => {}, isEnding = () => false }: RunOptions = {},
): Promise<Outcome[]> {
	const outcomes: Outcome[] = [];
	for (const { area, steps, skipped } of plan) {
		const outcome: Outcome = { area, passed: 0, failed: [], skipped: [...skipped] };
		outcomes.push(outcome);
		const [cases, requests] = [casesOf(steps), requestsOf(steps)];
		const begun = Date.now();
		let tried = 0;
		say(`> ${area}: ${cases} cases, ${requests} requests that create posts`);
		const heartbeat = setInterval(() => {
			if (instance.pace.isWaiting || isEnding()) return;
			say(`  … ${tried} of ${cases} cases (${duration(Date.now() - begun)})`);
		}, HEARTBEAT_MS);
		for (const step of steps) {
			if (isEnding()) break;
			const problems = await tryStep(step);
			if (isEnding()) break;
			tried += step.names.length;
			if (problems instanceof LimitReached) {
				const reason = problems.message;
				outcome.skipped.push(...step.names.map((name) => ({ name, reason })));
				continue;
			}
			step.names.forEach((name, index) => {
				const problem = problems[index];
				if (problem === undefined) outcome.passed += 1;
				else outcome.failed.push({ name, problem });
			});
		}
		clearInterval(heartbeat);
		for (const { name, problem } of outcome.failed) say(`  FAILED ${name}: ${problem}`);
		say(
			`  ${outcome.passed} passed, ${outcome.failed.length} failed in ${duration(Date.now() - begun)}`,
		);
		if (isEnding()) break;
	}
	return outcomes;
}
