import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { listIndexes } from './inputItems';
import { throwUnlessContinuing, toErrorSentence } from './itemError';
import type { ItemFailure, ItemResults } from './itemResults';
import { isAgentTool } from './nodeContext';
import { toNodeError } from './nodeError';

/** A message about a run. People see it above the output, models in the last item of a tool. */
export interface Hint {
	/** For people, and by default for models. Empty for a hint that only models see. */
	text: string;
	/** Replaces `text` for models. Empty for a hint that only people see. */
	forModel?: string;
}

/** Drops hints that are empty both for people and for models. */
export const dropEmptyHints = (hints: Hint[]): Hint[] =>
	hints.filter(({ text, forModel = text }) => text !== '' || forModel !== '');

/** The output of an operation, with hints about it. */
export interface OperationResult {
	outputs: INodeExecutionData[];
	hints: Hint[];
}

/** The outputs of an item, and hints about them. */
export interface ItemOutputs {
	index: number;
	outputs: IDataObject[];
	hints?: Hint[];
}

/**
 * Outputs the results of a step. The first failure ends the node, unless On Error is set to continue. `suffix` is
 * appended to the description.
 */
export function renderResultsOrThrow(
	context: IExecuteFunctions,
	{ values, failures }: ItemResults<ItemOutputs>,
	suffix = '',
): OperationResult {
	throwUnlessContinuing(context, failures, suffix);
	const byItem = [
		...values.map(({ index, outputs }) => ({
			index,
			outputs: outputs.map((json) => ({ json, pairedItem: { item: index } })),
		})),
		...[...failures].map((failure) => ({
			index: failure[0],
			outputs: [createErrorOutput(context, failure)],
		})),
	];
	return {
		outputs: byItem.sort((a, b) => a.index - b.index).flatMap(({ outputs }) => outputs),
		hints: values.flatMap(({ hints = [] }) => hints),
	};
}

/** Outputs an error for every item. Throws it unless On Error is set to continue. */
export const failAllItems = (context: IExecuteFunctions, error: unknown): OperationResult =>
	renderResultsOrThrow(context, {
		values: [],
		failures: new Map(listIndexes(context).map((index) => [index, error])),
	});

/** Creates the output of a failed item. `output` is added next to `error`, unless n8n adds the input itself. */
export function createErrorOutput(
	context: IExecuteFunctions,
	[index, error]: ItemFailure,
	output?: IDataObject,
): INodeExecutionData {
	const { message, description } = toNodeError(context.getNode(), error);
	// Models know their own input.
	const omitsInput = context.getNode().onError === 'continueErrorOutput' || isAgentTool(context);
	const { json, binary } = context.getInputData()[index] ?? { json: {} };
	return {
		json: {
			// n8n before 2.39 doesn't use the error output if there are other keys. A `message` would overwrite a column.
			...(omitsInput ? {} : (output ?? json)),
			error: description ? `${toErrorSentence(context, error)} ${description}` : message,
		},
		...(binary ? { binary } : {}),
		pairedItem: { item: index },
	};
}
