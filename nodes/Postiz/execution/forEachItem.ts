import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { listIndexes } from './inputItems';
import { mapSequentially } from './itemResults';
import { shouldContinueOnError } from './nodeContext';
import { type ItemOutputs, type OperationResult, renderResultsOrThrow } from './operationResult';

/**
 * Runs `work` for one item after another, and outputs the results, with hints if there are any. An error that ends the
 * node also has the text of `describeDone`, which gets the indexes of finished items.
 */
export async function forEachItem(
	context: IExecuteFunctions,
	work: (itemIndex: number) => Promise<IDataObject[] | Omit<ItemOutputs, 'index'>>,
	{
		describeDone = () => '',
		continuesOnError = shouldContinueOnError(context),
	}: { describeDone?: (indexes: number[]) => string; continuesOnError?: boolean } = {},
): Promise<OperationResult> {
	const results = await mapSequentially(
		listIndexes(context),
		async (index) => {
			const output = await work(index);
			return { index, ...(Array.isArray(output) ? { outputs: output } : output) };
		},
		{ continuesOnError },
	);
	const doneIndexes = results.values.map(({ index }) => index);
	return renderResultsOrThrow(context, results, describeDone(doneIndexes));
}
