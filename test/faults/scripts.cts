/**
 * Scripts of faults: each lets the node post fifty items to a service that misbehaves in its own
 * way, and compares what arrived with what the node says it did. In some, a run is cut short and
 * started again until all is there. A script is made from its number alone, so that one that finds
 * something can be played again.
 */
import type { IDataObject, INodeParameters, OnError, WorkflowExecuteMode } from 'n8n-workflow';

import { jsonItems, memoryFile, runNode } from '../integration/support/harness.cjs';
import {
	channelEntry,
	createForm,
	onChannels,
	postRequests,
	storedPosts,
} from '../integration/support/posts.cjs';
import { channelOf, IMAGE } from '../service/client.cjs';
import type { FaultRule, Service } from '../service/server.cjs';
import type { StoredPost } from '../service/state.cjs';
import { dice } from '../shared/happenings.cjs';
import { pngOf } from '../shared/samples.cjs';
import { channelsOf, isOfRow, noteFiles, partsOf, storedParts, type ScriptRow } from './claims.cjs';
import { countBy, judge } from './oracle.cjs';
import { LISTS, POSTS, PREVIEWS, type Stage } from './stage.cjs';

export const ITEMS = 50;
/** How many posts the node puts into one request. */
const MAX_POSTS = 50;
/** They take any text in the same way, so that what differs is the service; each takes a longer one than those before it. */
const NETWORKS = ['bluesky', 'mastodon', 'telegram'];
/** More characters than so many of the networks take. */
const TOO_LONG = [0, 350, 600];
const DATES = Array.from(
	{ length: 17 },
	(_, index) => `2099-01-${String(index + 1).padStart(2, '0')}T09:00:00.000Z`,
);
const WRONG_BODIES = ['unexpected', null, 7, {}, { posts: [] }, [], [null], [{ postId: 1 }], [{}]];
/** The service fails at a text with this word. */
const UNWRITABLE = 'unwritable';
const FILES = ['a.png', 'b.png', 'c.png'];
const OWN_FILE = { source: 'binary', binaryField: 'data' };
const MORE_FILES = { source: 'upload', file: '={{ $json.moreFiles }}' };
const MODES: WorkflowExecuteMode[] = ['manual', 'trigger', 'webhook', 'integrated'];
/** How a run ends before its time: by the limit, by a person, or with the process. */
type CutKind = 'limit' | 'cancel' | 'crash';

type Fault = Omit<FaultRule, 'match'>;
const LIMIT = { kind: 'status', status: 429 } as const;

interface Cut {
	kind: CutKind;
	/** The number of requests for posts before it. */
	after: number;
}

/** One run of a script. */
export interface ScriptRun {
	rows: ScriptRow[];
	faults: FaultRule[];
	/** Started twice at the same moment. */
	isTwice: boolean;
	/** The service fails at some texts. */
	isUnwritable: boolean;
	/** Undefined for a run that comes to its end. */
	cut?: Cut;
}

export interface Script {
	seed: number;
	networks: string[];
	parameters: INodeParameters;
	waits: boolean;
	mode: WorkflowExecuteMode;
	onError?: OnError;
	/** How often n8n runs the node in all while it fails. */
	tries: number;
	runs: ScriptRun[];
}

/** What came of a script. */
export interface Verdict {
	/** Everything that is not as it must be, in sentences; none where all is well. */
	problems: string[];
	/** The faults and cuts that the node met. */
	met: string[];
}

