/** True if a field is in expression mode. */
export const isExpression = (source: string): boolean => source.startsWith('=');

// "{{ … }}"
const EXPRESSIONS = /\{\{[^]*?\}\}/g;

/** Lists the expressions in the source of a field. */
export const listExpressions = (source: string): string[] => source.match(EXPRESSIONS) ?? [];

/** Returns the text around the expressions in the source of a field. */
export const getFixedText = (source: string): string =>
	source.replace(/^=/, '').replace(EXPRESSIONS, '');
