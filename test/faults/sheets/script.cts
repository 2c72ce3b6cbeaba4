/**
 * Lives of a sheet: a person edits its rows, the workflow runs again and again, others work in the calendar meanwhile,
 * posts go out or fail, and now and then the service misbehaves. A life is made from its number alone.
 */
import type { IDataObject, WorkflowExecuteMode } from 'n8n-workflow';

import type { FaultRule } from '../../service/server.cjs';
import { DAY, dice, HOUR, MINUTE } from '../../shared/happenings.cjs';
import { LISTS, POSTS, PREVIEWS } from '../stage.cjs';

/** A row as a workflow reads it. */
export interface SheetRow extends IDataObject {
	/** Whose post it is: a word of its text, or of the name of its picture. */
	uid: string;
	/** As people number rows; copied with its row. */
	id: string;
	type: 'schedule' | 'draft' | 'now' | 'nextSlot';
	/** Empty if it names none. */
	date: string;
	text: string;
	thread: string[];
	/** The name of its picture, or empty. */
	file: string;
	/** The n-th tag of the workspace; 0 is none. */
	tag: number;
	networks: string[];
}

/** What a person does to the n-th row, or its remainder. */
export interface Edit {
	kind:
		| ('text' | 'date' | 'year' | 'both' | 'file' | 'tag' | 'flip' | 'channel')
		| ('add' | 'remove' | 'sort' | 'copy' | 'mendedCopy' | 'usedAgain' | 'newMonth');
	row: number;
	fresh: RowPlan;
}

/** What somebody does in the calendar to the n-th post that is still to go out. */
export interface Deed {
	kind: 'edit' | 'drag' | 'delete' | 'duplicate' | 'approve' | 'hold' | 'trim' | 'label';
	post: number;
}

interface RowPlan extends Pick<SheetRow, 'type' | 'networks'> {
	/** Undefined if it names no date. */
	inMs?: number;
	isThread: boolean;
}

/** How items come to the node: at once, one by one, or again if they failed or whatever became of them. */
export type Shape = 'once' | 'loop' | 'failedAgain' | 'allAgain';

export interface SheetRun {
	afterMs: number;
	edits: Edit[];
	deeds: Deed[];
	faults: FaultRule[];
	/** With Create, in a life of Create or Update. */
	isCreate: boolean;
	shape: Shape;
	tries: number;
	mode: WorkflowExecuteMode;
}

export interface Sheet {
	seed: number;
	isOrUpdate: boolean;
	/** Typed into the form for good, and run by a schedule: each run means another post. */
	isReminder: boolean;
	/** All dates are an hour from now. */
	isClock: boolean;
	files?: 'binary' | 'upload' | 'url';
	/** Files of posts cannot be read. */
	hidesFiles: boolean;
	/** All rows have one caption, and pictures of their own. */
	isAlike: boolean;
	/** IDs are unique by themselves, as those of Airtable. */
	hasRecords: boolean;
	rows: RowPlan[];
	runs: SheetRun[];
	/** What becomes of posts that are due, in turn. */
	outcomes: Array<'published' | 'refused' | 'unclear' | 'triedAgain' | 'commentFailed'>;
}

/** Previews that show nothing, without saying so. */
const HIDDEN: Array<Pick<FaultRule, 'status' | 'body'>> = [
	{ status: 403 },
	{ status: 404 },
	{ status: 200, body: {} },
	{ status: 200, body: [] },
];

export const NETWORKS = ['bluesky', 'mastodon'];

