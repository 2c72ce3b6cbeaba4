/**
 * Scripts of faults: the node posts fifty items to a service that misbehaves, and its output is compared with the posts
 * in the service. In some scripts, a run is cut short and repeated until all posts exist. The seed alone decides what
 * happens, so a script can be played again.
 */
import type { IDataObject, INodeParameters, OnError, WorkflowExecuteMode } from 'n8n-workflow';

import { createJsonItems, createMemoryFile, runNode } from '../integration/support/harness.cjs';
import {
	createChannelEntry,
	createForm,
	selectChannels,
	listPostRequests,
	listStoredPosts,
} from '../integration/support/posts.cjs';
import { findChannelId, IMAGE } from '../service/client.cjs';
import type { FaultRule, Service } from '../service/server.cjs';
import type { StoredPost } from '../service/state.cjs';
import { createRandom } from '../shared/random.cjs';
import { createPng } from '../shared/samples.cjs';
import {
	getRowChannels,
	belongsToRow,
	rememberFileNames,
	getRowContent,
	getStoredContent,
	type ScriptRow,
} from './claims.cjs';
import { countBy, checkRun } from './oracle.cjs';
import { LISTS, POSTS, PUBLIC_POSTS, type Stage } from './stage.cjs';

export const ITEMS = 50;
/** How many posts the node puts into one request. */
const MAX_POSTS = 50;
/** Networks without rules beyond the length of texts; each allows a longer text than the ones before it. */
const NETWORKS = ['bluesky', 'mastodon', 'telegram'];
/** Characters that are too many for none, one or two of the networks. */
const EXTRA_LENGTHS = [0, 350, 600];
const DATES = Array.from(
	{ length: 17 },
	(_, index) => `2099-01-${String(index + 1).padStart(2, '0')}T09:00:00.000Z`,
);
const WRONG_BODIES = ['unexpected', null, 7, {}, { posts: [] }, [], [null], [{ postId: 1 }], [{}]];
/** The service fails to store a text with this word. */
const UNWRITABLE = 'unwritable';
const FILES = ['a.png', 'b.png', 'c.png'];
const OWN_FILE = { source: 'binary', binaryField: 'data' };
const MORE_FILES = { source: 'upload', file: '={{ $json.moreFiles }}' };
const MODES: WorkflowExecuteMode[] = ['manual', 'trigger', 'webhook', 'integrated'];
/** How a run is cut short: by the hourly limit, a person, or a crash. */
type CutKind = 'limit' | 'cancel' | 'crash';

type Fault = Omit<FaultRule, 'match'>;
const LIMIT = { kind: 'status', status: 429 } as const;

interface Cut {
	kind: CutKind;
	/** How many requests for posts come before it. */
	after: number;
}

/** One run of a script. */
export interface ScriptRun {
	rows: ScriptRow[];
	faults: FaultRule[];
	/** It is started twice at the same time. */
	isTwice: boolean;
	/** The service fails to store some texts. */
	isUnwritable: boolean;
	/** Undefined for a complete run. */
	cut?: Cut;
}

export interface Script {
	seed: number;
	networks: string[];
	parameters: INodeParameters;
	waits: boolean;
	mode: WorkflowExecuteMode;
	onError?: OnError;
	/** How often n8n tries the node. */
	tries: number;
	runs: ScriptRun[];
}

/** The result of a script. */
export interface Verdict {
	/** What went wrong, as sentences. */
	problems: string[];
	/** The faults and cuts that happened. */
	met: string[];
}

