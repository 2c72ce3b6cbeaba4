import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

/** Return All and Limit, as every Get Many of n8n has them. */
export const returnAllOrLimit: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		displayOptions: { show: { returnAll: [false] } },
		description: 'Max number of results to return',
	},
];

/** As many of the rows as the person asked for. */
export function limited<T>(context: IExecuteFunctions, itemIndex: number, rows: T[]): T[] {
	return context.getNodeParameter('returnAll', itemIndex, false)
		? rows
		: rows.slice(0, context.getNodeParameter('limit', itemIndex, 50) as number);
}
