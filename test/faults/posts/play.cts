/**
 * Scripts of faults: the node posts fifty items to a service that misbehaves, and its output is compared with the posts
 * in the service. In some scripts, a run is cut short and repeated until all posts exist. The seed alone decides what
 * happens, so a script can be played again.
 */
import { createMemoryFile } from '../../integration/support/binaryData.cjs';
import { createJsonItems, runNode, type NodeRun } from '../../integration/support/harness.cjs';
import {
	createChannelEntry,
	createForm,
	selectChannels,
	listPostRequests,
	listStoredPosts,
} from '../../integration/support/posts.cjs';
import { findChannelId } from '../../service/client.cjs';
import type { FaultRule, Service } from '../../service/server.cjs';
import type { StoredPost } from '../../service/state.cjs';
import { createPng } from '../../shared/samples.cjs';
import { POSTS, type Environment } from '../environment.cjs';
import { countBy, checkRun } from './oracle.cjs';
import {
	belongsToRow,
	getRowContent,
	getStoredContent,
	rememberFileNames,
} from './postContent.cjs';
import {
	UNWRITABLE,
	getRowChannels,
	type Cut,
	type Script,
	type ScriptRow,
	type ScriptRun,
} from './script.cjs';
import { LIMIT } from './scriptFaults.cjs';

const isDatedType = (type: unknown) => type === 'schedule' || type === 'draft';

/** Plays a script, and checks the result. */
export async function playPostScript(
	environment: Environment,
	script: Script,
): Promise<{ problems: string[]; faults: string[] }> {
	const { service, redirectTarget } = environment;
	service.reset();
	redirectTarget.requests.length = 0;
	const channels = script.networks.map((identifier) => findChannelId(service, identifier));
	const problems: string[] = [];
	const faults: string[] = [];
	for (const [index, run] of script.runs.entries()) {
		const result = await playRun(environment, script, run, channels);
		const name = script.runs.length > 1 ? `run ${index + 1}: ` : '';
		problems.push(...result.problems.map((problem) => name + problem));
		faults.push(...result.faults);
	}
	if (script.runs.length > 1) {
		problems.push(...checkFinalCalendar(service, script.runs[0].rows, channels));
	}
	if (redirectTarget.requests.length > 0)
		problems.push('a request was redirected to another origin');
	return { problems, faults };
}

async function playRun(
	environment: Environment,
	script: Script,
	run: ScriptRun,
	channels: string[],
): Promise<{ problems: string[]; faults: string[] }> {
	const { service } = environment;
	const { rows, cut, isTwice } = run;
	const { parameters, onError, tries, waits } = script;
	injectFaults(environment, run);
	const existingIds = new Set(listStoredPosts(service).map(({ id }) => id));
	const begin = service.requests.length;
	const { played, hasCrashed } = await startRuns(environment, script, run);
	const faults = [...service.faults.log.map(({ kind }) => kind), ...(cut ? [cut.kind] : [])];
	service.faults.clear();
	rememberFileNames(service.state);
	if (hasCrashed || isTwice || cut?.kind === 'cancel') return { problems: [], faults };
	const problems = checkRun(
		{
			run: played,
			rows,
			channels,
			requests: service.requests.slice(begin),
			existingIds,
			skipsExisting: Object(parameters.options).ifExists === 'skip',
			tries,
			continues: onError !== undefined,
			// This limit is longer than the allowed wait.
			waitsAtLimit: waits && !cut,
			isOneByOne: parameters.type === 'nextSlot',
			isDated: isDatedType(parameters.type),
		},
		service,
	);
	return { problems, faults };
}