/** Makes the script of a seed. */
export function makeScript(seed: number): Script {
	const { drawBelow, pick, chance } = createRandom(seed);

	const items = ITEMS;
	const networks = NETWORKS.slice(0, 1 + drawBelow(NETWORKS.length));
	const waits = chance(0.3);
	// More dates make more and smaller requests.
	const dates = DATES.slice(0, pick([1, 2, 3, 6, DATES.length]));
	const posts = items * networks.length;
	const requests = Math.max(dates.length, posts / MAX_POSTS);
	const cuts = chance(0.4) ? 1 + drawBelow(3) : 0;
	const isRerun = cuts > 0;

	const type = chance(0.1) ? 'nextSlot' : pick(['schedule', 'schedule', 'draft', 'now']);
	// The length of drafts is not checked.
	const skipsChannels = networks.length > 1 && type !== 'draft' && chance(0.25);

	const isRejected = !isRerun && !skipsChannels && chance(0.3);
	const rejectedIndexes = new Set(isRejected ? [drawBelow(items), drawBelow(items)] : []);
	const unwritableIndexes = new Set(chance(0.4) ? [drawBelow(items), drawBelow(items)] : []);
	const hasFiles = chance(0.25);
	const hasThreads = chance(0.4);
	const createRow = (name: string, index = -1): ScriptRow => {
		const isUnwritable = unwritableIndexes.has(index);
		const skippedChannels = skipsChannels && chance(0.2) ? 1 + drawBelow(networks.length - 1) : 0;
		// The service rejects the longest text, but doesn't say which row has too many pictures.
		const isCrowded = hasFiles && rejectedIndexes.has(index);
		const length = rejectedIndexes.has(index) && !isCrowded ? 600 : EXTRA_LENGTHS[skippedChannels];
		const thread = hasThreads ? [`${name} goes on`, `${name} ends`] : [];
		// The word is in the first or the last part of a thread.
		const isLater = isUnwritable && thread.length > 0 && (isRerun || chance(0.5));
		return {
			text: `${name}${'!'.repeat(length)}${isUnwritable && !isLater ? ` ${UNWRITABLE}` : ''}`,
			file: hasFiles ? pick(FILES) : undefined,
			moreFiles: isCrowded ? Array<IDataObject>(4).fill(IMAGE) : [],
			isBroken: hasFiles && isRerun && chance(0.05),
			thread: isLater ? [thread[0], `${thread[1]} ${UNWRITABLE}`] : thread,
			date: pick(dates),
			skippedChannels,
			mayFail: rejectedIndexes.has(index) || isUnwritable,
		};
	};
	const rows = Array.from({ length: items }, (_, index) =>
		createRow(`Post ${index + 1} of script ${seed}`, index),
	);
	const drawKeep = () => (chance(0.6) ? drawBelow(Math.ceil(posts / requests)) : undefined);
	const createLostResponse = (): Fault => ({
		kind: 'status',
		status: 500,
		processed: true,
		keep: drawKeep(),
	});
	const faultKinds: Array<() => Fault> = [
		() => ({ kind: 'latency', delay: 5 + drawBelow(60) }),
		() => ({ kind: 'resetBefore' }),
		() => ({ kind: 'resetAfter', keep: drawKeep() }),
		() => ({ kind: 'status', status: pick([500, 503, 504]) }),
		createLostResponse,
		createLostResponse,
		() => ({ kind: 'html502', processed: chance(0.5), keep: drawKeep() }),
		() => ({ kind: 'truncatedJson' }),
		() => ({ kind: 'wrongJson', body: pick(WRONG_BODIES) }),
		() => ({ kind: 'slowBody', delay: 20 + drawBelow(60) }),
		() => ({ kind: 'redirect', status: pick([301, 302, 307, 308]) }),
		() => ({ kind: 'late', delay: 10 + drawBelow(60) }),
		() => ({ kind: 'status', status: pick([401, 403, 413]), body: { message: 'Not now' } }),
		() => ({ ...LIMIT, times: 1 + drawBelow(3), headers: { 'retry-after': '1' } }),
	];
	const drawFaults = () =>
		Array.from({ length: drawBelow(6) }, (): FaultRule => ({
			match: POSTS,
			skip: drawBelow(Math.ceil(requests) + 1),
			...pick(faultKinds)(),
		}));
	const faults = drawFaults();
	// The node doesn't retry a 404.
	const notFound = { kind: 'status', status: 404, body: { message: 'Not here' } } as const;
	/** Makes lists fail, at once or from the first look-up on. */
	const createUnreadableLists = (): FaultRule[] => {
		const skip = drawBelow(3);
		const fault = pick([notFound, { kind: 'status', status: 500 }, { kind: 'html502' }] as const);
		return [{ match: LISTS, skip, times: 1 + drawBelow(9), ...fault }];
	};
	const hiddenPublicPosts: FaultRule = {
		match: PUBLIC_POSTS,
		kind: 'status',
		...pick([
			{ status: 500, times: 3 },
			{ status: 403, times: 999 },
			{ status: 200, body: [], times: 999 },
		]),
	};
	if (chance(0.3)) faults.push(...createUnreadableLists());
	if (chance(0.2)) faults.push(hiddenPublicPosts);
	const continuing = ['continueErrorOutput', 'continueRegularOutput'] as const;
	// Later runs reject a thread of which only the start exists.
	const onError =
		isRerun && unwritableIndexes.size > 0
			? pick(continuing)
			: pick([undefined, undefined, ...continuing]);
	const tries = pick([1, 2, 2, 3, 4, 5]);
	const ifSame = isRerun || chance(0.5) ? 'skip' : 'post';

	const drawCut = (): Cut => ({
		kind: pick(['limit', 'cancel', 'crash']),
		after: drawBelow(Math.ceil(requests) + 1),
	});
	const isTwice = () => isRerun && chance(0.25);
	const runs: ScriptRun[] = [
		{
			rows,
			faults,
			isTwice: isTwice(),
			isUnwritable: true,
			cut: isRerun ? drawCut() : undefined,
		},
	];
	for (let run = 1; run <= cuts; run++) {
		const isLast = run === cuts;
		runs.push({
			rows: rows.map((row) => ({ ...row, isBroken: false })),
			faults: isLast ? [] : [...drawFaults(), ...(chance(0.3) ? createUnreadableLists() : [])],
			isTwice: isTwice(),
			isUnwritable: false,
			cut: isLast ? undefined : drawCut(),
		});
	}

	return {
		seed,
		networks,
		parameters: {
			type,
			date: '={{ $json.date }}',
			content: '={{ $json.text }}',
			thread: hasThreads ? { segment: [0, 1].map(createPart) } : {},
			...(hasFiles && { media: { file: [OWN_FILE, MORE_FILES] } }),
			options: {
				waitAtLimit: waits ? 1 : 0,
				ifExists: ifSame,
				...(skipsChannels ? { ifUnsupported: 'skip' } : { skipValidation: true }),
			},
		},
		waits,
		mode: pick(MODES),
		onError,
		tries,
		runs,
	};
}

