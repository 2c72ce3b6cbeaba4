import type { IDataObject } from 'n8n-workflow';

import { groupFilter, networkOptions, passes, readList } from '../../post/filters';
import { readSwitch } from '../../post/values';
import type { Channel } from '../../transport/types';
import { limited, returnAllOrLimit } from '../getMany';
import { forEachItem } from '../items';
import type { Operation } from '../types';

interface Filters {
	group?: string;
	includeDisabled?: unknown;
	name?: string;
	providers?: string[];
}

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
				groupFilter('Only channels of this group'),
				{
					displayName: 'Include Disabled Channels',
					name: 'includeDisabled',
					type: 'boolean',
					default: true,
					description:
						'Whether to return channels that are disabled in Postiz too. They are marked with “disabled” and cannot publish.',
				},
				{
					displayName: 'Name Contains',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. coffee',
					description: 'Only channels whose name contains this, in upper or lower case',
				},
				{
					displayName: 'Networks',
					name: 'providers',
					type: 'multiOptions',
					default: [],
					description: 'Only channels of these social networks',
					options: networkOptions,
				},
			],
		},
	],
	execute: async (context, client) =>
		await forEachItem(context, async (itemIndex) => {
			const filters = context.getNodeParameter('filters', itemIndex, {}) as Filters;
			const { group, includeDisabled = true } = filters;
			const withDisabled = readSwitch(includeDisabled, 'Include Disabled Channels');
			const name = String(filters.name ?? '')
				.trim()
				.toLowerCase();
			const wishes = { channels: [], providers: readList(filters.providers) };
			const channels = await client.requestList<Channel & IDataObject>({
				method: 'GET',
				path: '/integrations',
				query: group ? { group } : {},
				itemIndex,
			});
			const wanted = channels.filter(
				(channel) =>
					(withDisabled || !channel.disabled) &&
					channel.name.toLowerCase().includes(name) &&
					passes(wishes, channel),
			);
			return limited(context, itemIndex, wanted).map((channel) => ({
				...channel,
				disabled: Boolean(channel.disabled),
			}));
		}),
};
