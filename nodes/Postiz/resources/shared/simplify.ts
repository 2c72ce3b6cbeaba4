import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { field } from '../../form/fields';
import { parseBoolean } from '../../values/read';

/** Whether rows are returned in the format of this package or of Postiz. */
export const simplifyField = (example = ''): INodeProperties =>
	field.boolean('Simplify', 'simplify', {
		default: true,
		description: `Whether to return a simplified version of the response instead of the raw data${example}`,
	});

/** Reads {@link simplifyField}. Throws {@link Problem}. */
export const readSimplify = (context: IExecuteFunctions, itemIndex: number): boolean =>
	parseBoolean(context.getNodeParameter('simplify', itemIndex, true), 'Simplify');
