/** The rows of a sheet, and how people edit them. */
import { DAY, HOUR } from '../../shared/time.cjs';
import { NETWORKS, type Edit, type RowPlan, type SheetScript, type SheetRow } from './script.cjs';

const YEAR = 365 * DAY;

/** The full hour before a time in ms. */
const toFullHour = (time: number) => new Date(time - (time % HOUR)).toISOString();

type RowEdit = Exclude<
	Edit['kind'],
	'add' | 'sort' | 'newMonth' | 'remove' | 'copy' | 'changedCopy' | 'reuse'
>;

function postponeRow(row: SheetRow): void {
	if (row.date === '') return;
	row.date = toFullHour(Math.max(Date.parse(row.date), Date.now() + HOUR) + 2 * DAY);
}

/** Makes a typo in the year of a date, or corrects it. */
function mistypeYear(row: SheetRow): void {
	if (row.date === '') return;
	const isNear = Date.parse(row.date) < Date.now() + YEAR / 2;
	row.date = toFullHour(Date.parse(row.date) + (isNear ? YEAR : -YEAR));
}

const getIdAndNetworks = ({ id, networks }: SheetRow) => ({ id, networks });

export class Rows {
	current: SheetRow[];
	private createdCount = 0;

	constructor(private readonly script: SheetScript) {
		this.current = script.rows.map((row) => this.createRow(row));
	}

	private createRow({ type, inMs, networks, isThread }: RowPlan): SheetRow {
		const number = ++this.createdCount;
		const uid = `u${number}`;
		const { seed, files, hasSameTexts, isReminder, usesClock, hasRecords } = this.script;
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

	/** Edits a row, or the whole sheet; `isPublished` tells whether the post of a row is out. */
	edit({ kind, row: at, plan }: Edit, isPublished: (row: SheetRow) => boolean): void {
		if (kind === 'add') this.current.push(this.createRow(plan));
		else if (kind === 'sort') this.current.reverse();
		else if (kind === 'newMonth') this.startNewMonth();
		else if (this.current.length > 0) {
			const row = this.current[at % this.current.length];
			if (kind === 'remove') this.current.splice(this.current.indexOf(row), 1);
			else if (kind === 'copy') this.copyRow(row);
			else if (kind === 'changedCopy') this.copyRowWithOtherValues(row, plan);
			else if (kind === 'reuse') {
				if (isPublished(row)) this.reuseRow(row, plan);
			} else this.editRow(row, kind);
		}
	}

	private editRow(row: SheetRow, kind: RowEdit): void {
		switch (kind) {
			case 'text':
				row.text += ', corrected';
				return;
			case 'both':
				row.text += ', corrected';
				postponeRow(row);
				return;
			case 'date':
				postponeRow(row);
				return;
			case 'year':
				mistypeYear(row);
				return;
			case 'file':
				if (row.file) row.file = `${row.uid}-${row.file}`;
				return;
			case 'tag':
				row.tag += 1;
				return;
			case 'flip':
				if (row.type === 'draft')
					row.type = row.date === '' && !this.script.usesClock ? 'now' : 'schedule';
				else if (row.type !== 'nextSlot') row.type = 'draft';
				return;
			case 'channel':
				row.networks = [...NETWORKS];
		}
	}

	/** Copies a row together with its ID. */
	private copyRow(row: SheetRow): void {
		const { isOrUpdate, hasRecords } = this.script;
		if (!isOrUpdate || !hasRecords) this.current.push(structuredClone(row));
	}

	/** Copies a row, and fills in other values; only a copied record gets an ID of its own. */
	private copyRowWithOtherValues(row: SheetRow, plan: RowPlan): void {
		const kept = !this.script.hasRecords && getIdAndNetworks(row);
		this.current.push({ ...row, ...this.createRow(plan), ...kept });
	}

	/** Replaces the values of a row, but not its ID. */
	private reuseRow(row: SheetRow, plan: RowPlan): void {
		Object.assign(row, this.createRow(plan), getIdAndNetworks(row));
	}

	/** Replaces all rows; their IDs start at 1 again. */
	private startNewMonth(): void {
		if (this.script.hasRecords) return;
		this.current = this.script.rows.map((plan, index) => ({
			...this.createRow(plan),
			id: `May ${index + 1}`,
		}));
	}
}
