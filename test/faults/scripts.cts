/**
 * Scripts of faults: each lets the node post fifty items to a service that misbehaves in its own
 * way, and compares what arrived with what the node says it did. In some, a run is cut short and
 * started again until all is there. A script is made from its number alone, so that one that finds
 * something can be played again.
 */
import type { IDataObject, INodeParameters, OnError, WorkflowExecuteMode } from 'n8n-workflow';

import { jsonItems, memoryFile, runNode, type NodeRun } from '../integration/support/harness.cjs';
import {
	channelEntry,
	createForm,
	onChannels,
	postRequests,
	storedPosts,
	storePost,
} from '../integration/support/posts.cjs';
import { channelOf, IMAGE } from '../service/client.cjs';
import type { FaultRule, Service } from '../service/server.cjs';
import { newId, type StoredPost } from '../service/state.cjs';
import { seededRandom } from '../shared/happenings.cjs';
import { PNG } from '../shared/samples.cjs';
import {
	channelsOf,
	editText,
	isEdited,
	isOfRow,
	movePost,
	noteFiles,
	partsOf,
	storedParts,
	type ScriptRow,
} from './claims.cjs';
import { countBy, judge } from './oracle.cjs';
import { openRoad, type Stage } from './stage.cjs';

export const ITEMS = 50;
/** A full calendar has so many posts of others, each with a text of so many characters: it is a list of 8 MB. */
const OTHERS = 2000;
const OTHERS_LENGTH = 4000;
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
const POSTS = { method: 'POST', path: /\/posts$/ };
const LISTS = { method: 'GET', path: /v1\/posts$/ };
const PREVIEWS = { method: 'GET', path: /\/public\/posts\// };
const WRONG_BODIES = ['unexpected', null, 7, {}, { posts: [] }, [], [null], [{ postId: 1 }], [{}]];
/** The service fails at a text with this word. */
const UNWRITABLE = 'unwritable';
const OLD_MS = 60_000;
const DAY_MS = 86_400_000;
const FILES = ['a.png', 'b.png', 'c.png'];
const OWN_FILE = { source: 'binary', binaryField: 'data' };
const MORE_FILES = { source: 'upload', file: '={{ $json.moreFiles }}' };
const MODES: WorkflowExecuteMode[] = ['manual', 'trigger', 'webhook', 'integrated'];
const EVENT_MODES: WorkflowExecuteMode[] = ['trigger', 'webhook'];
/** How far the node looks back where an event started it for a single item, save for what the script itself takes. */
const EVENT_REACH_MS = 9 * 60_000;

/** How a run ends before its time: by the limit, by a person, or with the process. */
type CutKind = 'limit' | 'cancel' | 'crash';

interface Cut {
	kind: CutKind;
	/** The number of requests for posts before it. */
	after: number;
}

/** One run of a script. */
export interface ScriptRun {
	rows: ScriptRow[];
	faults: FaultRule[];
	/** Edits a text or the date of posts in the calendar before it begins: the n-th post, or its remainder. */
	edits: Array<{ post: number; days: number }>;
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
	/** Rows that are in the calendar from before. */
	old: ScriptRow[];
	/** The calendar is full of posts of others. */
	isFull: boolean;
	/** An event starts each run, for a single item. */
	isEvent: boolean;
	/** Somebody looks at a preview before the first run. */
	isPreviewed: boolean;
	runs: ScriptRun[];
}

/** What came of a script. */
export interface Verdict {
	/** Everything that is not as it must be, in sentences; none where all is well. */
	problems: string[];
	/** The faults and cuts that the node met. */
	met: string[];
	requests: number;
	posts: number;
}

/** The script of a number. */
export function makeScript(seed: number): Script {
	const random = seededRandom(seed);
	const below = (count: number) => Math.floor(random() * count);
	const pick = <T,>(values: readonly T[]): T => values[below(values.length)];
	const chance = (probability: number) => random() < probability;

	const isEvent = chance(0.15);
	const items = isEvent ? 1 : ITEMS;
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
	const leavesOut = networks.length > 1 && type !== 'draft' && chance(0.25);

	const isRefused = !isAgain && !leavesOut && chance(0.3);
	const tooLong = new Set(isRefused ? [below(items), below(items)] : []);
	const unwritable = new Set(chance(0.4) ? [below(items), below(items)] : []);
	const hasFiles = chance(0.25);
	const hasThreads = chance(0.4);
	const equals = chance(0.3) ? 4 : 0;
	const newRow = (name: string, index = -1): ScriptRow => {
		const isUnwritable = unwritable.has(index);
		const leftOut = leavesOut && chance(0.2) ? 1 + below(networks.length - 1) : 0;
		// A refusal for its length blames the longest text; one for too many pictures may mean any row.
		const isCrowded = hasFiles && tooLong.has(index);
		const length = tooLong.has(index) && !isCrowded ? 600 : TOO_LONG[leftOut];
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
			leftOut,
			isBad: tooLong.has(index) || isUnwritable,
		};
	};
	const rows = Array.from({ length: items }, (_, index) =>
		newRow(`Post ${index + 1} of script ${seed}`, index),
	);
	for (let time = 0; time < equals; time++) {
		const [from, to] = [below(items), below(items)];
		if (rows[from].isBad || rows[to].isBad) continue;
		// The same text at another date, or with another picture, is another post.
		const date = chance(0.5) ? pick(dates) : rows[from].date;
		rows[to] = { ...rows[from], date, ...(hasFiles && { file: pick(FILES) }) };
	}

	const keep = () => (chance(0.6) ? below(Math.ceil(posts / requests)) : undefined);
	const anyFault = (): Omit<FaultRule, 'match'> => {
		switch (below(14)) {
			case 0:
				return { kind: 'latency', delay: 5 + below(60) };
			case 1:
				return { kind: 'resetBefore' };
			case 2:
				return { kind: 'resetAfter', keep: keep() };
			case 3:
				return { kind: 'status', status: pick([500, 503, 504]) };
			case 4:
			case 5:
				return { kind: 'status', status: 500, processed: true, keep: keep() };
			case 6:
				return { kind: 'html502', processed: chance(0.5), keep: keep() };
			case 7:
				return { kind: 'truncatedJson' };
			case 8:
				return { kind: 'wrongJson', body: pick(WRONG_BODIES) };
			case 9:
				return { kind: 'slowBody', delay: 20 + below(60) };
			case 10:
				return { kind: 'redirect', status: pick([301, 302, 307, 308]) };
			case 11:
				return { kind: 'late', delay: 10 + below(60) };
			case 12:
				return { kind: 'status', status: pick([401, 403, 413]), body: { message: 'Not now' } };
			default:
				return {
					kind: 'status',
					status: 429,
					times: 1 + below(3),
					headers: { 'retry-after': '1' },
				};
		}
	};
	const anyFaults = () =>
		Array.from({ length: below(6) }, (): FaultRule => ({
			match: POSTS,
			skip: below(Math.ceil(requests) + 1),
			...anyFault(),
		}));
	const faults = anyFaults();
	// Final, so that the node does not ask again.
	const lost = { kind: 'status', status: 404, body: { message: 'Not here' } } as const;
	/** A calendar that cannot be read, at once or from the first look-up on. */
	const unreadable = (): FaultRule[] => {
		const skip = below(3);
		const fault = pick([lost, { kind: 'status', status: 500 }, { kind: 'html502' }] as const);
		return [{ match: LISTS, skip, times: 1 + below(9), ...fault }];
	};
	const unseen = { match: PREVIEWS, times: 3, kind: 'status', status: 500 } as const;
	if (chance(0.3)) faults.push(...unreadable());
	if (chance(0.2)) faults.push(unseen);
	const continuing = ['continueErrorOutput', 'continueRegularOutput'] as const;
	// The start of a thread is refused in each later run.
	const onError =
		isAgain && unwritable.size > 0 ? pick(continuing) : pick([undefined, undefined, ...continuing]);
	const tries = pick([1, 2, 2, 3, 4, 5]);
	const isOld = !isAgain && !hasThreads && !hasFiles && chance(0.4);
	const old = isOld ? [below(items), below(items), below(items)] : [];
	const ifSame = isAgain || chance(isOld ? 0.7 : 0.3) ? 'skip' : 'post';

	const anyCut = (): Cut => ({
		kind: pick(['limit', 'cancel', 'crash']),
		after: below(Math.ceil(requests) + 1),
	});
	// Each run finds what is there: a date of its own stays, and the others were made just now.
	const isDated = isDatedType(type);
	const anyEdits = () =>
		Array.from({ length: chance(0.5) ? below(6) : 0 }, () => ({
			post: below(1000),
			days: isDated && chance(0.5) ? pick([-9, 9]) : 0,
		}));
	const isTwice = () => isAgain && chance(0.25);
	const runs: ScriptRun[] = [
		{
			...{ rows, faults, edits: [], isTwice: isTwice(), isUnwritable: true },
			cut: isAgain ? anyCut() : undefined,
		},
	];
	for (let run = 1; run <= cuts; run++) {
		const isLast = run === cuts;
		const edited = chance(0.6) ? editRows(runs[run - 1].rows, run) : runs[run - 1].rows;
		runs.push({
			rows: edited.map((row) => ({ ...row, isBroken: false })),
			faults: isLast ? [] : [...anyFaults(), ...(chance(0.3) ? unreadable() : [])],
			edits: anyEdits(),
			isTwice: isTwice(),
			isUnwritable: false,
			cut: isLast ? undefined : anyCut(),
		});
	}

	/** What a person changes before the next run. */
	function editRows(before: ScriptRow[], run: number): ScriptRow[] {
		// Where a caption has several pictures at one date and one goes, nobody can tell whether it was replaced: the
		// node asks. Without a date, it is another post.
		const kept = before.filter(() => hasFiles || isEvent || !chance(0.05));
		const changed = kept.map((row, index): ScriptRow => {
			if (hasFiles) return isDated || chance(0.9) ? row : { ...row, file: pick(FILES) };
			if (chance(0.05)) return { ...row, text: `${row.text}, corrected ${run}.${index}` };
			if (row.thread.length > 0 && !row.isBad && chance(0.1)) {
				return { ...row, thread: [row.thread[0], `${row.thread[1]}, corrected ${run}.${index}`] };
			}
			return row;
		});
		for (let added = isEvent ? 0 : below(3); added > 0; added--) {
			changed.splice(
				below(changed.length + 1),
				0,
				newRow(`Added ${run}.${added} of script ${seed}`),
			);
		}
		return changed;
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
				...(leavesOut ? { ifUnsupported: 'leaveOut' } : { skipValidation: true }),
			},
		},
		waits,
		mode: pick(isEvent ? EVENT_MODES : MODES),
		onError,
		tries,
		old: old.map((index) => rows[index]).filter(({ isBad, leftOut }) => !isBad && leftOut === 0),
		isFull: chance(0.06),
		isEvent,
		isPreviewed: chance(0.15),
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
	storeOld(service, script);
	if (script.isFull) fillCalendar(service, channels);
	const verdict: Verdict = { problems: [], met: [], requests: 0, posts: 0 };
	const begun = Date.now();
	if (script.isPreviewed) verdict.problems.push(...(await judgePreview(service, script)));
	const most = new Map<string, number>();
	const known: ScriptRow[] = [];
	for (const [index, run] of script.runs.entries()) {
		for (const [key, count] of wantedOf(run.rows, channels)) {
			most.set(key, Math.max(most.get(key) ?? 0, count));
		}
		known.push(...run.rows);
		const problems = await playRun(stage, script, run, channels, verdict);
		const name = script.runs.length > 1 ? `run ${index + 1}: ` : '';
		verdict.problems.push(...problems.map((problem) => name + problem));
	}
	const { rows } = script.runs.at(-1)!;
	if (script.runs.length > 1)
		verdict.problems.push(...judgeEnd(service, { rows, known, channels, most }));
	if (trap.requests.length > 0) verdict.problems.push('a request was led to another origin');
	verdict.requests = postRequests(service).length;
	verdict.posts = sentPosts(service).length;
	// What an earlier run has sent is out of sight by then.
	const isOutOfSight = script.isEvent && Date.now() - begun > EVENT_REACH_MS;
	if (isOutOfSight && !isDatedType(script.parameters.type)) verdict.problems = [];
	return verdict;
}

