import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

import { Problem } from '../post/problem';
import { handsErrorsOn } from '../transport/failing';
import { failuresOf } from '../transport/upload';

/** The n8n error for whatever went wrong with an item; API errors keep what they say. */
export function itemError(
	context: IExecuteFunctions,
	error: unknown,
	itemIndex: number,
): NodeOperationError | NodeApiError {
	if (error instanceof NodeApiError) return error;
	if (!(error instanceof Problem)) {
		return new NodeOperationError(context.getNode(), error as Error, { itemIndex });
	}
	const { length } = context.getInputData();
	const position = length > 1 ? `Item ${itemIndex + 1} of ${length}: ` : '';
	return new NodeOperationError(context.getNode(), `${position}${error.message}`, {
		itemIndex,
		description: error.description,
	});
}

/**
 * What an item that failed hands on when On Error is set to continue: its input with its files, the
 * message, and what to do as `details`. n8n moves it to the error output where there is one,
 * and adds the input's JSON there itself.
 */
export function errorItem(
	context: IExecuteFunctions,
	{ message, description }: NodeOperationError | NodeApiError,
	itemIndex: number,
): INodeExecutionData {
	const hasErrorOutput = context.getNode().onError === 'continueErrorOutput';
	const { json, binary } = context.getInputData()[itemIndex];
	return {
		json: {
			...(hasErrorOutput ? {} : json),
			// n8n reduces an item with an `error` of its own to the message; these keys it leaves alone.
			error: message,
			...(description ? { details: description } : {}),
		},
		...(binary ? { binary } : {}),
		pairedItem: { item: itemIndex },
	};
}

/** Output items for one input item, linked to it. */
export function outputItems(rows: IDataObject[], itemIndex: number): INodeExecutionData[] {
	return rows.map((json) => ({ json, pairedItem: { item: itemIndex } }));
}

/**
 * Runs `work` for every input item in turn. A failing item ends the node, or becomes an error item
 * when On Error is set to continue.
 */
export async function forEachItem(
	context: IExecuteFunctions,
	work: (itemIndex: number) => Promise<IDataObject[]>,
): Promise<INodeExecutionData[]> {
	const output: INodeExecutionData[] = [];
	for (let index = 0; index < context.getInputData().length; index++) {
		try {
			output.push(...outputItems(await work(index), index));
		} catch (error) {
			if (!handsErrorsOn(context)) throw itemError(context, error, index);
			output.push(errorItem(context, itemError(context, error, index), index));
		}
	}
	return output;
}

/**
 * Runs `work` for all input items at once, as a step before what {@link forEachItem} does. Throws
 * where one fails and On Error is not set to continue.
 */
export async function settle<T>(
	context: IExecuteFunctions,
	work: (itemIndex: number) => Promise<T>,
): Promise<Array<PromiseSettledResult<T>>> {
	const items = [...context.getInputData().keys()];
	const results = await Promise.allSettled(items.map(work));
	const [failure] = failuresOf(results);
	if (failure && !handsErrorsOn(context)) {
		throw itemError(context, failure.reason, failure.index);
	}
	return results;
}

/** What a settled step gave for an item; throws what it failed with. */
export function valueOf<T>(result: PromiseSettledResult<T>): T {
	if (result.status === 'fulfilled') return result.value;
	throw result.reason;
}
