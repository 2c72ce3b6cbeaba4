import { getFixedText, isExpression, listExpressions } from '../../../posts/form/expressions';

/** True if all expressions of a text are empty, so that only the text around them is left. */
export const hasOnlyFixedText = (text: unknown, source: unknown): boolean =>
	typeof source === 'string' &&
	isExpression(source) &&
	listExpressions(source).length > 0 &&
	removeSpaces(text) === removeSpaces(getFixedText(source));

const removeSpaces = (text: unknown) => String(text).replace(/\s+/g, '');

// "https://example.com", "#coffee", "@acme"
const LINKS_AND_NAMES = /https?:\/\/\S+|www\.\S+|[#＃@]\S+/g;

/** True for a text without words besides links, hashtags and mentions, or that ends with a colon. */
export function hasNoMessage(text: string): boolean {
	// Without links and names, and without emojis and punctuation at the end.
	const words = text
		.replace(LINKS_AND_NAMES, ' ')
		.replace(/(?<![^\p{L}\p{N}:：])[^\p{L}\p{N}:：]+$/u, '');
	return /[:：]$/.test(words) || !/[\p{L}\p{N}]/u.test(words);
}
