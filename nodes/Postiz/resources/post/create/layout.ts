import type {
	IBinaryKeyData,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
} from 'n8n-workflow';

import { isTool } from '../../../transport/nodeError';

/** With Include Input Fields, the name of what the node says. */
const BESIDE = 'post';

/** Lays out what the node says of an item: alone, or before the columns of its row, under a name of its own. */
export class Layout {
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly includesInput: boolean,
	) {}

	/** The items of rows; the first has the files of `first`. */
	items(rows: IDataObject[], index: number, first?: IBinaryKeyData): INodeExecutionData[] {
		const { json = {}, binary } = this.context.getInputData()[index] ?? {};
		const number = this.numberOf(index);
		return rows.map((row, place) => {
			const said = { ...row, ...number };
			const files = { ...(this.includesInput && binary), ...(place === 0 && first) };
			return {
				json: this.includesInput ? this.beside(said, json) : said,
				...(Object.keys(files).length > 0 && { binary: files }),
				pairedItem: { item: index },
			};
		});
	}

	/** What stands beside the `error` of an item. */
	besideError(index: number, outcome: string): IDataObject | undefined {
		const { json = {} } = this.context.getInputData()[index] ?? {};
		return this.includesInput ? this.beside({ outcome }, json) : undefined;
	}

	private beside(said: IDataObject, columns: IDataObject): IDataObject {
		// First, as n8n shows the first keys first.
		const shown: IDataObject = Object.assign({ [BESIDE]: said }, columns, { [BESIDE]: said });
		// With Retry On Fail, n8n takes a first item with an `error` for a failed one.
		delete shown.error;
		return shown;
	}

	/** The number of a row, as sheets have it. */
	numberOf(index: number): { row?: number } {
		const { row_number: row } = this.context.getInputData()[index]?.json ?? {};
		return typeof row === 'number' && !isTool(this.context) ? { row } : {};
	}
}
