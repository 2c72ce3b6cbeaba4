import type {
	IBinaryKeyData,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
} from 'n8n-workflow';

import { isServiceProblem, Problem } from '../common/problem';
import { joinSentences } from '../common/wording';
import { getRowNumber } from './inputItems';
import type { ItemFailure, ItemFailures, ItemResults } from './itemResults';
import { continuesOnError, isTool } from './nodeContext';
import { toNodeError } from './nodeError';

/** A note on a run, shown above its output. */
export interface Hint {
	text: string;
	/** Replaces the text for models; empty for none. */
	forModel?: string;
}

/** The output of an operation, with hints about it. */
export interface OperationResult {
	items: INodeExecutionData[];
	hints: Hint[];
}

/** The rows of an item, and hints about them. */
export interface ItemRows {
	index: number;
	rows: IDataObject[];
	hints?: Hint[];
}

/** True for problems of the connection or the account, which don't depend on the item. */
const isConnectionProblem = (error: unknown) =>
	error instanceof Problem &&
	isServiceProblem(error) &&
	(error.isForPerson === true || error.affectsAllItems === true);

/** The error that ends the node because of an item; a row of a sheet is named. `suffix` follows its description. */
export function toItemError(context: IExecuteFunctions, [index, cause]: ItemFailure, suffix = '') {
	const error = toNodeError(context.getNode(), cause, { itemIndex: index });
	const row = getRowNumber(context, index);
	if (row !== undefined && !isConnectionProblem(cause))
		error.message = `Row ${row}: ${error.message}`;
	// n8n shows the description as HTML.
	error.description = joinSentences(error.description ?? '', suffix).replaceAll('\n', '<br>');
	return error;
}

/** Throws the first failure, unless On Error is set to continue. `suffix` follows its description. */
export function throwUnlessContinuing(
	context: IExecuteFunctions,
	failures: ItemFailures,
	suffix = '',
): void {
	const [first] = failures;
	if (first && !continuesOnError(context)) throw toItemError(context, first, suffix);
}

/** Outputs what a step made of its items. The first failure ends the node, unless On Error is set to continue. */
export function renderResults(
	context: IExecuteFunctions,
	{ values, failures }: ItemResults<ItemRows>,
): OperationResult {
	throwUnlessContinuing(context, failures);
	const outputs = [
		...values.map(({ index, rows }) => ({
			index,
			items: rows.map((json) => ({ json, pairedItem: { item: index } })),
		})),
		...[...failures].map((failure) => ({
			index: failure[0],
			items: [renderFailure(context, failure)],
		})),
	];
	return {
		items: outputs.sort((a, b) => a.index - b.index).flatMap(({ items }) => items),
		hints: values.flatMap(({ hints = [] }) => hints),
	};
}

/** Why an item failed, in a sentence without advice. */
export function toErrorSentence(context: IExecuteFunctions, cause: unknown): string {
	const { message } = toNodeError(context.getNode(), cause);
	return /[.!?…][”"’)]*$/.test(message) ? message : `${message}.`;
}

/** The error item of an input item; `row` stands beside its `error`, unless n8n adds the input itself. */
export function renderFailure(
	context: IExecuteFunctions,
	[index, cause]: ItemFailure,
	row?: IDataObject,
): INodeExecutionData {
	const { message, description } = toNodeError(context.getNode(), cause);
	// Models know their own input.
	const omitsInput = context.getNode().onError === 'continueErrorOutput' || isTool(context);
	const { json, binary } = context.getInputData()[index] ?? { json: {} };
	return {
		json: {
			// With any other key, n8n before 2.39 doesn't use the error output; a `message` would overwrite a column.
			...(omitsInput ? {} : (row ?? json)),
			error: description ? `${toErrorSentence(context, cause)} ${description}` : message,
		},
		...(binary ? { binary } : {}),
		pairedItem: { item: index },
	};
}

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