const isDatedType = (type: unknown) => type === 'schedule' || type === 'draft';
const createPart = (index: number) => ({ content: `={{ $json.thread[${index}] }}` });

/** Plays a script, and checks the result. */
export async function playScript(stage: Stage, script: Script): Promise<Verdict> {
	const { service, trap } = stage;
	service.reset();
	trap.requests.length = 0;
	const channels = script.networks.map((identifier) => findChannelId(service, identifier));
	const verdict: Verdict = { problems: [], met: [] };
	for (const [index, run] of script.runs.entries()) {
		const problems = await playRun(stage, script, run, channels, verdict);
		const name = script.runs.length > 1 ? `run ${index + 1}: ` : '';
		verdict.problems.push(...problems.map((problem) => name + problem));
	}
	if (script.runs.length > 1) {
		verdict.problems.push(...checkFinalCalendar(service, script.runs[0].rows, channels));
	}
	if (trap.requests.length > 0) verdict.problems.push('a request was redirected to another origin');
	return verdict;
}

const createParameters = (service: Service, networks: string[], parameters: INodeParameters) =>
	createForm(service, {
		...parameters,
		...selectChannels(...networks.map((identifier) => createChannelEntry(service, identifier))),
	});

async function playRun(
	stage: Stage,
	{ networks, parameters, onError, tries, waits, mode }: Script,
	{ rows, faults, cut, isTwice, isUnwritable }: ScriptRun,
	channels: string[],
	verdict: Verdict,
): Promise<string[]> {
	const { service, trap } = stage;
	const limit: FaultRule = {
		match: POSTS,
		skip: cut?.after,
		times: 1000,
		...LIMIT,
		headers: { 'retry-after': '1200' },
	};
	service.faults.push(
		...faults.map((rule) =>
			rule.kind === 'redirect' ? { ...rule, location: `${trap.origin}/api/public/v1/posts` } : rule,
		),
		...(cut?.kind === 'limit' ? [limit] : []),
	);
	service.state.unwritable = isUnwritable ? UNWRITABLE : null;
	const known = new Set(listStoredPosts(service).map(({ id }) => id));
	const begin = service.requests.length;
	const isReached = async () => {
		await stage.waitUntil(() => listPostRequests(service).length > sentBefore + cut!.after);
	};
	const sentBefore = listPostRequests(service).length;
	const end = cut && cut.kind !== 'limit' ? isReached() : undefined;
	const start = async () =>
		await runNode({
			service,
			parameters: createParameters(service, networks, parameters),
			items: createItems(rows),
			mode,
			onError,
			node: { retryOnFail: tries > 1, maxTries: tries, waitBetweenTries: 1 },
			cancelWhen: cut?.kind === 'cancel' ? end : undefined,
		});
	const otherRun = isTwice ? start().catch(() => undefined) : undefined;
	const played = start();
	const hasCrashed =
		cut?.kind === 'crash' &&
		(await Promise.race([played.then(() => false), end!.then(() => true)]));
	// Without a valid key, the rest of the run has no effect.
	if (hasCrashed) service.state.apiKey += '.';
	const run = await played;
	await otherRun;
	stage.giveUp();
	await stage.waitUntilQuiet();
	verdict.met.push(...service.faults.log.map(({ kind }) => kind), ...(cut ? [cut.kind] : []));
	service.faults.clear();
	rememberFileNames(service.state);
	if (hasCrashed || isTwice || cut?.kind === 'cancel') return [];
	return checkRun(
		{
			run,
			rows,
			channels,
			requests: service.requests.slice(begin),
			existingIds: known,
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
}

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
