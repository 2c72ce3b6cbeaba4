/** True if a field is in expression mode. */
export const isExpression = (rawText: string): boolean => rawText.startsWith('=');

// "{{ … }}"
const EXPRESSIONS = /\{\{[^]*?\}\}/g;

/** Lists the expressions in the raw text of a field. */
export const listExpressions = (rawText: string): string[] => rawText.match(EXPRESSIONS) ?? [];

/** Returns the text around the expressions in the raw text of a field. */
export const getFixedText = (rawText: string): string =>
	rawText.replace(/^=/, '').replace(EXPRESSIONS, '');
