import { isUsableText } from './errorText';
import { isExactNumber } from './parseNumber';
import { Problem } from './problem';
import { quote } from './text';
import { isDate, unwrapLocator } from './value';

/** The text in a value, empty without one; undefined for true, false, inexact numbers, lists and objects. */
function toEnteredText(value: unknown): string | undefined {
	if (value === undefined || value === null) return '';
	const isWritten = typeof value === 'string' || typeof value === 'bigint';
	const text = isWritten || isExactNumber(value) || isDate(value) ? String(value) : undefined;
	return isUsableText(text) ? text : undefined;
}

/** Parses text, also from a number or a date. Without a value, it is empty. */
export function parseText(value: unknown, label: string): string {
	const text = toEnteredText(value);
	if (text !== undefined) return text;
	const complaint = typeof value === 'string' ? 'cannot be' : 'must be text, not';
	throw new Problem(`${label} ${complaint} ${quote(value)}`, 'Check where it comes from.', {
		forPerson: 'correct the cell or the expression it comes from.',
	});
}

/** Parses the text or ID of a field, which may be a locator, without spaces around it. */
export const parseOptionalText = (entered: unknown, label: string): string =>
	parseText(unwrapLocator(entered), label).trim();

/** The ID in a value, which may be a locator; empty for anything else, which {@link parseOptionalText} rejects. */
export function extractId(value: unknown): string {
	const id = unwrapLocator(value);
	return typeof id === 'object' ? '' : (toEnteredText(id)?.trim() ?? '');
}
