import type { IExecuteFunctions } from 'n8n-workflow';

import { channelField } from '../../channels/channelFields';
import { parseCount } from '../../common/parseNumber';
import { field } from '../../form/fieldBuilders';
import { createFieldSpec, createBooleanSpec } from '../../form/fieldSpec';
import { createIdSpec } from '../../form/idSpec';

export const channelIdSpec = createIdSpec(
	{ ...channelField, description: 'Channel > Get Many returns the IDs' },
	'Enter an ID: Channel > Get Many returns it as “channelId”.',
	{ key: 'channelId' },
);

/** Whether outputs are in the format of this package or of Postiz. */
export const createSimplifySpec = (example = '') =>
	createBooleanSpec('Simplify', 'simplify', {
		default: true,
		description: `Whether to return a simplified version of the response instead of the raw data${example}`,
	});

const returnAllSpec = createBooleanSpec('Return All', 'returnAll', {
	description: 'Whether to return all results or only up to a given limit',
});
const limitSpec = createFieldSpec(
	field.number('Limit', 'limit', {
		typeOptions: { minValue: 1 },
		default: 50,
		displayOptions: { show: { returnAll: [false] } },
		description: 'Max number of results to return',
	}),
	(entered, label) =>
		parseCount(entered, label, 'Enter a whole number, at least 1.', { or: 'turn on Return All.' }),
);

/** Return All and Limit, as in every Get Many of n8n. */
export const limitFields = [returnAllSpec.property, limitSpec.property];

/** The number of results to return. */
export const readLimit = (context: IExecuteFunctions, itemIndex: number): number =>
	returnAllSpec.readParameter(context, itemIndex)
		? Infinity
		: limitSpec.readParameter(context, itemIndex);
