import type { IDataObject } from 'n8n-workflow';

import { toGroup } from '../../transport/channels';
import { askOnce } from '../askOnce';
import { readLimit, returnAllOrLimit } from '../getMany';
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
	execute: async (context, client) => {
		const ask = askOnce<IDataObject[]>();
		return await forEachItem(context, async (itemIndex) => {
			const limit = readLimit(context, itemIndex);
			const path = '/groups';
			const groups = await ask(
				path,
				async () => await client.requestList({ method: 'GET', path, itemIndex }),
			);
			return groups.slice(0, limit).map(toGroup);
		});
	},
};
