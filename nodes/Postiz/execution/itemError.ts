import type { IExecuteFunctions } from 'n8n-workflow';

import { isRequestError, Problem } from '../common/problem';
import { getRowNumber } from './inputItems';
import type { ItemFailure, ItemFailures } from './itemResults';
import { shouldContinueOnError } from './nodeContext';
import { toNodeError, toThrownError } from './nodeError';

/** True for problems of the connection or its account, which no row causes. */
const affectsConnection = (error: unknown) =>
	error instanceof Problem &&
	isRequestError(error) &&
	(error.needsPerson === true || error.affectsAllItems === true);

/** The error that ends the node because of an item; a row of a sheet is named. `suffix` follows its description. */
export function toItemError(context: IExecuteFunctions, [index, error]: ItemFailure, suffix = '') {
	const nodeError = toThrownError(context.getNode(), error, { itemIndex: index, suffix });
	const row = getRowNumber(context, index);
	if (row !== undefined && !affectsConnection(error))
		nodeError.message = `Row ${row}: ${nodeError.message}`;
	return nodeError;
}

/** Throws the first failure, unless On Error is set to continue. `suffix` follows its description. */
export function throwUnlessContinuing(
	context: IExecuteFunctions,
	failures: ItemFailures,
	suffix = '',
): void {
	const [first] = failures;
	if (first && !shouldContinueOnError(context)) throw toItemError(context, first, suffix);
}

/** Why an item failed, in a sentence without its remedy. */
export function toErrorSentence(context: IExecuteFunctions, error: unknown): string {
	const { message } = toNodeError(context.getNode(), error);
	return /[.!?…][”"’)]*$/.test(message) ? message : `${message}.`;
}
