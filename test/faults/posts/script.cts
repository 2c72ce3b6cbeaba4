/** Random scripts of posts: the items, how the node is set up and run, and how the service misbehaves. */
import type { IDataObject, INodeParameters, OnError, WorkflowExecuteMode } from 'n8n-workflow';

import { IMAGE } from '../../service/client.cjs';
import type { FaultRule } from '../../service/server.cjs';
import { createRandom, type Random } from '../../shared/random.cjs';
import { drawFaults, drawUnreadableLists, drawUnreadablePublicPosts } from './scriptFaults.cjs';

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
/** The service fails to store a text with this word. */
export const UNWRITABLE = 'unwritable';
const FILES = ['a.png', 'b.png', 'c.png'];
const OWN_FILE = { source: 'binary', binaryField: 'data' };
const MORE_FILES = { source: 'upload', file: '={{ $json.moreFiles }}' };
const MODES: WorkflowExecuteMode[] = ['manual', 'trigger', 'webhook', 'integrated'];
const CONTINUING = ['continueErrorOutput', 'continueRegularOutput'] as const;

/** A row of the input. */
export interface ScriptRow extends IDataObject {
	text: string;
	/** The texts of the later parts. */
	thread: string[];
	date: string;
	/** The name of its picture. */
	file?: string;
	/** Further uploads, which are too many for the first channel. */
	moreFiles: IDataObject[];
	/** How many of the first channels reject it, and are skipped. */
	skippedChannels: number;
	/** Its picture can't be read in the first run. */
	isBroken?: boolean;
	/** The service may reject it or fail at it. */
	mayFail: boolean;
}

