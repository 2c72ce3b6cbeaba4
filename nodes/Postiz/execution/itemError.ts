import type { IExecuteFunctions } from 'n8n-workflow';

import { isRequestError, Problem } from '../common/problem';
import { getRowNumber } from './inputItems';
import type { ItemFailure, ItemFailures } from './itemResults';
import { shouldContinueOnError } from './nodeContext';
import { toNodeError, toThrownError } from './nodeError';

/** True if a problem concerns the connection or the account, and not a row. */
const affectsConnection = (error: unknown) =>
	error instanceof Problem &&
	isRequestError(error) &&
	(error.needsPerson === true || error.affectsAllItems === true);

/**
 * Creates the error that ends the node because of an item. Names the row of a sheet. `suffix` is appended to the
 * description.
 */
export function toThrownItemError(
	context: IExecuteFunctions,
	[index, error]: ItemFailure,
	suffix = '',
) {
	const nodeError = toThrownError(context.getNode(), error, { itemIndex: index, suffix });
	const row = getRowNumber(context, index);
	if (row !== undefined && !affectsConnection(error))
		nodeError.message = `Row ${row}: ${nodeError.message}`;
	return nodeError;
}

/** Throws the first failure, unless On Error is set to continue. `suffix` is appended to the description. */
export function throwUnlessContinuing(
	context: IExecuteFunctions,
	failures: ItemFailures,
	suffix = '',
): void {
	const [first] = failures;
	if (first && !shouldContinueOnError(context)) throw toThrownItemError(context, first, suffix);
}

/** Describes why an item failed in a sentence, without the remedy. */
export function toErrorSentence(context: IExecuteFunctions, error: unknown): string {
	const { message } = toNodeError(context.getNode(), error);
	return /[.!?…][”"’)]*$/.test(message) ? message : `${message}.`;
}