/** The script of a number. */
export function makeScript(seed: number): Script {
	const { below, pick, chance } = dice(seed);

	const items = ITEMS;
	const networks = NETWORKS.slice(0, 1 + below(NETWORKS.length));
	const waits = chance(0.3);
	// The more dates, the more and the smaller the requests.
	const dates = DATES.slice(0, pick([1, 2, 3, 6, DATES.length]));
	const posts = items * networks.length;
	const requests = Math.max(dates.length, posts / MAX_POSTS);
	const cuts = chance(0.4) ? 1 + below(3) : 0;
	const isAgain = cuts > 0;

	const type = chance(0.1) ? 'nextSlot' : pick(['schedule', 'schedule', 'draft', 'now']);
	// Of drafts, nobody counts the characters.
	const skipsChannels = networks.length > 1 && type !== 'draft' && chance(0.25);

	const isRefused = !isAgain && !skipsChannels && chance(0.3);
	const tooLong = new Set(isRefused ? [below(items), below(items)] : []);
	const unwritable = new Set(chance(0.4) ? [below(items), below(items)] : []);
	const hasFiles = chance(0.25);
	const hasThreads = chance(0.4);
	const newRow = (name: string, index = -1): ScriptRow => {
		const isUnwritable = unwritable.has(index);
		const skippedChannels = skipsChannels && chance(0.2) ? 1 + below(networks.length - 1) : 0;
		// A refusal for its length blames the longest text; one for too many pictures may mean any row.
		const isCrowded = hasFiles && tooLong.has(index);
		const length = tooLong.has(index) && !isCrowded ? 600 : TOO_LONG[skippedChannels];
		const thread = hasThreads ? [`${name} goes on`, `${name} ends`] : [];
		// Either at once or in the middle of a thread.
		const isLater = isUnwritable && thread.length > 0 && (isAgain || chance(0.5));
		return {
			text: `${name}${'!'.repeat(length)}${isUnwritable && !isLater ? ` ${UNWRITABLE}` : ''}`,
			file: hasFiles ? pick(FILES) : undefined,
			moreFiles: isCrowded ? Array<IDataObject>(4).fill(IMAGE) : [],
			isBroken: hasFiles && isAgain && chance(0.05),
			thread: isLater ? [thread[0], `${thread[1]} ${UNWRITABLE}`] : thread,
			date: pick(dates),
			skippedChannels,
			isBad: tooLong.has(index) || isUnwritable,
		};
	};
	const rows = Array.from({ length: items }, (_, index) =>
		newRow(`Post ${index + 1} of script ${seed}`, index),
	);
	const keep = () => (chance(0.6) ? below(Math.ceil(posts / requests)) : undefined);
	const lost = (): Fault => ({ kind: 'status', status: 500, processed: true, keep: keep() });
	const faultKinds: Array<() => Fault> = [
		() => ({ kind: 'latency', delay: 5 + below(60) }),
		() => ({ kind: 'resetBefore' }),
		() => ({ kind: 'resetAfter', keep: keep() }),
		() => ({ kind: 'status', status: pick([500, 503, 504]) }),
		lost,
		lost,
		() => ({ kind: 'html502', processed: chance(0.5), keep: keep() }),
		() => ({ kind: 'truncatedJson' }),
		() => ({ kind: 'wrongJson', body: pick(WRONG_BODIES) }),
		() => ({ kind: 'slowBody', delay: 20 + below(60) }),
		() => ({ kind: 'redirect', status: pick([301, 302, 307, 308]) }),
		() => ({ kind: 'late', delay: 10 + below(60) }),
		() => ({ kind: 'status', status: pick([401, 403, 413]), body: { message: 'Not now' } }),
		() => ({ ...LIMIT, times: 1 + below(3), headers: { 'retry-after': '1' } }),
	];
	const anyFaults = () =>
		Array.from({ length: below(6) }, (): FaultRule => ({
			match: POSTS,
			skip: below(Math.ceil(requests) + 1),
			...pick(faultKinds)(),
		}));
	const faults = anyFaults();
	// Final, so that the node does not ask again.
	const gone = { kind: 'status', status: 404, body: { message: 'Not here' } } as const;
	/** A calendar that cannot be read, at once or from the first look-up on. */
	const unreadable = (): FaultRule[] => {
		const skip = below(3);
		const fault = pick([gone, { kind: 'status', status: 500 }, { kind: 'html502' }] as const);
		return [{ match: LISTS, skip, times: 1 + below(9), ...fault }];
	};
	const unseen: FaultRule = {
		match: PREVIEWS,
		kind: 'status',
		...pick([
			{ status: 500, times: 3 },
			{ status: 403, times: 999 },
			{ status: 200, body: [], times: 999 },
		]),
	};
	if (chance(0.3)) faults.push(...unreadable());
	if (chance(0.2)) faults.push(unseen);
	const continuing = ['continueErrorOutput', 'continueRegularOutput'] as const;
	// The start of a thread is refused in each later run.
	const onError =
		isAgain && unwritable.size > 0 ? pick(continuing) : pick([undefined, undefined, ...continuing]);
	const tries = pick([1, 2, 2, 3, 4, 5]);
	const ifSame = isAgain || chance(0.5) ? 'skip' : 'post';

	const anyCut = (): Cut => ({
		kind: pick(['limit', 'cancel', 'crash']),
		after: below(Math.ceil(requests) + 1),
	});
	const isTwice = () => isAgain && chance(0.25);
	const runs: ScriptRun[] = [
		{
			...{ rows, faults, isTwice: isTwice(), isUnwritable: true },
			cut: isAgain ? anyCut() : undefined,
		},
	];
	for (let run = 1; run <= cuts; run++) {
		const isLast = run === cuts;
		runs.push({
			rows: rows.map((row) => ({ ...row, isBroken: false })),
			faults: isLast ? [] : [...anyFaults(), ...(chance(0.3) ? unreadable() : [])],
			isTwice: isTwice(),
			isUnwritable: false,
			cut: isLast ? undefined : anyCut(),
		});
	}

	return {
		seed,
		networks,
		parameters: {
			type,
			date: '={{ $json.date }}',
			content: '={{ $json.text }}',
			thread: hasThreads ? { segment: [0, 1].map(partOf) } : {},
			...(hasFiles && { media: { file: [OWN_FILE, MORE_FILES] } }),
			options: {
				...{ waitAtLimit: waits ? 1 : 0, ifExists: ifSame },
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
const partOf = (index: number) => ({ content: `={{ $json.thread[${index}] }}` });

/** Plays a script and judges what came of it. */
export async function playScript(stage: Stage, script: Script): Promise<Verdict> {
	const { service, trap } = stage;
	service.reset();
	trap.requests.length = 0;
	const channels = script.networks.map((identifier) => channelOf(service, identifier));
	const verdict: Verdict = { problems: [], met: [] };
	for (const [index, run] of script.runs.entries()) {
		const problems = await playRun(stage, script, run, channels, verdict);
		const name = script.runs.length > 1 ? `run ${index + 1}: ` : '';
		verdict.problems.push(...problems.map((problem) => name + problem));
	}
	if (script.runs.length > 1) {
		verdict.problems.push(...judgeEnd(service, script.runs[0].rows, channels));
	}
	if (trap.requests.length > 0) verdict.problems.push('a request was led to another origin');
	return verdict;
}

const formOn = (service: Service, networks: string[], parameters: INodeParameters) =>
	createForm(service, {
		...parameters,
		...onChannels(...networks.map((identifier) => channelEntry(service, identifier))),
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
		...{ match: POSTS, skip: cut?.after, times: 1000 },
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
	const known = new Set(storedPosts(service).map(({ id }) => id));
	const begin = service.requests.length;
	const isReached = async () => {
		await stage.until(() => postRequests(service).length > sentBefore + cut!.after);
	};
	const sentBefore = postRequests(service).length;
	const end = cut && cut.kind !== 'limit' ? isReached() : undefined;
	const start = async () =>
		await runNode({
			service,
			parameters: formOn(service, networks, parameters),
			items: itemsOf(rows),
			mode,
			onError,
			node: { retryOnFail: tries > 1, maxTries: tries, waitBetweenTries: 1 },
			cancelWhen: cut?.kind === 'cancel' ? end : undefined,
		});
	const twin = isTwice ? start().catch(() => undefined) : undefined;
	const played = start();
	const hasCrashed =
		cut?.kind === 'crash' &&
		(await Promise.race([played.then(() => false), end!.then(() => true)]));
	// With a key that is none any more, what is left of the run comes to nothing.
	if (hasCrashed) service.state.apiKey += '.';
	const run = await played;
	await twin;
	stage.giveUp();
	await stage.untilQuiet();
	verdict.met.push(...service.faults.log.map(({ kind }) => kind), ...(cut ? [cut.kind] : []));
	service.faults.clear();
	noteFiles(service.state);
	if (hasCrashed || isTwice || cut?.kind === 'cancel') return [];
	return judge(
		{
			run,
			rows,
			channels,
			requests: service.requests.slice(begin),
			before: known,
			looks: Object(parameters.options).ifExists === 'skip',
			tries,
			continues: onError !== undefined,
			// Nobody waits for as long as this limit wants.
			waits: waits && !cut,
			isOneByOne: parameters.type === 'nextSlot',
			isDated: isDatedType(parameters.type),
		},
		service,
	);
}

/** Items as a workflow hands them on; a picture that can't be read is text. */
const itemsOf = (rows: ScriptRow[]) =>
	jsonItems(structuredClone(rows)).map(({ json }, index) => {
		const { file, isBroken } = rows[index];
		if (file === undefined) return { json };
		const bytes = isBroken ? 'no picture' : Buffer.concat([pngOf(400, 300), Buffer.from(file)]);
		const data = memoryFile(Buffer.from(bytes), { fileName: file, mimeType: 'image/png' });
		return { json, binary: { data } };
	});

/** What is wrong once a run that was cut short has come to its end: each post is there once, or its start. */
function judgeEnd(service: Service, rows: ScriptRow[], channels: string[]): string[] {
	const wordOf = (post: StoredPost) => {
		const isStart = (row: ScriptRow) => row.thread.length >= post.parts.length && row.isBad;
		const start = rows.find((row) => isStart(row) && isOfRow(post, row));
		return start ? partsOf(start) : storedParts(post);
	};
	const stored = countBy(storedPosts(service), (post) => `${post.channelId} ${wordOf(post)}`);
	// An item of which one channel has only the start is refused as a whole.
	const isStarted = (row: ScriptRow) =>
		row.isBad && storedPosts(service).some((post) => wordOf(post) === partsOf(row));
	const wanted = (row: ScriptRow) =>
		channelsOf(row, channels).map((channelId) => `${channelId} ${partsOf(row)}`);
	const due = rows.filter((row) => !isStarted(row)).flatMap(wanted);
	const all = new Set(rows.flatMap(wanted));
	const isWrong = (key: string) => (stored.get(key) ?? 0) > (all.has(key) ? 1 : 0);
	return [
		...due.filter((key) => !stored.has(key)).map((key) => `at the end, “${key}” is not there`),
		...[...stored.keys()].filter(isWrong).map((key) => `at the end, “${key}” is there too often`),
	];
}