export interface Cut {
	/** How a run is cut short: by the hourly limit, a person, or a crash. */
	kind: 'limit' | 'cancel' | 'crash';
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

/** The channels of a row that are not skipped. */
export const getRowChannels = ({ skippedChannels }: ScriptRow, channels: string[]) =>
	channels.slice(skippedChannels);

/** What all rows and runs of a script have in common. */
interface Plan extends Pick<Script, 'seed' | 'networks' | 'waits'> {
	type: string;
	dates: string[];
	/** How many complete requests for posts a run needs. */
	requests: number;
	postsPerRequest: number;
	/** How many runs are cut short. */
	cuts: number;
	/** Rows may skip the first channels, for which they are too long. */
	skipsChannels: boolean;
	/** The rows that the service rejects, and those that it fails to store. */
	rejectedIndexes: ReadonlySet<number>;
	unwritableIndexes: ReadonlySet<number>;
	hasFiles: boolean;
	hasThreads: boolean;
}

/** Makes the script of a seed. The order of the draws decides it: another order makes other scripts. */
export function makeScript(seed: number): Script {
	const random = createRandom(seed);
	const { pick, chance } = random;
	const plan = drawPlan(random, seed);
	const rows = Array.from({ length: ITEMS }, (_, index) => drawRow(random, plan, index));
	const faults = drawFirstFaults(random, plan);
	const onError = drawOnError(random, plan);
	const tries = pick([1, 2, 2, 3, 4, 5]);
	const ifExists = plan.cuts > 0 || chance(0.5) ? 'skip' : 'post';
	const runs = drawRuns(random, plan, rows, faults);
	return {
		seed,
		networks: plan.networks,
		parameters: createParameters(plan, ifExists),
		waits: plan.waits,
		mode: pick(MODES),
		onError,
		tries,
		runs,
	};
}

function drawPlan({ drawBelow, pick, chance }: Random, seed: number): Plan {
	const drawTwoIndexes = () => new Set([drawBelow(ITEMS), drawBelow(ITEMS)]);
	const networks = NETWORKS.slice(0, 1 + drawBelow(NETWORKS.length));
	const waits = chance(0.3);
	// More dates make more and smaller requests.
	const dates = DATES.slice(0, pick([1, 2, 3, 6, DATES.length]));
	const cuts = chance(0.4) ? 1 + drawBelow(3) : 0;
	const type = chance(0.1) ? 'nextSlot' : pick(['schedule', 'schedule', 'draft', 'now']);
	// The length of drafts is not checked.
	const skipsChannels = networks.length > 1 && type !== 'draft' && chance(0.25);
	const hasRejected = cuts === 0 && !skipsChannels && chance(0.3);
	const posts = ITEMS * networks.length;
	const requests = Math.max(dates.length, posts / MAX_POSTS);
	return {
		seed,
		networks,
		waits,
		type,
		dates,
		requests: Math.ceil(requests),
		postsPerRequest: Math.ceil(posts / requests),
		cuts,
		skipsChannels,
		rejectedIndexes: hasRejected ? drawTwoIndexes() : new Set(),
		unwritableIndexes: chance(0.4) ? drawTwoIndexes() : new Set(),
		hasFiles: chance(0.25),
		hasThreads: chance(0.4),
	};
}

function drawRow({ drawBelow, pick, chance }: Random, plan: Plan, index: number): ScriptRow {
	const { networks, hasFiles } = plan;
	const name = `Post ${index + 1} of script ${plan.seed}`;
	const isRejected = plan.rejectedIndexes.has(index);
	const isUnwritable = plan.unwritableIndexes.has(index);
	const skippedChannels =
		plan.skipsChannels && chance(0.2) ? 1 + drawBelow(networks.length - 1) : 0;
	// The service rejects the longest text, but doesn't say which row has too many pictures.
	const isCrowded = hasFiles && isRejected;
	const length = isRejected && !isCrowded ? 600 : EXTRA_LENGTHS[skippedChannels];
	const thread = plan.hasThreads ? [`${name} goes on`, `${name} ends`] : [];
	// The word is in the first or the last part of a thread.
	const isLater = isUnwritable && thread.length > 0 && (plan.cuts > 0 || chance(0.5));
	return {
		text: `${name}${'!'.repeat(length)}${isUnwritable && !isLater ? ` ${UNWRITABLE}` : ''}`,
		file: hasFiles ? pick(FILES) : undefined,
		moreFiles: isCrowded ? Array<IDataObject>(4).fill(IMAGE) : [],
		isBroken: hasFiles && plan.cuts > 0 && chance(0.05),
		thread: isLater ? [thread[0], `${thread[1]} ${UNWRITABLE}`] : thread,
		date: pick(plan.dates),
		skippedChannels,
		mayFail: isRejected || isUnwritable,
	};
}

function drawFirstFaults(random: Random, plan: Plan): FaultRule[] {
	const faults = drawFaults(random, plan);
	const unreadablePublicPosts = drawUnreadablePublicPosts(random);
	if (random.chance(0.3)) faults.push(drawUnreadableLists(random));
	if (random.chance(0.2)) faults.push(unreadablePublicPosts);
	return faults;
}

/** After a cut, runs continue: they reject a thread of which only the start exists. */
function drawOnError({ pick }: Random, { cuts, unwritableIndexes }: Plan): OnError | undefined {
	return cuts > 0 && unwritableIndexes.size > 0
		? pick(CONTINUING)
		: pick([undefined, undefined, ...CONTINUING]);
}

/** One complete run, or runs that are cut short until the last one, which meets no faults. */
function drawRuns(
	random: Random,
	plan: Plan,
	rows: ScriptRow[],
	firstFaults: FaultRule[],
): ScriptRun[] {
	const { drawBelow, pick, chance } = random;
	const drawCut = (): Cut => ({
		kind: pick(['limit', 'cancel', 'crash']),
		after: drawBelow(plan.requests + 1),
	});
	const drawLaterFaults = () => [
		...drawFaults(random, plan),
		...(chance(0.3) ? [drawUnreadableLists(random)] : []),
	];
	return Array.from({ length: plan.cuts + 1 }, (_, index): ScriptRun => {
		const isFirst = index === 0;
		const isLast = index === plan.cuts;
		return {
			rows: isFirst ? rows : rows.map((row) => ({ ...row, isBroken: false })),
			faults: isFirst ? firstFaults : isLast ? [] : drawLaterFaults(),
			isTwice: plan.cuts > 0 && chance(0.25),
			isUnwritable: isFirst,
			cut: isLast ? undefined : drawCut(),
		};
	});
}

const createPart = (index: number) => ({ content: `={{ $json.thread[${index}] }}` });

const createParameters = (plan: Plan, ifExists: 'skip' | 'post'): INodeParameters => ({
	type: plan.type,
	date: '={{ $json.date }}',
	content: '={{ $json.text }}',
	thread: plan.hasThreads ? { segment: [0, 1].map(createPart) } : {},
	...(plan.hasFiles && { media: { file: [OWN_FILE, MORE_FILES] } }),
	options: {
		waitAtLimit: plan.waits ? 1 : 0,
		ifExists,
		...(plan.skipsChannels ? { ifUnsupported: 'skip' } : { skipValidation: true }),
	},
});
