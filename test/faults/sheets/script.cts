/**
 * Scripts of a sheet: people edit its rows and the calendar between runs of the workflow, posts are published or fail, and
 * the service misbehaves at times. The seed alone decides what happens.
 */
import type { IDataObject, WorkflowExecuteMode } from 'n8n-workflow';

import type { FaultRule } from '../../service/server.cjs';
import { createRandom } from '../../shared/random.cjs';
import { DAY, HOUR, MINUTE } from '../../shared/time.cjs';
import { LISTS, POSTS, PUBLIC_POSTS } from '../stage.cjs';

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
		| ('add' | 'remove' | 'sort' | 'copy' | 'mendedCopy' | 'usedAgain' | 'newMonth');
	row: number;
	plan: RowPlan;
}

/** An edit of the n-th unpublished post in the calendar, modulo their number. */
export interface CalendarEdit {
	kind: 'edit' | 'drag' | 'delete' | 'duplicate' | 'approve' | 'hold' | 'trim' | 'label';
	post: number;
}

interface RowPlan extends Pick<SheetRow, 'type' | 'networks'> {
	/** Undefined without a date. */
	inMs?: number;
	isThread: boolean;
}

/** How the node gets the items: all at once, in a loop, or the failed or all ones a second time. */
export type Shape = 'once' | 'loop' | 'failedAgain' | 'allAgain';

export interface SheetRun {
	afterMs: number;
	edits: Edit[];
	calendarEdits: CalendarEdit[];
	faults: FaultRule[];
	/** Uses Create, in a script of Create or Update. */
	isCreate: boolean;
	shape: Shape;
	tries: number;
	mode: WorkflowExecuteMode;
}

export interface Sheet {
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
	outcomes: Array<'published' | 'refused' | 'unclear' | 'triedAgain' | 'commentFailed'>;
}

/** Responses that hide the public data of a post. */
const HIDDEN: Array<Pick<FaultRule, 'status' | 'body'>> = [
	{ status: 403 },
	{ status: 404 },
	{ status: 200, body: {} },
	{ status: 200, body: [] },
];

export const NETWORKS = ['bluesky', 'mastodon'];

/** Makes the script of a seed. */
export function makeSheet(seed: number): Sheet {
	const { drawBelow, pick, chance } = createRandom(seed);

	const isOrUpdate = chance(0.5);
	const isReminder = !isOrUpdate && chance(0.08);
	const usesClock = !isOrUpdate && !isReminder && chance(0.12);
	const hasThreads = !isReminder && chance(0.2);
	const files = isReminder
		? undefined
		: pick([undefined, undefined, 'binary', 'upload', 'url'] as const);
	const hasSameTexts = files !== undefined && chance(0.3);
	const date = (hasSameTexts ? 10 : 3 + drawBelow(20)) * DAY;

	const createRow = (): RowPlan => {
		const type = pick(['schedule', 'schedule', 'schedule', 'draft', 'now', 'nextSlot'] as const);
		const isDated = type === 'schedule' || (type === 'draft' && chance(0.7));
		return {
			type: isReminder ? 'now' : usesClock ? 'schedule' : type,
			inMs: isDated && !isReminder ? pick([date, date, (2 + drawBelow(30)) * DAY]) : undefined,
			networks: isReminder ? ['bluesky'] : pick([['bluesky'], ['bluesky'], ['mastodon'], NETWORKS]),
			isThread: hasThreads && chance(0.5),
		};
	};
	const drawEdit = (): Edit => ({
		kind: pick([
			...(['text', 'text', 'text', 'date', 'date', 'both', 'file', 'tag', 'flip', 'flip'] as const),
			'year' as const,
			...(['add', 'remove', 'sort', 'copy', 'channel'] as const),
			...(isOrUpdate ? (['mendedCopy', 'usedAgain', 'newMonth'] as const) : []),
		]),
		row: drawBelow(9),
		plan: createRow(),
	});
	const drawCalendarEdit = (): CalendarEdit => ({
		kind: pick([
			'edit',
			'drag',
			'delete',
			'duplicate',
			'approve',
			'approve',
			'hold',
			'trim',
			'label',
		]),
		post: drawBelow(9),
	});
	const lost = { status: 500, processed: true, keep: drawBelow(3) } as const;
	const drawFault = (): FaultRule =>
		pick<FaultRule>([
			{ match: POSTS, kind: 'status', ...lost },
			{ match: POSTS, kind: 'resetBefore' },
			{ match: POSTS, kind: 'resetAfter', keep: lost.keep },
			{ match: POSTS, kind: 'late', delay: 10 + drawBelow(40) },
			{ match: POSTS, kind: 'html502', processed: true, keep: lost.keep },
			{ match: POSTS, kind: 'status', status: 429, times: 99, headers: { 'retry-after': '1200' } },
			{ match: LISTS, kind: 'status', status: pick([500, 403]), times: 99 },
			{ match: PUBLIC_POSTS, kind: 'status', status: 500, times: 5 },
			{ match: PUBLIC_POSTS, kind: 'status', ...pick(HIDDEN), times: 999 },
			{ match: PUBLIC_POSTS, kind: 'html502', status: 200, times: 999 },
		]);
	const drawSeveral = <T,>(probability: number, make: () => T): T[] =>
		chance(probability) ? Array.from({ length: 1 + drawBelow(2) }, make) : [];
	const count = 3 + drawBelow(3);
	const shape = chance(0.7) ? 'once' : pick(['loop', 'failedAgain', 'allAgain'] as const);
	const startsWithCreate = isOrUpdate && chance(0.3);
	const cadence = pick([1, 6, 12, 24]) * HOUR;
	const runs = Array.from({ length: count }, (_, index): SheetRun => {
		// The last run has no edits or faults, so everything must be right after it.
		const isLast = index === count - 1;
		const isEdited = index > 0 && !isLast && !isReminder;
		return {
			afterMs: isReminder
				? cadence - 3000
				: isLast
					? HOUR
					: pick([
							6 * MINUTE,
							HOUR,
							9 * HOUR,
							12 * HOUR - 3000,
							30 * HOUR,
							5 * DAY,
							25 * DAY,
							70 * DAY,
						]),
			edits: isEdited ? drawSeveral(0.8, drawEdit) : [],
			calendarEdits: isEdited ? drawSeveral(0.5, drawCalendarEdit) : [],
			faults: isLast || isReminder ? [] : drawSeveral(0.25, drawFault),
			isCreate: startsWithCreate && index === 0,
			shape,
			tries: pick([1, 1, 3]),
			mode: isReminder ? 'trigger' : pick(['manual', 'trigger', 'webhook'] as const),
		};
	});
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
		rows: Array.from({ length: isReminder ? 1 : 1 + drawBelow(4) }, createRow),
		outcomes: Array.from({ length: 9 }, () =>
			chance(0.7)
				? 'published'
				: pick(['refused', 'unclear', 'triedAgain', 'commentFailed'] as const),
		),
	};
}