/** Posts that do not fill the calendar only. */
const sentPosts = (service: Service) =>
	storedPosts(service).filter(({ settings }) => settings.n8n !== OTHERS_KEY);
const OTHERS_KEY = `1 ${'other-text '.repeat(5)}1`;

/** Puts more into the calendar than fits into a list of a few MB, around now and around the dates of the rows. */
function fillCalendar(service: Service, channels: string[]): void {
	const dates = [
		...DATES,
		...[-3, -2, -1].map((days) => new Date(Date.now() + (days * DAY_MS) / 8).toISOString()),
	];
	for (let index = 0; index < OTHERS; index++) {
		const channelId = channels[index % channels.length];
		storePost(
			service,
			service.state.channels.find(({ id }) => id === channelId)!,
			{
				text: `Another ${index} ${'x'.repeat(OTHERS_LENGTH)}`,
				publishDate: dates[index % dates.length],
				state: 'DRAFT',
				settings: { n8n: OTHERS_KEY },
			},
		);
	}
}

/** What is wrong with a preview of the first run, which must send nothing and show each post. */
async function judgePreview(
	service: Service,
	{ parameters, networks, runs: [{ rows }], mode, onError }: Script,
): Promise<string[]> {
	const before = structuredClone(storedPosts(service));
	const { error, output } = await runNode({
		service,
		parameters: formOn(service, networks, {
			...parameters,
			options: { ...(parameters.options as INodeParameters), previewOnly: true },
		}),
		items: itemsOf(rows),
		mode,
		onError,
	});
	const shown = output.flat().length;
	const sent = service.requests.filter(({ method }) => method !== 'GET').length;
	const hasChanged = JSON.stringify(before) !== JSON.stringify(storedPosts(service));
	return [
		...(error ? [`the preview fails: ${error.message}`] : []),
		...(sent > 0 || hasChanged ? [`the preview sent ${sent} requests`] : []),
		...(shown < rows.length ? [`the preview shows ${shown} of ${rows.length} items`] : []),
	];
}

