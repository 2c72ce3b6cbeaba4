import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { field } from '../../form/fields';
import { addedFilters } from '../../form/filters';
import { parseBoolean, parseCount } from '../../values/read';
import { addHint } from './operation';

/** Return All and Limit, as in every Get Many of n8n. */
export const returnAllOrLimit: INodeProperties[] = [
	field.boolean('Return All', 'returnAll', {
		description: 'Whether to return all results or only up to a given limit',
	}),
	field.number('Limit', 'limit', {
		typeOptions: { minValue: 1 },
		default: 50,
		displayOptions: { show: { returnAll: [false] } },
		description: 'Max number of results to return',
	}),
];

const A_NUMBER = 'Enter a whole number, at least 1';

/** The number of results to return. Throws `Problem` if Limit is invalid. */
export function readLimit(context: IExecuteFunctions, itemIndex: number): number {
	const returnAll = context.getNodeParameter('returnAll', itemIndex, false);
	if (parseBoolean(returnAll, 'Return All')) return Infinity;
	const entered = context.getNodeParameter('limit', itemIndex, 50);
	return parseCount(entered, 'Limit', `${A_NUMBER}, or all with Return All.`, `${A_NUMBER}.`);
}

/** The first rows, up to the limit. A model is told that there are more. */
export function upTo<T>(context: IExecuteFunctions, rows: T[], limit: number): T[] {
	if (rows.length > limit) {
		addHint(context, '', 'There are more: narrow the search to see them.');
	}
	return rows.slice(0, limit);
}

/** The filters of an item, of this field. Throws `Problem` if one is empty. */
export const readAddedFilters = (
	context: IExecuteFunctions,
	itemIndex: number,
	filters: INodeProperties,
): IDataObject =>
	addedFilters(filters, context.getNodeParameter(filters.name, itemIndex, {}), context.getNode());
