import type { INodeProperties } from 'n8n-workflow';

import { field } from '../form/fieldBuilders';
import { fieldSpec } from '../form/fieldSpec';
import { findNetworkByName } from '../networks';
import { findText, toList } from '../networks/optionRows';
import type { Channel } from '../transport/apiTypes';
import { invalidValue, parseOptionalText } from '../common/parseValue';
import { networkOptions } from './networkFields';
import { findChannels, isSameNetwork, readNamedChannels } from './targets';
import { findGroupByName } from './findByName';

/** IDs of channels, identifiers of networks, and a group with the IDs of its channels; what is empty matches everything. */
export type ChannelFilters = Awaited<ReturnType<typeof findFilters>>;

/** The channels to filter by, by ID, name or handle. */
export const channelsFilter = (property: INodeProperties) =>
	fieldSpec(property, (entered) => readNamedChannels(entered));

/** The group to filter by. */
export const groupFilter = (description: string) =>
	fieldSpec(
		field.choice('Group Name or ID', 'group', {
			typeOptions: { loadOptionsMethod: 'getGroups' },
			description: `${description}. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.`,
		}),
		parseOptionalText,
	);

/** The networks to filter by. */
export const networksFilter = (description: string) =>
	fieldSpec(
		field.choices('Networks', 'providers', { description, options: networkOptions }),
		(entered, label) =>
			toList(entered).map((element) => {
				const called = findText(element, ['provider', 'identifier', 'value', 'name']);
				const network = findNetworkByName(called ?? '');
				if (network) return network.identifier;
				throw invalidValue(label, element, 'Enter the names of networks, such as LinkedIn.');
			}),
	);

/**
 * Resolves the channels in filters, including disabled ones. `list` is only called if a name requires it. `find` resolves a
 * name to IDs by `look`, which throws if there are none, or by earlier results. Throws {@link Problem} for unknown or
 * ambiguous names.
 */
export async function findFilters(
	{
		channels: named = [],
		group: groupName = '',
		networks,
	}: { channels?: string[][]; group?: string; networks: string[] },
	list: () => Promise<Channel[]>,
	find = (_name: string, look: () => string[]) => look(),
) {
	const channels = named.length > 0 || groupName !== '' ? await list() : [];
	const any = channels.map((channel) => ({ ...channel, disabled: false }));
	const idsOf = (one: string[]) => findChannels([one], any).channels.map(({ id }) => id);
	const findMembers = () => {
		const { id: own, channels: members } = findGroupByName(groupName, channels, 'Group');
		return [own, ...members.map(({ id }) => id)];
	};
	const [group = '', ...members] = groupName === '' ? [] : find(`group ${groupName}`, findMembers);
	return {
		channels: named.flatMap((one) => find(`channel ${JSON.stringify(one)}`, () => idsOf(one))),
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
		(networks.length === 0 || networks.some((wanted) => isSameNetwork(wanted, identifier))) &&
		(group === '' || group === groupId || members.includes(channelId))
	);
}
