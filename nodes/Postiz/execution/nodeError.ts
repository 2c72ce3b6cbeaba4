import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

import { joinRemedy, MAX_DESCRIPTION, MAX_MESSAGE, Problem, type Remedy } from '../common/problem';
import { fitSentences, joinSentences, shorten } from '../common/text';
import { isToolNode } from './nodeContext';

const CONTAINS_ITSELF =
	'An expression may return an object that contains itself, such as $parameter. Return a text, a number or a list.';

/**
 * Converts any error: errors of n8n stay, responses of the API become NodeApiError, all others NodeOperationError. Lists
 * only show the description of a NodeApiError.
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
			// n8n walks through what expressions return before the node gets it.
			...(/call stack/.test(String(error)) && { description: CONTAINS_ITSELF }),
		});
	}
	const { httpCode } = error;
	const description = describeRemedy(error, { isForModel: isToolNode(node) });
	const message = shorten(error.message, MAX_MESSAGE - 1);
	const options = { message, description, itemIndex };
	return httpCode !== undefined || isForList
		? new NodeApiError(node, {}, { ...options, httpCode })
		: new NodeOperationError(node, message, options);
}

/**
 * Like {@link toNodeError}, with the description as HTML, as n8n shows that of a thrown error. `suffix` is text that
 * follows it. Doesn't escape twice.
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

/** A text as HTML, with its line breaks. A plain & stays, as logs and error workflows show the text, too. */
export const escapeHtml = (text: string): string =>
	text
		.replace(/&(?=#?\w+;)/g, '&amp;')
		.replace(/</g, '&lt;')
		.replace(/\n/g, '<br>');

/** What a model can do where only a person can change something. */
const TELL_AUTHOR = 'Tell the person who built this tool.';
const OR_TELL_AUTHOR = 'Or tell the person who built this tool.';

/** What is shown of a remedy however long its closing is, in characters. */
const MIN_REMEDY = 60;

/** What to do about a problem, in at most `max` characters, as a text for a person or for a model. */
export function describeRemedy(
	{ remedy, closing, needsPerson, affectsAllItems }: Problem,
	{ isForModel = false, max = MAX_DESCRIPTION } = {},
): string {
	if (isForModel && needsPerson) {
		return joinSentences(affectsAllItems && 'Try again later. If that fails, too:', TELL_AUTHOR);
	}
	const end = joinRemedy(closing, { isForModel });
	const room = end ? max - end.length - 1 : max;
	const text = fitSentences(joinRemedy(remedy, { isForModel }), Math.max(MIN_REMEDY, room));
	const whole = end.startsWith('\n') ? `${text}${end}` : joinSentences(text, end);
	return fitSentences(isForModel ? addAuthorHint(whole, [...remedy, ...closing]) : whole, max);
}

/** A remedy in an output, which is never shortened, as a text for a person or for a model. */
export const describeRemedyInOutput = (
	remedy: Remedy,
	{ isForModel }: { isForModel: boolean },
): string =>
	isForModel ? addAuthorHint(joinRemedy(remedy, { isForModel }), remedy) : joinRemedy(remedy);

const addAuthorHint = (text: string, remedy: Remedy) =>
	text && remedy.some((part) => typeof part !== 'string')
		? joinSentences(text, OR_TELL_AUTHOR)
		: text;
