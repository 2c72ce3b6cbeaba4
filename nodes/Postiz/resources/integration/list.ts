import type { IDataObject } from 'n8n-workflow';

import { groupFilter, networkOptions } from '../../channels/fields';
import { passes } from '../../channels/filters';
import { channelRow, groupRow } from '../../channels/row';
import { toChannel } from '../../transport/channels';
import { readBoolean, readList, readOptionalText } from '../../values/read';
import { askOnce } from '../shared/askOnce';
import { readLimit, returnAllOrLimit } from '../shared/getMany';
import { forEachItem } from '../shared/itemRun';
import type { Operation } from '../shared/types';

interface Filters {
	group?: unknown;
	includeDisabled?: unknown;
	name?: unknown;
	providers?: unknown;
}

/** Channel: Get Many (docs/api.md, Channels). */
export const getManyChannels: Operation = {
	name: 'Get Many',
	value: 'list',
	action: 'Get many channels with their names and IDs',
	description: 'List the connected channels with their IDs',
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
					description: 'Only channels whose name contains this, ignoring case',
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
	execute: async (context, client) => {
		const ask = askOnce<IDataObject[]>();
		return await forEachItem(context, async (itemIndex) => {
			const limit = readLimit(context, itemIndex);
			const filters = context.getNodeParameter('filters', itemIndex, {}) as Filters;
			const { includeDisabled = true } = filters;
			const withDisabled = readBoolean(includeDisabled, 'Include Disabled Channels');
			const name = readOptionalText(filters.name, 'Name Contains').toLowerCase();
			const group = readOptionalText(filters.group, 'Group');
			const networks = { channels: [], providers: readList(filters.providers) };
			const query = group ? { group } : {};
			const rows = await ask(
				group,
				async () => await client.requestList({ method: 'GET', path: '/integrations', query }),
			);
			return rows
				.map(toChannel)
				.filter(
					(channel) =>
						(withDisabled || !channel.disabled) &&
						channel.name.toLowerCase().includes(name) &&
						passes(networks, channel),
				)
				.slice(0, limit)
				.map((channel) => ({
					...channelRow(channel),
					profile: channel.profile ?? null,
					disabled: Boolean(channel.disabled),
					...groupRow(channel.customer),
				}));
		});
	},
};
