import { isDeepStrictEqual } from 'node:util';
import { duration } from '../harness/steps.cjs';
import { request } from '../service/client.cjs';
import { isObject } from '../service/schema.cjs';
import type { Area, Case, PostCase } from './cases.cjs';
import type { Instance } from './instance.cjs';
import { rowsOf } from './ledger.cjs';
import { nodeCases } from './nodes.cjs';
import { postCases } from './posts.cjs';

/** Cases with what they came to on the twin. */
interface Step extends Case {
	/** How many POST /posts it takes. */
	requests: number;
	wanted: unknown[];
}

/** A case that is not tried. */
interface Skipped {
	area: Area;
	name: string;
	reason: string;
}

/** What the suite tries on an instance, and what it cannot try there. */
export interface Plan {
	steps: Step[];
	skipped: Skipped[];
}

/** What came of the cases, each failure as a sentence. */
export interface Outcome {
	passed: number;
	failed: string[];
	skipped: Skipped[];
}

/** So many posts go into one request. */
const MAX_POSTS = 50;
/** A little less than a request takes: what surrounds the posts counts as well. */
const MAX_BYTES = 102_000;
const HEARTBEAT_MS = 5000;
const MAX_SHOWN = 300;

const AS_SENT = 'posts.0.';

/** What came of each post of a request: the post as it is kept, or why it was refused. */
async function sendPosts(there: Instance, cases: PostCase[]): Promise<unknown[]> {
	const posts: object[] = [];
	for (const one of cases) posts.push(await one.make(there));
	const sent = request(posts, { type: cases[0].type, date: there.date });
	const { status, body } = await there.call('POST', '/public/v1/posts', sent);
	if (status === 201) {
		const kept: unknown[] = [];
		for (const { postId } of rowsOf(body)) kept.push({ kept: await there.read(String(postId)) });
		return kept;
	}
	const { message } = isObject(body) ? body : {};
	if (!Array.isArray(message)) return cases.map(() => ({ refused: { status, body } }));
	return cases.map((_case, index) => {
		const place = `posts.${index}.`;
		const own = message.map(String).filter((text) => text.startsWith(place));
		return { wrong: own.map((text) => text.replace(place, AS_SENT)) };
	});
}

/** What came of a post in a word: it is `kept`, `wrong`, or `refused` by a rule. */
const kindOf = (result: unknown): string => Object.keys(result as object)[0];

/** As {@link sendPosts}; if the request comes to something else than wanted, each post alone. */
async function sendGroup(there: Instance, cases: PostCase[], kind: string): Promise<unknown[]> {
	const results = await sendPosts(there, cases);
	if (cases.length === 1 || results.every((result) => kindOf(result) === kind)) return results;
	const alone: unknown[] = [];
	for (const one of cases) alone.push((await sendPosts(there, [one]))[0]);
	return alone;
}

/** Puts posts into as few requests as they fit in: what breaks a rule takes the others with it, and goes alone. */
async function planPosts(twin: Instance, cases: PostCase[]): Promise<Plan> {
	const groups: Array<Step & { kind: string; type: string; cases: PostCase[]; bytes: number }> = [];
	const skipped: Skipped[] = [];
	for (const one of cases) {
		const { area, name, type } = one;
		const results = await sendPosts(twin, [one]).catch((error: Error) => error);
		if (results instanceof Error) {
			skipped.push({ area, name, reason: results.message });
			continue;
		}
		const kind = kindOf(results[0]);
		const size = Buffer.byteLength(JSON.stringify(await one.make(twin))) + 1;
		const open = groups.find(
			(group) =>
				kind !== 'refused' &&
				[group.kind, group.type, group.area].join() === [kind, type, area].join() &&
				group.cases.length < MAX_POSTS &&
				group.bytes + size <= MAX_BYTES,
		);
		if (open) {
			open.cases.push(one);
			open.names.push(name);
			open.wanted.push(results[0]);
			open.bytes += size;
			continue;
		}
		const own = [one];
		groups.push({
			...{ area, names: [name], kind, type, cases: own, bytes: size, requests: 1 },
			wanted: results,
			play: async (there) => await sendGroup(there, own, kind),
		});
	}
	return { steps: groups, skipped };
}

/** Plays cases on the twin, which shows what they have to come to. */
async function planCases(twin: Instance, cases: Case[], plan: Plan): Promise<void> {
	for (const one of cases) {
		const before = twin.gate.sent();
		const wanted = await one.play(twin).catch((error: Error) => error);
		if (!(wanted instanceof Error))
			plan.steps.push({ ...one, wanted, requests: twin.gate.sent() - before });
		else if (one.alone) await planCases(twin, one.alone, plan);
		else plan.skipped.push({ area: one.area, name: one.names[0], reason: wanted.message });
	}
}

/** Plans the given areas; makes no call that changes anything on the instance. */
export async function planSuite(
	instance: Instance,
	twin: Instance,
	areas: readonly Area[],
): Promise<Plan> {
	const isWanted = ({ area }: { area: Area }) => areas.includes(area);
	const plan = await planPosts(twin, postCases(instance).filter(isWanted));
	await planCases(twin, nodeCases(instance).filter(isWanted), plan);
	const inOrder = areas.flatMap((area) => plan.steps.filter((step) => step.area === area));
	return { ...plan, steps: inOrder };
}

/** How many cases a plan has, and how many POST /posts they take. */
export const sizeOf = ({ steps }: Pick<Plan, 'steps'>) => ({
	cases: steps.reduce((sum, { names }) => sum + names.length, 0),
	requests: steps.reduce((sum, { requests }) => sum + requests, 0),
});

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

/** Tries a plan, as far as the hourly limit of the instance lets it. */
export async function runPlan(
	instance: Instance,
	{ steps, skipped }: Plan,
	{ say = () => {}, isEnding = () => false }: RunOptions = {},
): Promise<Outcome> {
	const outcome: Outcome = { passed: 0, failed: [], skipped: [...skipped] };
	const { cases } = sizeOf({ steps });
	const begun = Date.now();
	let tried = 0;
	let saidAt = begun;
	for (const step of steps) {
		const { area, names, wanted } = step;
		const actual = await step.play(instance).catch((error: Error) => error);
		if (instance.gate.isLimited()) outcome.failed.push(AT_LIMIT);
		if (isEnding() || instance.gate.isLimited()) break;
		tried += names.length;
		names.forEach((name, index) => {
			const problem =
				actual instanceof Error ? actual.message : difference(actual[index], wanted[index]);
			if (problem === undefined) outcome.passed += 1;
			else {
				outcome.failed.push(`${area}, ${name}: ${problem}`);
				say(`  FAILED ${area}, ${name}: ${problem}`);
			}
		});
		if (Date.now() - saidAt < HEARTBEAT_MS) continue;
		saidAt = Date.now();
		say(`  … ${tried} of ${cases} cases (${area}, ${duration(saidAt - begun)})`);
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
