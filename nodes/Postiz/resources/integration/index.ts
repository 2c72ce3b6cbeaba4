import type { IDataObject } from 'n8n-workflow';

import {
	anyNetworkOptions,
	groupFilter,
	networkOptions,
	OTHER,
	otherNetwork,
} from '../../channels/fields';
import { passes } from '../../channels/filters';
import { channelRow, groupRow } from '../../channels/row';
import { SlotFinder } from '../../channels/slots';
import { findTarget } from '../../channels/targets';
import { findProvider } from '../../providers';
import { toChannel } from '../../transport/channels';
import { errorDetail } from '../../transport/explain';
import { Problem } from '../../values/problem';
import { readBoolean, readList, readOptionalText } from '../../values/read';
import { deleteEach } from '../shared/deleting';
import { field } from '../shared/fields';
import { readLimit, returnAllOrLimit } from '../shared/getMany';
import { channelField, readId } from '../shared/ids';
import { forEachItem } from '../shared/itemRun';
import { askOnce } from '../shared/once';
import type { Operation, Resource } from '../shared/types';
import { getSettings, runTool } from './tools';

/** Channel: Delete (docs/api.md, Deleting a channel). */
const deleteChannel: Operation = {
	name: 'Delete',
	value: 'delete',
	action: 'Delete a channel',
	description:
		'Remove a channel and all its posts from Postiz, by channel ID. Published posts stay on the network.',
	properties: [
		field.notice(
			'This removes the channel from Postiz together with all its posts, scheduled ones included. It cannot be undone.',
			'deleteNotice',
		),
		channelField('The channel to remove, with all its posts'),
	],
	execute: async (context, client) =>
		await deleteEach(context, client, {
			field: 'integrationId',
			noun: 'channel',
			key: 'channelId',
			path: (id) => `/integrations/${id}`,
			isThere: async (id) => {
				const rows = await client.requestList({ method: 'GET', path: '/integrations' });
				return rows.some((row) => row.id === id);
			},
		}),
};

/** Channel: Find Free Slot (docs/api.md, Free slots). */
const findSlot: Operation = {
	name: 'Find Free Slot',
	value: 'findSlot',
	action: 'Find the next free posting time of a channel',
	description:
		'Get the next free time of a channel’s posting schedule, by channel ID (from Channel > Get Many)',
	properties: [channelField('The channel whose posting schedule to look at')],
	execute: async (context, client) => {
		const finder = new SlotFinder(client);
		const dates = new Map<string, string>();
		return await forEachItem(context, async (itemIndex) => {
			const integrationId = readId(context, itemIndex, 'integrationId');
			// Asked about a channel that is unknown or disabled, the service would never answer.
			const channels = await client.channels();
			const target = findTarget({ id: integrationId, position: 'Channel' }, channels);
			const date = dates.get(target.id) ?? (await finder.findOne(target));
			dates.set(target.id, date);
			return [{ ...channelRow(target), date }];
		});
	},
};

/** Channel: Get Connect URL (docs/api.md, Connecting a channel). */
const getConnectUrl: Operation = {
	name: 'Get Connect URL',
	value: 'getConnectUrl',
	action: 'Get the link to connect a channel',
	description:
		'Get the link to a page where a person signs in to a network to connect a new channel',
	properties: [
		field.choice('Network', 'provider', {
			default: 'x',
			description: 'The social network to connect',
			options: anyNetworkOptions,
		}),
		otherNetwork,
	],
	execute: async (context, client) =>
		await forEachItem(context, async (itemIndex) => {
			const chosen = readId(context, itemIndex, 'provider');
			const identifier =
				chosen === OTHER ? readId(context, itemIndex, 'providerIdentifier') : chosen;
			const network = findProvider(identifier)?.displayName;
			const answer = await client.request<{ url?: unknown } | undefined>({
				method: 'GET',
				path: `/social/${encodeURIComponent(identifier)}`,
				explain: ({ status, body }) =>
					status === 400
						? {
								message: `${network ?? identifier} cannot be connected with a URL alone`,
								description: `It needs details, such as the address of its server: connect it under Channels in Postiz. Postiz says: “${errorDetail(body)}”`,
							}
						: undefined,
			});
			const url = answer?.url;
			if (typeof url !== 'string' || url === '') {
				throw new Problem(
					`Postiz returned no address to connect ${network ?? identifier}`,
					'Connect it under Channels in Postiz. The network may not be set up on this instance.',
				);
			}
			return [{ provider: identifier, url }];
		}),
};

/** Channel: Get Many (docs/api.md, Channels). */
const getManyChannels: Operation = {
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
const listGroups: Operation = {
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

/** Channels: the connected social accounts. */
export const integration: Resource = {
	name: 'Channel',
	value: 'integration',
	defaultOperation: 'list',
	operations: [
		deleteChannel,
		findSlot,
		getConnectUrl,
		getManyChannels,
		listGroups,
		getSettings,
		runTool,
	],
};
