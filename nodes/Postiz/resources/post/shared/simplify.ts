import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { readBoolean } from '../../../values/read';

/** Whether posts are shown flat, or as the service has them. */
export const simplifyField: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description:
		'Whether to return a simplified version of the response instead of the raw data, such as text without HTML',
};

/** Reads {@link simplifyField}. Throws {@link Problem}. */
export const readSimplify = (context: IExecuteFunctions, itemIndex: number): boolean =>
	readBoolean(context.getNodeParameter('simplify', itemIndex, true), 'Simplify');
