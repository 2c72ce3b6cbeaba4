import type { IDataObject } from 'n8n-workflow';

import { groupFilter, networkOptions } from '../../channels/fields';
import { channelRow, groupRow, passes } from '../../channels/row';
import { toChannel } from '../../transport/channels';
import { readBoolean, readList, readOptionalText } from '../../values/read';
import { field } from '../../form/fields';
import { readLimit, returnAllOrLimit } from '../shared/getMany';
import { forEachItem } from '../shared/itemRun';
import { askOnce } from '../shared/once';
import type { Operation } from '../shared/types';

/** Channel: Get Many (docs/api.md, Channels). */
export const getManyChannels: Operation = {
	name: 'Get Many',
	value: 'list',
	action: 'Get many channels with their names and IDs',
	description: 'List the connected channels with their IDs',
	properties: [
		...returnAllOrLimit,
		field.filters([
			groupFilter('Only channels of this group'),
			field.boolean('Include Disabled Channels', 'includeDisabled', {
				default: true,
				description:
					'Whether to return channels that are disabled in Postiz too. They are marked with “disabled” and cannot publish.',
			}),
			field.text('Name Contains', 'name', {
				placeholder: 'e.g. coffee',
				description: 'Only channels whose name contains this, ignoring case',
			}),
			field.choices('Networks', 'providers', {
				description: 'Only channels of these social networks',
				options: networkOptions,
			}),
		]),
	],
	execute: async (context, client) => {
		const list = askOnce(async (group: string) => {
			const query = group ? { group } : {};
			return await client.requestList({ method: 'GET', path: '/integrations', query });
		});
		return await forEachItem(context, async (itemIndex) => {
			const limit = readLimit(context, itemIndex);
			const filters = context.getNodeParameter('filters', itemIndex, {}) as IDataObject;
			const { includeDisabled = true } = filters;
			const withDisabled = readBoolean(includeDisabled, 'Include Disabled Channels');
			const name = readOptionalText(filters.name, 'Name Contains').toLowerCase();
			const group = readOptionalText(filters.group, 'Group');
			const networks = { channels: [], providers: readList(filters.providers) };
			return (await list(group))
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

/** Channel: Get Many Groups (docs/api.md, Groups). */
export const listGroups: Operation = {
	name: 'Get Many Groups',
	value: 'listGroups',
	action: 'Get many groups of channels',
	description:
		'List the groups (customers) into which channels are sorted in Postiz, with their IDs',
	properties: returnAllOrLimit,
	execute: async (context, client) => {
		const list = askOnce(async () => await client.requestList({ method: 'GET', path: '/groups' }));
		return await forEachItem(context, async (itemIndex) => {
			const limit = readLimit(context, itemIndex);
			return (await list()).slice(0, limit).map(groupRow);
		});
	},
};
