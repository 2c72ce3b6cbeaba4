import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { Problem, MAX_MESSAGE } from '../common/problem';
import { shorten, joinSentences } from '../common/text';
import { describeRemedy } from './describeRemedy';
import { isAgentToolNode } from './nodeContext';

const CONTAINS_ITSELF =
	'An expression may return an object that contains itself, such as $parameter. Return a text, a number or a list.';

/**
 * Converts any error. Errors of n8n stay, responses of the API become a NodeApiError, others a NodeOperationError.
 * Lists only show the description of a NodeApiError.
 */
export function toNodeError(
	node: INode,
	error: unknown,
	{ itemIndex, isForList = false }: { itemIndex?: number; isForList?: boolean } = {},
): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	if (!(error instanceof Problem)) {
		return new NodeOperationError(node, error instanceof Error ? error : String(error), {
			itemIndex,
			// n8n walks through the result of an expression before the node gets it.
			...(/call stack/.test(String(error)) && { description: CONTAINS_ITSELF }),
		});
	}
	const { httpCode } = error;
	const description = describeRemedy(error, { isForModel: isAgentToolNode(node) });
	const message = shorten(error.message, MAX_MESSAGE - 1);
	const options = { message, description, itemIndex };
	return httpCode !== undefined || isForList
		? new NodeApiError(node, {}, { ...options, httpCode })
		: new NodeOperationError(node, message, options);
}

/**
 * Like {@link toNodeError}, but with an HTML description, which n8n expects from a thrown error. `suffix` is appended
 * as text. Doesn't escape twice.
 */
export function toThrownError(
	node: INode,
	error: unknown,
	{ itemIndex, suffix = '' }: { itemIndex?: number; suffix?: string } = {},
): NodeApiError | NodeOperationError {
	const nodeError = toNodeError(node, error, { itemIndex });
	const description = nodeError.description ?? '';
	nodeError.description = joinSentences(
		nodeError === error ? description : escapeHtml(description),
		escapeHtml(suffix),
	);
	return nodeError;
}

/**
 * Escapes a text for HTML, with line breaks. A plain & stays unescaped, because logs and error workflows also show the
 * text.
 */
export const escapeHtml = (text: string): string =>
	text
		.replace(/&(?=#?\w+;)/g, '&amp;')
		.replace(/</g, '&lt;')
		.replace(/\n/g, '<br>');
