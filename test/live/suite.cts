import { isDeepStrictEqual } from 'node:util';
import { duration } from '../harness/steps.cjs';
import type { Area, Case } from './cases.cjs';
import type { Instance } from './instance.cjs';
import { nodeCases } from './nodes.cjs';
import { postCases } from './posts.cjs';

/** A case that is not tried. */
interface Skipped {
	area: Area;
	name: string;
	reason: string;
}

/** What came of the cases, each failure as a sentence. */
export interface Outcome {
	passed: number;
	failed: string[];
	skipped: Skipped[];
}

const HEARTBEAT_MS = 5000;
const MAX_SHOWN = 300;

/** What can be tried on the channels of an instance, in the order of the areas. */
export function casesOf(instance: Instance, areas: readonly Area[]): Case[] {
	const all = [...postCases(instance), ...nodeCases(instance)];
	return areas.flatMap((wanted) => all.filter(({ area }) => area === wanted));
}

/** Where two values differ first, in words; undefined if they are the same. */
export function difference(actual: unknown, wanted: unknown, path = ''): string | undefined {
	if (isDeepStrictEqual(actual, wanted)) return undefined;
	if (typeof actual === 'object' && typeof wanted === 'object' && actual && wanted) {
		const [own, others] = [new Map(Object.entries(actual)), new Map(Object.entries(wanted))];
		const places = [...new Set([...others.keys(), ...own.keys()])];
		return places
			.map((key) => difference(own.get(key), others.get(key), path ? `${path}.${key}` : key))
			.find(Boolean);
	}
	const show = (value: unknown) => {
		const text = JSON.stringify(value) ?? 'nothing';
		return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
	};
	return `${path || 'it'} is ${show(actual)}, not ${show(wanted)}`;
}

const AT_LIMIT =
	'The hourly limit of the instance is reached. Raise it, or go on with --only in an hour.';

export interface RunOptions {
	say?: (line: string) => void;
	/** True once the run is to stop. */
	isEnding?: () => boolean;
}

/**
 * Plays cases on the twin, which shows what they have to come to, and then on the instance, as far as its hourly limit
 * lets it. What the twin cannot do is skipped.
 */
export async function runCases(
	{ instance, twin }: { instance: Instance; twin: Instance },
	cases: Case[],
	{ say = () => {}, isEnding = () => false }: RunOptions = {},
): Promise<Outcome> {
	const outcome: Outcome = { passed: 0, failed: [], skipped: [] };
	const begun = Date.now();
	let saidAt = begun;
	for (const [index, { area, name, play }] of cases.entries()) {
		const wanted = await play(twin).catch((error: Error) => error);
		if (wanted instanceof Error) {
			outcome.skipped.push({ area, name, reason: wanted.message });
			continue;
		}
		const actual = await play(instance).catch((error: Error) => error);
		if (instance.gate.isLimited()) outcome.failed.push(AT_LIMIT);
		if (isEnding() || instance.gate.isLimited()) break;
		const problem = actual instanceof Error ? actual.message : difference(actual, wanted);
		if (problem === undefined) outcome.passed += 1;
		else {
			outcome.failed.push(`${area}, ${name}: ${problem}`);
			say(`  FAILED ${area}, ${name}: ${problem}`);
		}
		if (Date.now() - saidAt < HEARTBEAT_MS) continue;
		saidAt = Date.now();
		say(`  … ${index + 1} of ${cases.length} cases (${area}, ${duration(saidAt - begun)})`);
	}
	return outcome;
}

/** Deletes all that the suite made; what is then left, and what the gate held back, has failed. */
export async function cleanUp(instance: Instance): Promise<Outcome> {
	const { left } = await instance.deleteOwnPosts();
	const failed = [...new Set(instance.gate.objections)].map(
		// The node or a case should not have sent it.
		(objection) => `nothing was sent that could do harm: ${objection}`,
	);
	if (left.length > 0) failed.push(`everything that was made is deleted: ${left.join(', ')}`);
	return { passed: 2 - Math.min(2, failed.length), failed, skipped: [] };
}

/** More than these are only counted. */
const MOST_NAMED = 5;

/** What was not tried, by its reason. */
export function describeSkipped(skipped: Skipped[]): string[] {
	const byReason = new Map<string, string[]>();
	for (const { area, name, reason } of skipped)
		byReason.set(reason, [...(byReason.get(reason) ?? []), `${area}, ${name}`]);
	return [...byReason].flatMap(([reason, names]) => [
		`  skipped (${names.length}): ${reason}`,
		...names.slice(0, MOST_NAMED).map((name) => `    ${name}`),
	]);
}