function injectFaults(
	{ service, redirectTarget }: Environment,
	{ faults, cut, isUnwritable }: ScriptRun,
): void {
	const limit: FaultRule = {
		match: POSTS,
		skip: cut?.after,
		times: 1000,
		...LIMIT,
		headers: { 'retry-after': '1200' },
	};
	service.faults.push(
		...faults.map((rule) =>
			rule.kind === 'redirect'
				? { ...rule, location: `${redirectTarget.origin}/api/public/v1/posts` }
				: rule,
		),
		...(cut?.kind === 'limit' ? [limit] : []),
	);
	service.state.unwritable = isUnwritable ? UNWRITABLE : null;
}

/** Runs the node once, or twice at the same time, until it ends or crashes, and the service has nothing left to do. */
async function startRuns(
	environment: Environment,
	script: Script,
	{ rows, cut, isTwice }: ScriptRun,
): Promise<{ played: NodeRun; hasCrashed: boolean }> {
	const { service } = environment;
	const { onError, tries, mode } = script;
	const sentBefore = listPostRequests(service).length;
	const waitForCut = async ({ after }: Cut) =>
		await environment.waitUntil(() => listPostRequests(service).length > sentBefore + after);
	const end = cut && cut.kind !== 'limit' ? waitForCut(cut) : undefined;
	const start = async () =>
		await runNode({
			service,
			parameters: createParameters(service, script),
			items: createItems(rows),
			mode,
			onError,
			node: { retryOnFail: tries > 1, maxTries: tries, waitBetweenTries: 1 },
			cancelWhen: cut?.kind === 'cancel' ? end : undefined,
		});
	const otherRun = isTwice ? start().catch(() => undefined) : undefined;
	const run = start();
	const hasCrashed =
		cut?.kind === 'crash' && (await Promise.race([run.then(() => false), end!.then(() => true)]));
	// Without a valid key, the rest of the run has no effect.
	if (hasCrashed) service.state.apiKey += '.';
	const played = await run;
	await otherRun;
	environment.giveUp();
	await environment.waitUntilQuiet();
	return { played, hasCrashed };
}

const createParameters = (service: Service, { networks, parameters }: Script) =>
	createForm(service, {
		...parameters,
		...selectChannels(...networks.map((identifier) => createChannelEntry(service, identifier))),
	});

/** The input items; a broken picture is text. */
const createItems = (rows: ScriptRow[]) =>
	createJsonItems(structuredClone(rows)).map(({ json }, index) => {
		const { file, isBroken } = rows[index];
		if (file === undefined) return { json };
		const bytes = isBroken ? 'no picture' : Buffer.concat([createPng(400, 300), Buffer.from(file)]);
		const data = createMemoryFile(Buffer.from(bytes), { fileName: file, mimeType: 'image/png' });
		return { json, binary: { data } };
	});

/** After the last run, each post, or its start, must exist once. */
function checkFinalCalendar(service: Service, rows: ScriptRow[], channels: string[]): string[] {
	const describePost = (post: StoredPost) => {
		const isStart = (row: ScriptRow) => row.thread.length >= post.parts.length && row.mayFail;
		const start = rows.find((row) => isStart(row) && belongsToRow(post, row));
		return start ? getRowContent(start) : getStoredContent(post);
	};
	const stored = countBy(
		listStoredPosts(service),
		(post) => `${post.channelId} ${describePost(post)}`,
	);
	// If one channel has only the start, the whole item is rejected.
	const isStarted = (row: ScriptRow) =>
		row.mayFail &&
		listStoredPosts(service).some((post) => describePost(post) === getRowContent(row));
	const listKeys = (row: ScriptRow) =>
		getRowChannels(row, channels).map((channelId) => `${channelId} ${getRowContent(row)}`);
	const required = rows.filter((row) => !isStarted(row)).flatMap(listKeys);
	const all = new Set(rows.flatMap(listKeys));
	const isWrong = (key: string) => (stored.get(key) ?? 0) > (all.has(key) ? 1 : 0);
	return [
		...required.filter((key) => !stored.has(key)).map((key) => `at the end, “${key}” is missing`),
		...[...stored.keys()].filter(isWrong).map((key) => `at the end, “${key}” exists too often`),
	];
}
