import type { IDataObject } from 'n8n-workflow';

import { groupRow } from '../../channels/row';
import { askOnce } from '../shared/askOnce';
import { readLimit, returnAllOrLimit } from '../shared/getMany';
import { forEachItem } from '../shared/itemRun';
import type { Operation } from '../shared/types';

/** Channel: Get Many Groups (docs/api.md, Groups). */
export const listGroups: Operation = {
	name: 'Get Many Groups',
	value: 'listGroups',
	action: 'Get many groups of channels',
	description:
		'List the groups (customers) into which channels are sorted in Postiz, with their IDs',
	properties: returnAllOrLimit,
	execute: async (context, client) => {
		const ask = askOnce<IDataObject[]>();
		return await forEachItem(context, async (itemIndex) => {
			const limit = readLimit(context, itemIndex);
			const path = '/groups';
			const groups = await ask(path, async () => await client.requestList({ method: 'GET', path }));
			return groups.slice(0, limit).map(groupRow);
		});
	},
};
