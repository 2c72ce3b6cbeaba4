import type {
	IBinaryKeyData,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
} from 'n8n-workflow';

import { isObject } from '../common/value';
import { getRowNumber } from './inputItems';
import type { ItemFailure } from './itemResults';
import { createErrorItem } from './operationResult';

/** The column of what the node outputs with Include Input Fields. */
const OUTPUT_COLUMN = 'post';

/** With Retry On Fail, n8n takes a first item with an `error` for a failed one. */
const RESERVED_COLUMNS = new Set([OUTPUT_COLUMN, 'error']);

/** Lays out the outputs of an item: alone, or under a name of their own before the fields of the input. */
export class OutputLayout {
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly includesInputFields: boolean,
	) {}

	/** The items of outputs; the first one also gets `files`. */
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

	/** The error item of an item, with an output that shows its outcome. */
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
		return createErrorItem(this.context, failure, columns);
	}

	/** An output with the row number of a sheet in second place, as people look there for what to change. */
	private withRowNumber(output: IDataObject, index: number): IDataObject {
		const number = getRowNumber(this.context, index);
		const entries = Object.entries(output);
		if (number !== undefined) entries.splice(1, 0, ['row', number]);
		return Object.fromEntries(entries) as IDataObject;
	}
}

/** True if this node has noted why the row failed: the error of a failed item begins with its note. */
const hasNoteOfEarlierRun = ({ note, error }: IDataObject) =>
	typeof note === 'string' && note !== '' && `${String(error)}.`.startsWith(note);

/**
 * The output and the columns of its input. A column whose name is taken is renamed, as by n8n's Merge node: `post_1`.
 * Those of an earlier run of this node are replaced: a row that comes back must not grow.
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
	// First, as n8n shows the first keys first.
	return Object.fromEntries([[OUTPUT_COLUMN, output], ...entries]) as IDataObject;
}

function findFreeName(name: string, columns: IDataObject): string {
	let number = 1;
	while (`${name}_${number}` in columns) number++;
	return `${name}_${number}`;
}
