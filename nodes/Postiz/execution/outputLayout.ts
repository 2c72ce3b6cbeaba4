import type {
	IBinaryKeyData,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
} from 'n8n-workflow';

import { isObject } from '../common/value';
import { getRowNumber } from './inputItems';
import type { ItemFailure } from './itemResults';
import { createErrorOutput } from './operationResult';

/** The column for the output with Include Input Fields. */
const OUTPUT_COLUMN = 'post';

/** With Retry On Fail, n8n treats a first item with an `error` as failed. */
const RESERVED_COLUMNS = new Set([OUTPUT_COLUMN, 'error']);

/** Lays out the outputs of an item: on their own, or in a column before the fields of the input. */
export class OutputLayout {
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly includesInputFields: boolean,
	) {}

	/** Lays out the outputs of an item. The first one also gets `files`. */
	render(outputs: IDataObject[], index: number, files?: IBinaryKeyData): INodeExecutionData[] {
		const { json = {}, binary: input } = this.context.getInputData()[index] ?? {};
		return outputs.map((output, position) => {
			const numbered = this.withRowNumber(output, index);
			const binary = { ...(this.includesInputFields && input), ...(position === 0 && files) };
			return {
				json: this.includesInputFields ? mergeWithInput(numbered, json) : numbered,
				...(Object.keys(binary).length > 0 && { binary }),
				pairedItem: { item: index },
			};
		});
	}

	/** Lays out the output of a failed item. `output` has its outcome. */
	renderFailure(failure: ItemFailure, output: IDataObject): INodeExecutionData {
		const [index] = failure;
		const { json = {} } = this.context.getInputData()[index] ?? {};
		const numbered = this.withRowNumber(output, index);
		const { outcome, note } = numbered;
		// `channel`, `when` and `text` may be columns of a sheet.
		const replaced = hasNoteOfEarlierRun(json) ? { outcome, note } : { outcome };
		const columns = this.includesInputFields
			? mergeWithInput(numbered, json)
			: // The error comes before the columns of the input, as n8n shows the first keys first. Those of
				// an earlier run are replaced, as n8n does at the error output: a row that comes back must not grow.
				{ ...numbered, error: '', ...json, ...replaced };
		return createErrorOutput(this.context, failure, columns);
	}

	/** Adds the row number of a sheet in second place, so that people find the row to change. */
	private withRowNumber(output: IDataObject, index: number): IDataObject {
		const number = getRowNumber(this.context, index);
		const entries = Object.entries(output);
		if (number !== undefined) entries.splice(1, 0, ['row', number]);
		return Object.fromEntries(entries) as IDataObject;
	}
}

/** True if the row has the note of an earlier run: the error of a failed item begins with its note. */
const hasNoteOfEarlierRun = ({ note, error }: IDataObject) =>
	typeof note === 'string' && note !== '' && `${String(error)}.`.startsWith(note);

/**
 * Merges the output with the columns of its input. Renames a column whose name is taken, like n8n's Merge node:
 * `post_1`. Replaces columns of an earlier run of this node, so that a row doesn't grow with each run.
 */
function mergeWithInput(output: IDataObject, columns: IDataObject): IDataObject {
	const isFromEarlierRun = isObject(columns[OUTPUT_COLUMN]) && 'outcome' in columns[OUTPUT_COLUMN];
	const kept = Object.entries(columns).filter(
		([name]) => !(isFromEarlierRun && RESERVED_COLUMNS.has(name)),
	);
	const entries = kept.map(([name, value]) => [
		RESERVED_COLUMNS.has(name) ? findFreeName(name, columns) : name,
		value,
	]);
	// n8n shows the first keys first.
	return Object.fromEntries([[OUTPUT_COLUMN, output], ...entries]) as IDataObject;
}

function findFreeName(name: string, columns: IDataObject): string {
	let number = 1;
	while (`${name}_${number}` in columns) number++;
	return `${name}_${number}`;
}
