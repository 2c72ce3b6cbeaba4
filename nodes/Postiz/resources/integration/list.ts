import type { IDataObject } from 'n8n-workflow';

import type { Channel } from '../../transport/types';
import { limited, returnAllOrLimit } from '../getMany';
import { forEachItem } from '../items';
import type { Operation } from '../types';

/** Channel: Get Many (API: GET /integrations). */
export const list: Operation = {
	option: {
		name: 'Get Many',
		value: 'list',
		action: 'Get many channels',
		description: 'List the connected channels with their IDs',
	},
	properties: [
		...returnAllOrLimit,
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add Filter',
			default: {},
			options: [
				{
					displayName: 'Group Name or ID',
					name: 'group',
					type: 'options',
					typeOptions: { loadOptionsMethod: 'getGroups' },
					default: '',
					description:
						'Only channels of this group. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
				},
				{
					displayName: 'Include Disabled Channels',
					name: 'includeDisabled',
					type: 'boolean',
					default: true,
					description:
						'Whether to return channels that are disabled in Postiz too. They are marked with “disabled” and cannot publish.',
				},
			],
		},
	],
	execute: async (context, client) =>
		await forEachItem(context, async (itemIndex) => {
			const { group, includeDisabled = true } = context.getNodeParameter(
				'filters',
				itemIndex,
				{},
			) as { group?: string; includeDisabled?: boolean };
			const channels = await client.requestList<Channel & IDataObject>({
				method: 'GET',
				path: '/integrations',
				query: group ? { group } : {},
				itemIndex,
			});
			const wanted = channels.filter(({ disabled }) => includeDisabled || !disabled);
			return limited(context, itemIndex, wanted).map((channel) => ({
				...channel,
				disabled: Boolean(channel.disabled),
			}));
		}),
};
