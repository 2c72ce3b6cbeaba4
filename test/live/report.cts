import type { Plan } from './suite.cjs';
import { casesOf, requestsOf } from './suite.cjs';
import type { Outcome, Skipped } from './types.cjs';

/** Rows as aligned columns: the first to the left, numbers to the right. */
function columns(rows: Array<Array<string | number>>): string[] {
	const widths = rows[0].map((_cell, column) =>
		Math.max(...rows.map((row) => String(row[column]).length)),
	);
	return rows.map((row) =>
		row
			.map((cell, column) =>
				column === 0 ? String(cell).padEnd(widths[0]) : String(cell).padStart(widths[column]),
			)
			.join('  '),
	);
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** More than these are only counted. */
const MOST_NAMED = 5;

/** What was not tried, by its reason. */
function describeSkipped(skipped: Skipped[]): string[] {
	const byReason = new Map<string, string[]>();
	for (const { name, reason } of skipped)
		byReason.set(reason, [...(byReason.get(reason) ?? []), name]);
	return [...byReason].flatMap(([reason, names]) =>
		names.length > MOST_NAMED
			? [`  ${reason}: ${names.length} cases`]
			: [`  ${reason}:`, ...names.map((name) => `    ${name}`)],
	);
}

/** The plan as a table: cases, requests that create posts, and what is skipped. */
export function planTable(plan: Plan): string[] {
	const skipped = plan.flatMap((area) => area.skipped);
	const steps = plan.flatMap((area) => area.steps);
	return [
		...columns([
			['area', 'cases', 'requests', 'skipped'],
			...plan.map((area) => [
				area.area,
				casesOf(area.steps),
				requestsOf(area.steps),
				area.skipped.length,
			]),
			['all', casesOf(steps), requestsOf(steps), skipped.length],
		]),
		...(skipped.length > 0 ? ['', 'Skipped:', ...describeSkipped(skipped)] : []),
	];
}

/** What came of a run as a table, with the reasons of what failed and of what was skipped. */
export function resultTable(outcomes: Outcome[]): string[] {
	const failed = outcomes.flatMap(({ area, failed: own }) =>
		own.map(({ name, problem }) => `  ${area}, ${name}: ${problem}`),
	);
	const skipped = outcomes.flatMap((outcome) => outcome.skipped);
	const { passed } = countsOf(outcomes);
	return [
		...columns([
			['area', 'passed', 'failed', 'skipped'],
			...outcomes.map((outcome) => [
				outcome.area,
				outcome.passed,
				outcome.failed.length,
				outcome.skipped.length,
			]),
			['all', passed, failed.length, skipped.length],
		]),
		...(skipped.length > 0 ? ['', 'Skipped:', ...describeSkipped(skipped)] : []),
		...(failed.length > 0 ? ['', 'Failed:', ...failed] : []),
	];
}

/** How many cases passed and failed. */
export const countsOf = (outcomes: Outcome[]) => ({
	passed: sum(outcomes.map(({ passed }) => passed)),
	failed: sum(outcomes.map(({ failed }) => failed.length)),
});
