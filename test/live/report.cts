import type { Plan } from './suite.cjs';
import { casesOf, requestsOf } from './suite.cjs';
import type { Outcome, Skipped } from './types.cjs';

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** More than these are only counted. */
const MOST_NAMED = 5;

/** What was not tried, by its reason. */
function describeSkipped(skipped: Skipped[]): string[] {
	if (skipped.length === 0) return [];
	const byReason = new Map<string, string[]>();
	for (const { name, reason } of skipped)
		byReason.set(reason, [...(byReason.get(reason) ?? []), name]);
	const lines = [...byReason].flatMap(([reason, names]) =>
		names.length > MOST_NAMED
			? [`  ${reason}: ${names.length} cases`]
			: [`  ${reason}:`, ...names.map((name) => `    ${name}`)],
	);
	return ['Skipped:', ...lines];
}

/** The plan, area by area, and what is skipped. */
export const describePlan = (plan: Plan): string[] => [
	...plan.map(
		({ area, steps, skipped }) =>
			`${area}: ${casesOf(steps)} cases, ${requestsOf(steps)} requests that create posts, ${skipped.length} skipped`,
	),
	...describeSkipped(plan.flatMap(({ skipped }) => skipped)),
];

/** What was skipped in a run, and what failed, with the reasons. */
export function describeOutcomes(outcomes: Outcome[]): string[] {
	const failed = outcomes.flatMap(({ area, failed: own }) =>
		own.map(({ name, problem }) => `  ${area}, ${name}: ${problem}`),
	);
	return [
		...describeSkipped(outcomes.flatMap(({ skipped }) => skipped)),
		...(failed.length > 0 ? ['Failed:', ...failed] : []),
	];
}

/** How many cases passed and failed. */
export const countsOf = (outcomes: Outcome[]) => ({
	passed: sum(outcomes.map(({ passed }) => passed)),
	failed: sum(outcomes.map(({ failed }) => failed.length)),
});
