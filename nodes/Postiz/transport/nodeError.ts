import { NodeApiError, NodeOperationError, type IExecuteFunctions, type INode } from 'n8n-workflow';

import {
	adviceForModel,
	fit,
	fitSentences,
	MAX_DESCRIPTION,
	MAX_MESSAGE,
	Problem,
} from '../values/problem';

/** True if an AI agent runs the node: its name is another one then. */
export const isTool = (context: IExecuteFunctions) => isToolNode(context.getNode());

const isToolNode = ({ type }: INode) => /Tool$/.test(type);

/** True if a failed item becomes an error item. Of an error that is thrown, AI agents see the message at best. */
export const continuesOnError = (context: IExecuteFunctions): boolean =>
	context.continueOnFail() || isTool(context);

export interface ErrorPlace {
	itemIndex?: number;
	/** How many items there are, if the message is to say which of them this is. */
	items?: number;
	/** Lists show the description of this kind only. */
	isForList?: boolean;
}

const CONTAINS_ITSELF =
	'An expression may return an object that contains itself, such as $parameter. Let it return a text, a number or a list.';

/** The error of n8n for whatever went wrong: of its own, of the API if it answered, or of the node. */
export function toNodeError(
	node: INode,
	error: unknown,
	{ itemIndex, items = 1, isForList = false }: ErrorPlace = {},
): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	if (!(error instanceof Problem)) {
		const reason = error instanceof Error ? error : String(error);
		return new NodeOperationError(node, reason, {
			itemIndex,
			// n8n goes through what expressions return before the node gets it.
			...(/call stack/.test(String(error)) && { description: CONTAINS_ITSELF }),
		});
	}
	const { httpCode } = error;
	const advice = isToolNode(node) ? adviceForModel(error) : error.description;
	const description = fitSentences(advice, MAX_DESCRIPTION);
	const short = fit(error.message, MAX_MESSAGE);
	// As n8n writes it: the editor adds this itself to a message that lacks it, but logs do not.
	const isOneOfMany = itemIndex !== undefined && items > 1;
	const message = isOneOfMany ? `${short} [item ${itemIndex}]` : short;
	const options = { message, description, itemIndex };
	return httpCode !== undefined || isForList
		? new NodeApiError(node, {}, { ...options, httpCode })
		: new NodeOperationError(node, message, options);
}
