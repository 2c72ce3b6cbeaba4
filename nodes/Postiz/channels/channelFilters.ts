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

/** The IDs that a name stands for, which `lookUp` finds among the connected channels. */
export type ResolveName = (name: string, lookUp: () => string[], connected: Channel[]) => string[];

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
 * Resolves the channels in filters, including disabled ones. `listChannels` is only called if there are names. `resolveName` can
 * return other IDs than `lookUp`, or some if that fails. Throws {@link Problem} for unknown or ambiguous names.
 */
export async function resolveFilters(
	{
		channels: channelNames = [],
		group: groupName = '',
		networks,
	}: { channels?: string[][]; group?: string; networks: string[] },
	listChannels: () => Promise<Channel[]>,
	resolveName: ResolveName = (_name, lookUp) => lookUp(),
): Promise<ChannelFilters> {
	const channels = channelNames.length > 0 || groupName !== '' ? await listChannels() : [];
	const enabled = channels.map((channel) => ({ ...channel, disabled: false }));
	const findIds = (names: string[]) =>
		resolveChannels([names], enabled).channels.map(({ id }) => id);
	const findMembers = () => {
		const { id: groupId, channels: members } = requireChannelGroup(groupName, channels, 'Group');
		return [groupId, ...members.map(({ id }) => id)];
	};
	const [group = '', ...members] =
		groupName === '' ? [] : resolveName(`group ${groupName}`, findMembers, channels);
	return {
		channels: channelNames.flatMap((names) =>
			resolveName(`channel ${JSON.stringify(names)}`, () => findIds(names), channels),
		),
		networks,
		group,
		members,
	};
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