/** The life of a number. */
export function makeSheet(seed: number): Sheet {
	const { below, pick, chance } = dice(seed);

	const isOrUpdate = chance(0.5);
	const isReminder = !isOrUpdate && chance(0.08);
	const isClock = !isOrUpdate && !isReminder && chance(0.12);
	const hasThreads = !isReminder && chance(0.2);
	const files = isReminder
		? undefined
		: pick([undefined, undefined, 'binary', 'upload', 'url'] as const);
	const isAlike = files !== undefined && chance(0.3);
	const date = (isAlike ? 10 : 3 + below(20)) * DAY;

	const newRow = (): RowPlan => {
		const type = pick(['schedule', 'schedule', 'schedule', 'draft', 'now', 'nextSlot'] as const);
		const isDated = type === 'schedule' || (type === 'draft' && chance(0.7));
		return {
			type: isReminder ? 'now' : isClock ? 'schedule' : type,
			inMs: isDated && !isReminder ? pick([date, date, (2 + below(30)) * DAY]) : undefined,
			networks: isReminder ? ['bluesky'] : pick([['bluesky'], ['bluesky'], ['mastodon'], NETWORKS]),
			isThread: hasThreads && chance(0.5),
		};
	};
	const anyEdit = (): Edit => ({
		kind: pick([
			...(['text', 'text', 'text', 'date', 'date', 'both', 'file', 'tag', 'flip', 'flip'] as const),
			'year' as const,
			...(['add', 'remove', 'sort', 'copy', 'channel'] as const),
			...(isOrUpdate ? (['mendedCopy', 'usedAgain', 'newMonth'] as const) : []),
		]),
		row: below(9),
		fresh: newRow(),
	});
	const anyDeed = (): Deed => ({
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
		post: below(9),
	});
	const lost = { status: 500, processed: true, keep: below(3) } as const;
	const anyFault = (): FaultRule =>
		pick<FaultRule>([
			{ match: POSTS, kind: 'status', ...lost },
			{ match: POSTS, kind: 'resetBefore' },
			{ match: POSTS, kind: 'resetAfter', keep: lost.keep },
			{ match: POSTS, kind: 'late', delay: 10 + below(40) },
			{ match: POSTS, kind: 'html502', processed: true, keep: lost.keep },
			{ match: POSTS, kind: 'status', status: 429, times: 99, headers: { 'retry-after': '1200' } },
			{ match: LISTS, kind: 'status', status: pick([500, 403]), times: 99 },
			{ match: PREVIEWS, kind: 'status', status: 500, times: 5 },
			{ match: PREVIEWS, kind: 'status', ...pick(HIDDEN), times: 999 },
			{ match: PREVIEWS, kind: 'html502', status: 200, times: 999 },
		]);
	const some = <T,>(probability: number, make: () => T): T[] =>
		chance(probability) ? Array.from({ length: 1 + below(2) }, make) : [];
	const count = 3 + below(3);
	const shape = chance(0.7) ? 'once' : pick(['loop', 'failedAgain', 'allAgain'] as const);
	const isSwitched = isOrUpdate && chance(0.3);
	const cadence = pick([1, 6, 12, 24]) * HOUR;
	const runs = Array.from({ length: count }, (_, index): SheetRun => {
		// In the end, everything is as it is to be.
		const isLast = index === count - 1;
		const isWorkedOn = index > 0 && !isLast && !isReminder;
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
			edits: isWorkedOn ? some(0.8, anyEdit) : [],
			deeds: isWorkedOn ? some(0.5, anyDeed) : [],
			faults: isLast || isReminder ? [] : some(0.25, anyFault),
			isCreate: isSwitched && index === 0,
			shape,
			tries: pick([1, 1, 3]),
			mode: isReminder ? 'trigger' : pick(['manual', 'trigger', 'webhook'] as const),
		};
	});
	return {
		...{ seed, isOrUpdate, isReminder, isClock, files, isAlike, runs },
		hidesFiles: chance(0.1),
		hasRecords: chance(0.4),
		rows: Array.from({ length: isReminder ? 1 : 1 + below(4) }, newRow),
		outcomes: Array.from({ length: 9 }, () =>
			chance(0.7)
				? 'published'
				: pick(['refused', 'unclear', 'triedAgain', 'commentFailed'] as const),
		),
	};
}

const YEAR = 365 * DAY;

/** The full hour before a time (ms). */
const dateAt = (time: number) => new Date(time - (time % HOUR)).toISOString();

/** The rows of a sheet, and how people edit them. */
export class Rows {
	all: SheetRow[];
	private made = 0;

	constructor(private readonly sheet: Sheet) {
		this.all = sheet.rows.map((row) => this.fresh(row));
	}

	private fresh({ type, inMs, networks, isThread }: RowPlan): SheetRow {
		const number = ++this.made;
		const uid = `u${number}`;
		const { seed, files, isAlike, isReminder, isClock, hasRecords } = this.sheet;
		return {
			uid,
			id: hasRecords
				? `rec${String(seed).padStart(7, 'A')}${String(number).padStart(7, 'x')}`
				: `May ${number}`,
			type,
			date: inMs === undefined || isClock ? '' : dateAt(Date.now() + inMs),
			text: isReminder ? `Open now, all of u1` : isAlike ? 'Tea of the day' : `Tea of ${uid}`,
			thread: isThread ? [`More of ${uid}`, `End of ${uid}`] : [],
			file: files ? `${uid}.png` : '',
			tag: 0,
			networks: [...networks],
		};
	}

	/** `isOut` tells whether the post of a row is out. */
	edit({ kind, row: at, fresh }: Edit, isOut: (row: SheetRow) => boolean): void {
		const { hasRecords, isOrUpdate } = this.sheet;
		const row = this.all[at % Math.max(1, this.all.length)];
		const isNew = ['add', 'newMonth', 'sort'].includes(kind);
		if (!row && !isNew) return;
		const kept = row && { id: row.id, networks: row.networks };
		const postpone = () => {
			if (row.date === '') return;
			row.date = dateAt(Math.max(Date.parse(row.date), Date.now() + HOUR) + 2 * DAY);
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
				row.date = dateAt(Date.parse(row.date) + (isNear ? YEAR : -YEAR));
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
					row.type = row.date === '' && !this.sheet.isClock ? 'now' : 'schedule';
				else if (row.type !== 'nextSlot') row.type = 'draft';
				return;
			case 'channel':
				row.networks = [...NETWORKS];
				return;
			case 'remove':
				this.all.splice(this.all.indexOf(row), 1);
				return;
			case 'sort':
				this.all.reverse();
				return;
			case 'add':
				this.all.push(this.fresh(fresh));
				return;
			case 'copy':
				if (!isOrUpdate || !hasRecords) this.all.push(structuredClone(row));
				return;
			case 'mendedCopy':
				// A copied record gets an ID of its own.
				this.all.push({ ...row, ...this.fresh(fresh), ...(!hasRecords && kept) });
				return;
			case 'usedAgain':
				if (isOut(row)) Object.assign(row, this.fresh(fresh), kept);
				return;
			case 'newMonth':
				// It counts from 1 again.
				if (hasRecords) return;
				this.all = this.sheet.rows.map((plan, index) => ({
					...this.fresh({ ...fresh, ...plan }),
					id: `May ${index + 1}`,
				}));
		}
	}
}
