import type { IDataObject } from 'n8n-workflow';

import { limited, returnAllOrLimit } from '../getMany';
import { forEachItem } from '../items';
import type { Operation } from '../types';

/** Channel: Get Many Groups (API: GET /groups). */
export const listGroups: Operation = {
	option: {
		name: 'Get Many Groups',
		value: 'listGroups',
		action: 'Get many groups of channels',
		description:
			'List the groups (customers) into which channels are sorted in Postiz, with their IDs',
	},
	properties: returnAllOrLimit,
	execute: async (context, client) =>
		await forEachItem(context, async (itemIndex) => {
			const groups = await client.requestList<IDataObject>({
				method: 'GET',
				path: '/groups',
				itemIndex,
			});
			return limited(context, itemIndex, groups);
		}),
};
