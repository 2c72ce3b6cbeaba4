/**
 * Scripts of a sheet: people edit its rows and the calendar between runs of the workflow, posts are published or fail,
 * and the service misbehaves at times. The seed alone decides what happens.
 */
import type { IDataObject, WorkflowExecuteMode } from 'n8n-workflow';

import type { FaultRule } from '../../service/server.cjs';
import { createRandom, type Random } from '../../shared/random.cjs';
import { DAY, HOUR, MINUTE } from '../../shared/time.cjs';
import { LISTS, POSTS, PUBLIC_POSTS } from '../environment.cjs';

/** A row as a workflow reads it. */
export interface SheetRow extends IDataObject {
	/** Identifies its post: a word in its text, or in the name of its picture. */
	uid: string;
	/** The Row ID, which is copied with the row. */
	id: string;
	type: 'schedule' | 'draft' | 'now' | 'nextSlot';
	/** Or empty. */
	date: string;
	text: string;
	thread: string[];
	/** The name of its picture, or empty. */
	file: string;
	/** The n-th tag of the workspace; 0 is none. */
	tag: number;
	networks: string[];
}

/** An edit of the n-th row, modulo the number of rows. */
export interface Edit {
	kind:
		| ('text' | 'date' | 'year' | 'both' | 'file' | 'tag' | 'flip' | 'channel')
		| ('add' | 'remove' | 'sort' | 'copy' | 'changedCopy' | 'reuse' | 'newMonth');
	row: number;
	plan: RowPlan;
}

/** An edit of the n-th unpublished post in the calendar, modulo their number. */
export interface CalendarEdit {
	kind: 'edit' | 'drag' | 'delete' | 'duplicate' | 'approve' | 'hold' | 'trim' | 'label';
	post: number;
}

export interface RowPlan extends Pick<SheetRow, 'type' | 'networks'> {
	/** Undefined without a date. */
	inMs?: number;
	isThread: boolean;
}

/** How the node gets the items: all at once, in a loop, or the failed or all ones a second time. */
export type WorkflowShape = 'once' | 'loop' | 'failedAgain' | 'allAgain';

export interface SheetRun {
	afterMs: number;
	edits: Edit[];
	calendarEdits: CalendarEdit[];
	faults: FaultRule[];
	/** Uses Create, in a script of Create or Update. */
	isCreate: boolean;
	shape: WorkflowShape;
	tries: number;
	mode: WorkflowExecuteMode;
}

export interface SheetScript {
	seed: number;
	isOrUpdate: boolean;
	/** A fixed text that a schedule posts again in each run. */
	isReminder: boolean;
	/** All dates are an hour from now. */
	usesClock: boolean;
	files?: 'binary' | 'upload' | 'url';
	/** Files of posts cannot be read. */
	hidesFiles: boolean;
	/** All rows have one caption, and pictures of their own. */
	hasSameTexts: boolean;
	/** Row IDs are globally unique, as in Airtable. */
	hasRecords: boolean;
	rows: RowPlan[];
	runs: SheetRun[];
	/** The outcomes of due posts, in turn. */
	outcomes: Array<'published' | 'rejected' | 'mayBeOnline' | 'retrying' | 'commentFailed'>;
}

/** Responses that hide the public data of a post. */
const HIDDEN: Array<Pick<FaultRule, 'status' | 'body'>> = [
	{ status: 403 },
	{ status: 404 },
	{ status: 200, body: {} },
	{ status: 200, body: [] },
];

/** The kinds of edits, some of them more often. */
const EDITS = [
	...(['text', 'text', 'text', 'date', 'date', 'both', 'file', 'tag', 'flip', 'flip'] as const),
	...(['year', 'add', 'remove', 'sort', 'copy', 'channel'] as const),
];
const EDITS_OF_ROW_IDS = ['changedCopy', 'reuse', 'newMonth'] as const;
const CALENDAR_EDITS = [
	...(['edit', 'drag', 'delete', 'duplicate', 'approve', 'approve'] as const),
	...(['hold', 'trim', 'label'] as const),
];
/** Between two runs, in ms. */
const PAUSES = [
	6 * MINUTE,
	HOUR,
	9 * HOUR,
	12 * HOUR - 3000,
	30 * HOUR,
	5 * DAY,
	25 * DAY,
	70 * DAY,
];
const FAILURES = ['rejected', 'mayBeOnline', 'retrying', 'commentFailed'] as const;

export const NETWORKS = ['bluesky', 'mastodon'];

/** What all rows and runs of a sheet have in common. */
interface Plan extends Pick<
	SheetScript,
	'isOrUpdate' | 'isReminder' | 'usesClock' | 'files' | 'hasSameTexts'
> {
	hasThreads: boolean;
	/** The date of most rows, in ms from now. */
	inMs: number;
}

/** How the runs of a sheet are started. */
interface Schedule {
	count: number;
	shape: WorkflowShape;
	startsWithCreate: boolean;
	/** Between two runs of a reminder. */
	cadenceMs: number;
}

