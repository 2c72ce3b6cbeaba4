import type { INodeProperties } from 'n8n-workflow';

import { createInvalidProblem } from '../common/fieldProblems';
import { parseOptionalText } from '../common/parseText';
import { field } from '../form/fieldBuilders';
import { createFieldSpec } from '../form/fieldSpec';
import { isSameNetwork } from '../networks';
import { findNetworkByName } from '../networks/networkNames';
import { findText, toList } from '../networks/pickerValues';
import type { Channel } from '../transport/apiTypes';
import { networkOptions } from './channelFields';
import { requireChannelGroup } from './channelGroups';
import { parseChannelNames } from './parseChannelNames';
import { resolveChannels } from './resolveChannels';

/** What posts and channels are filtered by; an empty filter matches everything. */
export interface ChannelFilters {
	/** The IDs of channels. */
	channels: string[];
	/** The identifiers of networks. */
	networks: string[];
	/** The ID of a group, and those of its channels. */
	group: string;
	members: string[];
}

/** The channels to filter by, by ID, name or handle. */
export const createChannelsFilter = (property: INodeProperties) =>
	createFieldSpec(property, (entered) => parseChannelNames(entered));

/** The group to filter by. */
export const createGroupFilter = (description: string) =>
	createFieldSpec(
		field.choice('Group Name or ID', 'group', {
			typeOptions: { loadOptionsMethod: 'getGroups' },
			description: `${description}. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.`,
		}),
		parseOptionalText,
	);

/** The networks to filter by. */
export const createNetworksFilter = (description: string) =>
	createFieldSpec(
		field.multiChoice('Networks', 'providers', { description, options: networkOptions }),
		(entered, label) =>
			toList(entered).map((element) => {
				const name = findText(element, ['provider', 'identifier', 'value', 'name']);
				const network = findNetworkByName(name ?? '');
				if (network) return network.identifier;
				throw createInvalidProblem(
					label,
					element,
					'Enter the names of networks, such as LinkedIn.',
				);
			}),
	);

/**
 * Resolves the channels and the group in filters; `fetchChannels` is only called if there are any. Throws {@link Problem}
 * for unknown or ambiguous names.
 */
export async function resolveFilters(
	{
		channels: channelNames = [],
		group: groupName = '',
		networks,
	}: { channels?: string[][]; group?: string; networks: string[] },
	fetchChannels: () => Promise<Channel[]>,
): Promise<ChannelFilters> {
	const connected = channelNames.length > 0 || groupName !== '' ? await fetchChannels() : [];
	const group = groupName === '' ? undefined : requireChannelGroup(groupName, connected, 'Group');
	return {
		channels: channelNames.flatMap((names) => resolveChannelIds(names, connected)),
		networks,
		group: group?.id ?? '',
		members: group?.channels.map(({ id }) => id) ?? [],
	};
}

/**
 * The IDs of the channels with one of the possible names of a filter, including disabled ones. Throws {@link Problem}
 * for an unknown or ambiguous name.
 */
export function resolveChannelIds(names: string[], connected: Channel[]): string[] {
	const enabled = connected.map((channel) => ({ ...channel, disabled: false }));
	return resolveChannels([names], enabled).channels.map(({ id }) => id);
}

/** True if the channel matches all filters. */
export function matchesFilters(
	{ channels, networks, group, members }: ChannelFilters,
	{
		channelId = '',
		identifier = '',
		groupId,
	}: { channelId?: string; identifier?: string; groupId?: string },
): boolean {
	return (
		(channels.length === 0 || channels.includes(channelId)) &&
		(networks.length === 0 || networks.some((network) => isSameNetwork(network, identifier))) &&
		(group === '' || group === groupId || members.includes(channelId))
	);
}
