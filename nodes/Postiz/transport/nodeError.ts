import { NodeApiError, NodeOperationError, type IExecuteFunctions, type INode } from 'n8n-workflow';

import {
	adviceForModel,
	fitSentences,
	MAX_DESCRIPTION,
	MAX_MESSAGE,
	Problem,
	shorten,
} from '../common/problem';

/** True if an AI agent runs the node, which has another name then. */
export const isTool = (context: IExecuteFunctions) => isToolNode(context.getNode());

const isToolNode = ({ type }: INode) => /Tool$/.test(type);

/** True if failed items become error items. Of thrown errors, AI agents only see the message. */
export const continuesOnError = (context: IExecuteFunctions): boolean =>
	context.continueOnFail() || isTool(context);

const CONTAINS_ITSELF =
	'An expression may return an object that contains itself, such as $parameter. Return a text, a number or a list.';

/**
 * Converts any error: errors of n8n stay, answers of the API become NodeApiError, all others NodeOperationError. Lists only show the description of a NodeApiError.
 */
export function toNodeError(
	node: INode,
	error: unknown,
	{ itemIndex, isForList = false }: { itemIndex?: number; isForList?: boolean } = {},
): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	if (!(error instanceof Problem)) {
		const reason = error instanceof Error ? error : String(error);
		return new NodeOperationError(node, reason, {
			itemIndex,
			// n8n walks through what expressions return before the node gets it.
			...(/call stack/.test(String(error)) && { description: CONTAINS_ITSELF }),
		});
	}
	const { httpCode } = error;
	const advice = isToolNode(node) ? adviceForModel(error) : error.description;
	const description = fitSentences(advice, MAX_DESCRIPTION);
	const message = shorten(error.message, MAX_MESSAGE - 1);
	const options = { message, description, itemIndex };
	return httpCode !== undefined || isForList
		? new NodeApiError(node, {}, { ...options, httpCode })
		: new NodeOperationError(node, message, options);
}
