import type {
	IBinaryKeyData,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
} from 'n8n-workflow';

import { getRowNumber } from './inputItems';
import type { ItemFailure } from './itemResults';
import { renderFailure } from './operationResult';

/** With Include Input Fields, the column of what the node outputs. */
const OUTPUT_COLUMN = 'post';

/** Lays out the rows of an item: alone, or under a name of their own before the columns of the input. */
export class RowLayout {
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly includesInput: boolean,
	) {}

	/** The items of rows; the first one also gets `files`. */
	renderRows(rows: IDataObject[], index: number, files?: IBinaryKeyData): INodeExecutionData[] {
		const { json = {}, binary: input } = this.context.getInputData()[index] ?? {};
		return rows.map((row, place) => {
			const output = this.withRowNumber(row, index);
			const binary = { ...(this.includesInput && input), ...(place === 0 && files) };
			return {
				json: this.includesInput ? mergeWithInput(output, json) : output,
				...(Object.keys(binary).length > 0 && { binary }),
				pairedItem: { item: index },
			};
		});
	}

	/** The error item of an item, with a row that shows its outcome. */
	renderFailure(failure: ItemFailure, row: IDataObject): INodeExecutionData {
		const [index] = failure;
		const { json = {} } = this.context.getInputData()[index] ?? {};
		const output = this.withRowNumber(row, index);
		const { outcome } = output;
		const columns = this.includesInput
			? mergeWithInput(output, json)
			: // The error comes before the columns of the input, as n8n shows the first keys first.
				{ ...output, error: '', ...json, outcome };
		return renderFailure(this.context, failure, columns);
	}

	/** A row with its number in a sheet in second place, as people look there for what to change. */
	private withRowNumber(row: IDataObject, index: number): IDataObject {
		const number = getRowNumber(this.context, index);
		const entries = Object.entries(row);
		if (number !== undefined) entries.splice(1, 0, ['row', number]);
		return Object.fromEntries(entries) as IDataObject;
	}
}

function mergeWithInput(output: IDataObject, columns: IDataObject): IDataObject {
	// First, as n8n shows the first keys first.
	const merged: IDataObject = Object.assign({ [OUTPUT_COLUMN]: output }, columns, {
		[OUTPUT_COLUMN]: output,
	});
	// With Retry On Fail, n8n takes a first item with an `error` for a failed one.
	delete merged.error;
	return merged;
}
