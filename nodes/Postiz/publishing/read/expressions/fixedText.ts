import { getFixedText, isExpression, listExpressions } from '../../../posts/form/expressions';

/** True if all expressions in a text are empty, so only its fixed words are left. */
export const hasOnlyFixedText = (text: unknown, rawText: unknown): boolean =>
	typeof rawText === 'string' &&
	isExpression(rawText) &&
	listExpressions(rawText).length > 0 &&
	removeWhitespace(text) === removeWhitespace(getFixedText(rawText));

const removeWhitespace = (text: unknown) => String(text).replace(/\s+/g, '');

// "https://example.com", "#coffee", "@acme"
const LINKS_AND_NAMES = /https?:\/\/\S+|www\.\S+|[#＃@]\S+/g;

/** True if a text has no words besides links, hashtags and mentions, or ends with a colon. */
export function hasNoMessage(text: string): boolean {
	// Ignore links and names, and trailing emojis and punctuation.
	const words = text
		.replace(LINKS_AND_NAMES, ' ')
		.replace(/(?<![^\p{L}\p{N}:：])[^\p{L}\p{N}:：]+$/u, '');
	return /[:：]$/.test(words) || !/[\p{L}\p{N}]/u.test(words);
}