const YEAR = 365 * DAY;

/** The full hour before a time in ms. */
const toFullHour = (time: number) => new Date(time - (time % HOUR)).toISOString();

/** The rows of a sheet, and how people edit them. */
export class Rows {
	current: SheetRow[];
	private createdCount = 0;

	constructor(private readonly sheet: Sheet) {
		this.current = sheet.rows.map((row) => this.createRow(row));
	}

	private createRow({ type, inMs, networks, isThread }: RowPlan): SheetRow {
		const number = ++this.createdCount;
		const uid = `u${number}`;
		const { seed, files, hasSameTexts, isReminder, usesClock, hasRecords } = this.sheet;
		return {
			uid,
			id: hasRecords
				? `rec${String(seed).padStart(7, 'A')}${String(number).padStart(7, 'x')}`
				: `May ${number}`,
			type,
			date: inMs === undefined || usesClock ? '' : toFullHour(Date.now() + inMs),
			text: isReminder ? `Open now, all of u1` : hasSameTexts ? 'Tea of the day' : `Tea of ${uid}`,
			thread: isThread ? [`More of ${uid}`, `End of ${uid}`] : [],
			file: files ? `${uid}.png` : '',
			tag: 0,
			networks: [...networks],
		};
	}

	/** `isOut` tells whether the post of a row is out. */
	edit({ kind, row: at, plan }: Edit, isPublished: (row: SheetRow) => boolean): void {
		const { hasRecords, isOrUpdate } = this.sheet;
		const row = this.current[at % Math.max(1, this.current.length)];
		const isNew = ['add', 'newMonth', 'sort'].includes(kind);
		if (!row && !isNew) return;
		const kept = row && { id: row.id, networks: row.networks };
		const postpone = () => {
			if (row.date === '') return;
			row.date = toFullHour(Math.max(Date.parse(row.date), Date.now() + HOUR) + 2 * DAY);
		};
		switch (kind) {
			case 'both':
			case 'text':
				row.text += ', corrected';
				if (kind === 'both') postpone();
				return;
			case 'date':
				return postpone();
			case 'year': {
				// A typo, or its correction.
				if (row.date === '') return;
				const isNear = Date.parse(row.date) < Date.now() + YEAR / 2;
				row.date = toFullHour(Date.parse(row.date) + (isNear ? YEAR : -YEAR));
				return;
			}
			case 'file':
				if (row.file) row.file = `${row.uid}-${row.file}`;
				return;
			case 'tag':
				row.tag += 1;
				return;
			case 'flip':
				if (row.type === 'draft')
					row.type = row.date === '' && !this.sheet.usesClock ? 'now' : 'schedule';
				else if (row.type !== 'nextSlot') row.type = 'draft';
				return;
			case 'channel':
				row.networks = [...NETWORKS];
				return;
			case 'remove':
				this.current.splice(this.current.indexOf(row), 1);
				return;
			case 'sort':
				this.current.reverse();
				return;
			case 'add':
				this.current.push(this.createRow(plan));
				return;
			case 'copy':
				if (!isOrUpdate || !hasRecords) this.current.push(structuredClone(row));
				return;
			case 'mendedCopy':
				// A copied record gets an ID of its own.
				this.current.push({ ...row, ...this.createRow(plan), ...(!hasRecords && kept) });
				return;
			case 'usedAgain':
				if (isPublished(row)) Object.assign(row, this.createRow(plan), kept);
				return;
			case 'newMonth':
				// The IDs start at 1 again.
				if (hasRecords) return;
				this.current = this.sheet.rows.map((plan, index) => ({
					...this.createRow({ ...plan, ...plan }),
					id: `May ${index + 1}`,
				}));
		}
	}
}
