import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { isTool } from '../../../transport/nodeError';

/** With Include Input Fields, the name of what the node says. */
const BESIDE = 'post';

/** Where what the node says of an item stands in its output: alone, or beside the columns of its row. */
export class Layout {
	private freeName?: string;

	constructor(
		private readonly context: IExecuteFunctions,
		readonly includesInput: boolean,
	) {}

	/** The row of a sheet, or of several items the item's number as n8n's errors have it; models have only one item. */
	numberOf(itemIndex: number): { row?: number } {
		if (isTool(this.context)) return {};
		const { row_number: row } = this.columnsOf(itemIndex);
		if (typeof row === 'number') return { row };
		return this.context.getInputData().length > 1 ? { row: itemIndex } : {};
	}

	/** Rows with the number of their item, and beside its columns if chosen. */
	shown(rows: IDataObject[], itemIndex: number): IDataObject[] {
		return rows.map((row) => {
			const said = { ...this.numberOf(itemIndex), ...row };
			return this.includesInput ? this.beside(itemIndex, said) : said;
		});
	}

	/** Rows of a preview, always before the columns of their item; models know their own input. */
	previewed(rows: IDataObject[], itemIndex: number): IDataObject[] {
		return rows.map((row): IDataObject => {
			const said = { ...this.numberOf(itemIndex), ...row };
			if (isTool(this.context)) return said;
			return { [this.nameBeside]: said, ...this.beside(itemIndex, said) };
		});
	}

	/** What stands beside the `error` of an item. */
	besideError(itemIndex: number): IDataObject {
		const number = this.numberOf(itemIndex);
		if (!this.includesInput) return { ...number, ...this.columnsOf(itemIndex) };
		return this.beside(itemIndex, { ...number, outcome: 'failed' });
	}

	/** Where to look if the usual name was taken by a column; empty otherwise. */
	describeName(): string {
		const { freeName = BESIDE } = this;
		return freeName === BESIDE
			? ''
			: `The input has a column “${BESIDE}”, so what became of each row is in “${freeName}”.`;
	}

	/** What the node says, under a name of its own beside the columns of its row, which stay as they are. */
	private beside(itemIndex: number, said: IDataObject): IDataObject {
		const shown: IDataObject = { ...this.columnsOf(itemIndex), [this.nameBeside]: said };
		// With Retry On Fail, n8n takes a first item with an `error` for a failed one.
		delete shown.error;
		return shown;
	}

	private columnsOf(itemIndex: number): IDataObject {
		return this.context.getInputData()[itemIndex]?.json ?? {};
	}

	/** The first of `post`, `post_2` and so on that is no column. */
	private get nameBeside(): string {
		if (this.freeName !== undefined) return this.freeName;
		const columns = new Set(this.context.getInputData().flatMap(({ json }) => Object.keys(json)));
		this.freeName = BESIDE;
		for (let next = 2; columns.has(this.freeName); next++) this.freeName = `${BESIDE}_${next}`;
		return this.freeName;
	}
}
