import type { IExecuteFunctions } from 'n8n-workflow';

import { ignoreUnlessBug } from '../common/problem';
import { formatCount, formatItemNumbers, wasOrWere } from '../common/text';
import { isAgentTool } from './nodeContext';

export const listIndexes = (context: IExecuteFunctions): number[] => [
	...context.getInputData().keys(),
];

/** Returns the number of an item's row in a sheet. Undefined without a row, and for models. */
export function getRowNumber(context: IExecuteFunctions, index: number): number | undefined {
	const { row_number: row } = context.getInputData()[index]?.json ?? {};
	return typeof row === 'number' && !isAgentTool(context) ? row : undefined;
}

/** Names input items in a sentence, by their rows in a sheet or else by their indexes: `rows 3–4`, `item 7`. */
export function nameItems(context: IExecuteFunctions, indexes: number[]): string {
	const rows = indexes.flatMap((index) => getRowNumber(context, index) ?? []);
	const isSheet = rows.length === indexes.length;
	const noun = `${isSheet ? 'row' : 'item'}${indexes.length === 1 ? '' : 's'}`;
	return `${noun} ${formatItemNumbers(isSheet ? rows : indexes)}`;
}

/** Describes what happened to other items: `2 other items were updated (rows 3–4).` Empty if there are none. */
export const describeOtherItems = (
	context: IExecuteFunctions,
	indexes: number[],
	participle: string,
): string =>
	indexes.length > 0
		? `${formatCount(indexes.length, 'other item')} ${wasOrWere(indexes.length)} ${participle} (${nameItems(context, indexes)}).`
		: '';

/** Returns the text in a field, even if the item is unreadable. Empty for other values. */
export function getEnteredText(
	context: Pick<IExecuteFunctions, 'getNodeParameter'>,
	itemIndex: number,
	field: string,
): string {
	try {
		const entered: unknown = context.getNodeParameter(field, itemIndex, '');
		return ['string', 'number'].includes(typeof entered) ? String(entered) : '';
	} catch (error) {
		ignoreUnlessBug(error);
		return '';
	}
}
