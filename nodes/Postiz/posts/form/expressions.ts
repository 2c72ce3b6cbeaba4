/** True for the source of a field in expression mode. */
export const isExpression = (source: string): boolean => source.startsWith('=');

// "{{ … }}"
const EXPRESSIONS = /\{\{[^]*?\}\}/g;

/** The expressions in the source of a field. */
export const listExpressions = (source: string): string[] => source.match(EXPRESSIONS) ?? [];

/** The text around the expressions in the source of a field. */
export const getFixedText = (source: string): string =>
	source.replace(/^=/, '').replace(EXPRESSIONS, '');
