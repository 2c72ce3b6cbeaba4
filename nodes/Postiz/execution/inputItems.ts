import type { IExecuteFunctions } from 'n8n-workflow';

import { ignoreUnlessBug } from '../common/bugErrors';
import { formatCount, formatItemNumbers, wasOrWere } from '../common/text';
import { isAgentTool } from './nodeContext';

/** The indexes of all input items. */
export const listIndexes = (context: IExecuteFunctions): number[] => [
	...context.getInputData().keys(),
];

/** The number of an item's row in a sheet; undefined without one, and for models. */
export function getRowNumber(context: IExecuteFunctions, index: number): number | undefined {
	const { row_number: row } = context.getInputData()[index]?.json ?? {};
	return typeof row === 'number' && !isAgentTool(context) ? row : undefined;
}

/** Input items in a sentence, by their rows in a sheet or else by their indexes: `rows 3–4`, `item 7`. */
export function nameItems(context: IExecuteFunctions, indexes: number[]): string {
	const rows = indexes.flatMap((index) => getRowNumber(context, index) ?? []);
	const isSheet = rows.length === indexes.length;
	const noun = `${isSheet ? 'row' : 'item'}${indexes.length === 1 ? '' : 's'}`;
	return `${noun} ${formatItemNumbers(isSheet ? rows : indexes)}`;
}

/** What happened to items other than the one of an error; empty without any: `2 other items were updated (rows 3–4).` */
export const describeOtherItems = (
	context: IExecuteFunctions,
	indexes: number[],
	participle: string,
): string =>
	indexes.length > 0
		? `${formatCount(indexes.length, 'other item')} ${wasOrWere(indexes.length)} ${participle} (${nameItems(context, indexes)}).`
		: '';

/** The text in a field of an item that may not be readable; empty for anything else. */
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
