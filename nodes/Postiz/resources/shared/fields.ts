import type { IExecuteFunctions } from 'n8n-workflow';

import { field } from '../../form/fields';
import { readable, readableBoolean } from '../../form/readable';
import { parseCount } from '../../values/read';
import { addHint } from './operation';

/** Whether rows are returned in the format of this package or of Postiz. */
export const simplifyField = (example = '') =>
	readableBoolean('Simplify', 'simplify', {
		default: true,
		description: `Whether to return a simplified version of the response instead of the raw data${example}`,
	});

const returnAll = readableBoolean('Return All', 'returnAll', {
	description: 'Whether to return all results or only up to a given limit',
});
const limit = readable(
	field.number('Limit', 'limit', {
		typeOptions: { minValue: 1 },
		default: 50,
		displayOptions: { show: { returnAll: [false] } },
		description: 'Max number of results to return',
	}),
	(entered, label) =>
		parseCount(entered, label, 'Enter a whole number, at least 1.', 'or turn on Return All.'),
);

/** Return All and Limit, as in every Get Many of n8n. */
export const returnAllOrLimit = [returnAll.property, limit.property];

/** The number of results to return. */
export const readLimit = (context: IExecuteFunctions, itemIndex: number): number =>
	returnAll.readItem(context, itemIndex) ? Infinity : limit.readItem(context, itemIndex);

/** The first rows, up to the limit. A model is told how many are left, or of what there are none. */
export function upTo<T>(
	context: IExecuteFunctions,
	rows: T[],
	limit: number,
	{ period, filters = '' }: { period?: string; filters?: string } = {},
): T[] {
	const left = rows.length - limit;
	if (left > 0) addHint(context, '', `${left} more: narrow the search to see them.`);
	const within = [period, filters && `with ${filters}`].filter(Boolean).join(', ');
	if (rows.length === 0 && within) addHint(context, '', `Nothing was found ${within}.`);
	return rows.slice(0, limit);
}