const formOn = (service: Service, networks: string[], parameters: INodeParameters) =>
	createForm(service, {
		...parameters,
		...onChannels(...networks.map((identifier) => channelEntry(service, identifier))),
	});

/** Puts rows into the calendar that an earlier run may have left there. */
function storeOld(service: Service, { old, networks, parameters: { type } }: Script): void {
	for (const { text, date } of old) {
		const channel = service.state.channels.find(({ identifier }) => identifier === networks[0])!;
		const post = storePost(service, channel, {
			publishDate: type === 'now' || type === 'nextSlot' ? new Date().toISOString() : date,
			state: type === 'draft' ? 'DRAFT' : 'QUEUE',
		});
		const id = newId(Date.now() - OLD_MS);
		Object.assign(post, { id, goesOutAt: null });
		Object.assign(post.parts[0], { id, content: text });
	}
}

async function playRun(
	stage: Stage,
	{ networks, parameters, onError, tries, waits, mode }: Script,
	{ rows, faults, cut, edits, isTwice, isUnwritable }: ScriptRun,
	channels: string[],
	verdict: Verdict,
): Promise<string[]> {
	const { service, trap } = stage;
	const limit: FaultRule = {
		match: POSTS,
		skip: cut?.after,
		times: 1000,
		kind: 'status',
		status: 429,
		headers: { 'retry-after': '1200' },
	};
	service.faults.push(
		...faults.map((rule) =>
			rule.kind === 'redirect' ? { ...rule, location: `${trap.origin}/api/public/v1/posts` } : rule,
		),
		...(cut?.kind === 'limit' ? [limit] : []),
	);
	service.state.unwritable = isUnwritable ? UNWRITABLE : null;
	const before = sentPosts(service);
	for (const { post, days } of before.length > 0 ? edits : []) {
		const edited = before[post % before.length];
		// A thread that was cut off and then edited is one that a person has made shorter.
		const { value } = edited.received.item as { value?: object[] };
		if (edited.parts.length < (value?.length ?? 3)) continue;
		// Where lists have no keys, a post is found by its date or by its text.
		if (!stage.listsKeys && isEdited(edited)) continue;
		if (days === 0) editText(edited);
		else movePost(edited, days * DAY_MS);
	}
	const known = new Set(storedPosts(service).map(({ id }) => id));
	const alike = new Set(before.filter(({ settings }) => !settings.n8n).map(storedParts));
	const begin = service.requests.length;
	const road = await openRoad(service);
	const isReached = async () => {
		await stage.until(() => postRequests(service).length > sentBefore + cut!.after);
	};
	const sentBefore = postRequests(service).length;
	const end = cut && cut.kind !== 'limit' ? isReached() : undefined;
	const start = async () =>
		await runNode({
			service,
			credentials: { host: road.apiUrl },
			parameters: formOn(service, networks, parameters),
			items: itemsOf(rows),
			mode,
			onError,
			node: { retryOnFail: tries > 1, maxTries: tries, waitBetweenTries: 1 },
			cancelWhen: cut?.kind === 'cancel' ? end : undefined,
		});
	const both = isTwice ? start().catch(() => undefined) : undefined;
	const played = start();
	let run: NodeRun | undefined;
	if (cut?.kind === 'crash') {
		// What is left of the run reaches nobody any more.
		run = await Promise.race([played, end!.then(() => undefined)]);
		stage.abandon(Promise.all([played, both]), road);
	} else {
		run = await played;
		await both;
		road.shut();
	}
	stage.giveUp();
	await stage.untilQuiet();
	verdict.met.push(...service.faults.log.map(({ kind }) => kind), ...(cut ? [cut.kind] : []));
	service.faults.clear();
	noteFiles(service.state);
	if (!run || isTwice || cut?.kind === 'cancel') return [];
	return judge(
		{
			run,
			rows,
			channels,
			requests: service.requests.slice(begin),
			before: known,
			alike,
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

/** How often each post is wanted. */
const wantedOf = (rows: ScriptRow[], channels: string[]) =>
	countBy(
		rows.flatMap((row) =>
			channelsOf(row, channels).map((channelId) => `${channelId} ${partsOf(row)}`),
		),
		(key) => key,
	);

/** Items as a workflow hands them on; a picture that can't be read is text. */
const itemsOf = (rows: ScriptRow[]) =>
	jsonItems(structuredClone(rows)).map(({ json }, index) => {
		const { file, isBroken } = rows[index];
		if (file === undefined) return { json };
		const bytes = isBroken ? 'no picture' : Buffer.concat([PNG, Buffer.from(file)]);
		const data = memoryFile(Buffer.from(bytes), { fileName: file, mimeType: 'image/png' });
		return { json, binary: { data } };
	});

/** What is wrong once a run that was cut short has come to its end: each post is there once, or its start. */
function judgeEnd(
	service: Service,
	{
		rows,
		known,
		channels,
		most,
	}: { rows: ScriptRow[]; known: ScriptRow[]; channels: string[]; most: Map<string, number> },
): string[] {
	const wordOf = (post: StoredPost) => {
		const isStart = (row: ScriptRow) => row.thread.length >= post.parts.length && row.isBad;
		const start = known.find((row) => isStart(row) && isOfRow(post, row));
		return start ? partsOf(start) : storedParts(post);
	};
	const stored = countBy(sentPosts(service), (post) => `${post.channelId} ${wordOf(post)}`);
	// An item of which one channel has only the start is refused as a whole.
	const isStarted = (row: ScriptRow) =>
		row.isBad && sentPosts(service).some((post) => wordOf(post) === partsOf(row));
	const due = rows.filter((row) => !isStarted(row));
	const missing = [...wantedOf(due, channels)].filter(
		([key, count]) => (stored.get(key) ?? 0) < count,
	);
	const tooMany = [...stored].filter(([key, count]) => count > (most.get(key) ?? 0));
	return [
		...missing.map(
			([key, count]) => `at the end, “${key}” is there ${stored.get(key) ?? 0} times, not ${count}`,
		),
		...tooMany.map(
			([key, count]) => `at the end, “${key}” is there ${count} times, not ${most.get(key) ?? 0}`,
		),
	];
}