/** Makes the script of a seed. The order of the draws decides it: another order makes other scripts. */
export function makeSheetScript(seed: number): SheetScript {
	const random = createRandom(seed);
	const { drawBelow, pick, chance } = random;
	const plan = drawPlan(random);
	const { isOrUpdate, isReminder, usesClock, files, hasSameTexts } = plan;
	const storedCount = drawBelow(3);
	const schedule = drawSchedule(random, plan);
	const runs = Array.from({ length: schedule.count }, (_, index) =>
		drawRun(random, plan, schedule, index, storedCount),
	);
	return {
		seed,
		isOrUpdate,
		isReminder,
		usesClock,
		files,
		hasSameTexts,
		runs,
		hidesFiles: chance(0.1),
		hasRecords: chance(0.4),
		rows: Array.from({ length: isReminder ? 1 : 1 + drawBelow(4) }, () => drawRow(random, plan)),
		outcomes: Array.from({ length: 9 }, () => (chance(0.7) ? 'published' : pick(FAILURES))),
	};
}

function drawPlan({ drawBelow, pick, chance }: Random): Plan {
	const isOrUpdate = chance(0.5);
	const isReminder = !isOrUpdate && chance(0.08);
	const usesClock = !isOrUpdate && !isReminder && chance(0.12);
	const hasThreads = !isReminder && chance(0.2);
	const files = isReminder
		? undefined
		: pick([undefined, undefined, 'binary', 'upload', 'url'] as const);
	const hasSameTexts = files !== undefined && chance(0.3);
	const inMs = (hasSameTexts ? 10 : 3 + drawBelow(20)) * DAY;
	return { isOrUpdate, isReminder, usesClock, hasThreads, files, hasSameTexts, inMs };
}

function drawSchedule({ drawBelow, pick, chance }: Random, { isOrUpdate }: Plan): Schedule {
	return {
		count: 3 + drawBelow(3),
		shape: chance(0.7) ? 'once' : pick(['loop', 'failedAgain', 'allAgain'] as const),
		startsWithCreate: isOrUpdate && chance(0.3),
		cadenceMs: pick([1, 6, 12, 24]) * HOUR,
	};
}

function drawRow({ drawBelow, pick, chance }: Random, plan: Plan): RowPlan {
	const { isReminder, usesClock, hasThreads, inMs } = plan;
	const type = pick(['schedule', 'schedule', 'schedule', 'draft', 'now', 'nextSlot'] as const);
	const isDated = type === 'schedule' || (type === 'draft' && chance(0.7));
	return {
		type: isReminder ? 'now' : usesClock ? 'schedule' : type,
		inMs: isDated && !isReminder ? pick([inMs, inMs, (2 + drawBelow(30)) * DAY]) : undefined,
		networks: isReminder ? ['bluesky'] : pick([['bluesky'], ['bluesky'], ['mastodon'], NETWORKS]),
		isThread: hasThreads && chance(0.5),
	};
}

function drawRun(
	random: Random,
	plan: Plan,
	{ count, shape, startsWithCreate, cadenceMs }: Schedule,
	index: number,
	storedCount: number,
): SheetRun {
	const { drawBelow, pick, chance } = random;
	const { isReminder } = plan;
	const drawSeveral = <T,>(probability: number, draw: () => T): T[] =>
		chance(probability) ? Array.from({ length: 1 + drawBelow(2) }, draw) : [];
	// The last run has no edits or faults, so everything must be right after it.
	const isLast = index === count - 1;
	const isEdited = index > 0 && !isLast && !isReminder;
	const hasFaults = !isLast && !isReminder;
	return {
		afterMs: isReminder ? cadenceMs - 3000 : isLast ? HOUR : pick(PAUSES),
		edits: isEdited ? drawSeveral(0.8, () => drawEdit(random, plan)) : [],
		calendarEdits: isEdited ? drawSeveral(0.5, () => drawCalendarEdit(random)) : [],
		faults: hasFaults ? drawSeveral(0.25, () => drawFault(random, storedCount)) : [],
		isCreate: startsWithCreate && index === 0,
		shape,
		tries: pick([1, 1, 3]),
		mode: isReminder ? 'trigger' : pick(['manual', 'trigger', 'webhook'] as const),
	};
}

const drawEdit = (random: Random, plan: Plan): Edit => ({
	kind: random.pick([...EDITS, ...(plan.isOrUpdate ? EDITS_OF_ROW_IDS : [])]),
	row: random.drawBelow(9),
	plan: drawRow(random, plan),
});

const drawCalendarEdit = ({ drawBelow, pick }: Random): CalendarEdit => ({
	kind: pick(CALENDAR_EDITS),
	post: drawBelow(9),
});

/** Draws a fault; if the answer to a request is lost, `storedCount` of its posts are stored. */
const drawFault = ({ drawBelow, pick }: Random, storedCount: number): FaultRule =>
	pick<FaultRule>([
		{ match: POSTS, kind: 'status', status: 500, processed: true, keep: storedCount },
		{ match: POSTS, kind: 'resetBefore' },
		{ match: POSTS, kind: 'resetAfter', keep: storedCount },
		{ match: POSTS, kind: 'late', delay: 10 + drawBelow(40) },
		{ match: POSTS, kind: 'html502', processed: true, keep: storedCount },
		{ match: POSTS, kind: 'status', status: 429, times: 99, headers: { 'retry-after': '1200' } },
		{ match: LISTS, kind: 'status', status: pick([500, 403]), times: 99 },
		{ match: PUBLIC_POSTS, kind: 'status', status: 500, times: 5 },
		{ match: PUBLIC_POSTS, kind: 'status', ...pick(HIDDEN), times: 999 },
		{ match: PUBLIC_POSTS, kind: 'html502', status: 200, times: 999 },
	]);
