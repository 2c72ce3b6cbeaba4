import { isDeepStrictEqual } from 'node:util';
import { formatDuration } from '../harness/steps.cjs';
import type { Area, Case } from './cases.cjs';
import type { Instance } from './instance.cjs';
import { listNodeCases } from './nodeCases.cjs';
import { listPostCases } from './postCases.cjs';

/** A skipped case. */
interface Skipped {
	area: Area;
	name: string;
	reason: string;
}

/** The results of the cases, with failures as sentences. */
export interface Outcome {
	passed: number;
	failed: string[];
	skipped: Skipped[];
}

const HEARTBEAT_MS = 5000;
const MAX_SHOWN = 300;

/** The cases for the channels of an instance, in the order of the areas. */
export function listCases(instance: Instance, areas: readonly Area[]): Case[] {
	const all = [...listPostCases(instance), ...listNodeCases(instance)];
	return areas.flatMap((selected) => all.filter(({ area }) => area === selected));
}

/** Describes where two values first differ; undefined if they are equal. */
export function describeDifference(
	actual: unknown,
	expected: unknown,
	path = '',
): string | undefined {
	if (isDeepStrictEqual(actual, expected)) return undefined;
	if (typeof actual === 'object' && typeof expected === 'object' && actual && expected) {
		const [actualMap, expectedMap] = [
			new Map(Object.entries(actual)),
			new Map(Object.entries(expected)),
		];
		const keys = [...new Set([...expectedMap.keys(), ...actualMap.keys()])];
		return keys
			.map((key) =>
				describeDifference(actualMap.get(key), expectedMap.get(key), path ? `${path}.${key}` : key),
			)
			.find(Boolean);
	}
	const show = (value: unknown) => {
		const text = JSON.stringify(value) ?? 'nothing';
		return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
	};
	return `${path || 'it'} is ${show(actual)}, not ${show(expected)}`;
}

const AT_LIMIT =
	'The hourly limit of the instance is reached. Raise it, or go on with --only in an hour.';

export interface RunOptions {
	say?: (line: string) => void;
	/** True once the run must stop. */
	isEnding?: () => boolean;
}

/**
 * Runs cases on the reference sandbox, whose results are expected, and then on the instance, until its hourly limit is
 * reached. Cases that fail on the sandbox are skipped.
 */
export async function runCases(
	{ instance, reference }: { instance: Instance; reference: Instance },
	cases: Case[],
	{ say = () => {}, isEnding = () => false }: RunOptions = {},
): Promise<Outcome> {
	const outcome: Outcome = { passed: 0, failed: [], skipped: [] };
	const startedAt = Date.now();
	let reportedAt = startedAt;
	for (const [index, { area, name, run }] of cases.entries()) {
		const expected = await run(reference).catch((error: Error) => error);
		if (expected instanceof Error) {
			outcome.skipped.push({ area, name, reason: expected.message });
			continue;
		}
		const actual = await run(instance).catch((error: Error) => error);
		if (instance.proxy.isLimited) outcome.failed.push(AT_LIMIT);
		if (isEnding() || instance.proxy.isLimited) break;
		const problem = actual instanceof Error ? actual.message : describeDifference(actual, expected);
		if (problem === undefined) outcome.passed += 1;
		else {
			outcome.failed.push(`${area}, ${name}: ${problem}`);
			say(`  FAILED ${area}, ${name}: ${problem}`);
		}
		if (Date.now() - reportedAt < HEARTBEAT_MS) continue;
		reportedAt = Date.now();
		say(
			`  … ${index + 1} of ${cases.length} cases (${area}, ${formatDuration(reportedAt - startedAt)})`,
		);
	}
	return outcome;
}

/** Deletes all posts of the suite. Posts that are left and requests that the proxy blocked count as failed. */
export async function cleanUp(instance: Instance): Promise<Outcome> {
	const { left } = await instance.deleteOwnPosts();
	const failed = [...new Set(instance.proxy.blockedCalls)].map(
		// A blocked request is a bug in the node or a case.
		(call) => `nothing was sent that could do harm: ${call}`,
	);
	if (left.length > 0) failed.push(`everything that was made is deleted: ${left.join(', ')}`);
	return { passed: 2 - Math.min(2, failed.length), failed, skipped: [] };
}

/** How many skipped cases of a reason are listed. */
const MAX_NAMED = 5;

/** Lists skipped cases by their reasons. */
export function describeSkipped(skipped: Skipped[]): string[] {
	const byReason = new Map<string, string[]>();
	for (const { area, name, reason } of skipped)
		byReason.set(reason, [...(byReason.get(reason) ?? []), `${area}, ${name}`]);
	return [...byReason].flatMap(([reason, names]) => [
		`  skipped (${names.length}): ${reason}`,
		...names.slice(0, MAX_NAMED).map((name) => `    ${name}`),
	]);
}
