import type { IDataObject } from 'n8n-workflow';

/**
 * Output rows for an answer of any shape: a list gives one for each element, an object one, and a
 * plain value one with it as `value`. Nothing gives none.
 */
export function toRows(answer: unknown): IDataObject[] {
	if (answer === undefined || answer === null) return [];
	return (Array.isArray(answer) ? answer : [answer]).map((row: unknown) =>
		typeof row === 'object' && row !== null && !Array.isArray(row)
			? (row as IDataObject)
			: { value: row as IDataObject[string] },
	);
}
