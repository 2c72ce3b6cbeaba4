import { memoizeByObject } from '../common/memoize';
import { isSameNetwork } from '../networks';
import type { Channel } from '../transport/apiTypes';
import { requireChannelGroup } from './channelGroups';
import { resolveChannels } from './resolveChannels';

/** Filters for posts and channels. An empty filter matches everything. */
export interface ChannelFilters {
	/** The IDs of channels. */
	channels: string[];
	/** The identifiers of networks. */
	networks: string[];
	/** The ID of a group, and the IDs of its channels. */
	group: string;
	groupMembers: string[];
}

/**
 * Resolves names of channels and groups in filters. Only calls `fetchChannels` if there are any. Throws {@link Problem}
 * for an unknown or ambiguous name.
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
		groupMembers: group?.channels.map(({ id }) => id) ?? [],
	};
}

/**
 * Finds the IDs of the channels with one of these possible names, including disabled channels. Throws {@link Problem}
 * for an unknown or ambiguous name.
 */
export function resolveChannelIds(names: string[], connected: Channel[]): string[] {
	return resolveChannels([names], toEnabled(connected)).channels.map(({ id }) => id);
}

/** Returns the channels as if all were enabled. Memoized, as each element of a filter needs them with their names. */
const toEnabled = memoizeByObject((channels: Channel[]) =>
	channels.map((channel) => ({ ...channel, disabled: false })),
);

export function matchesFilters(
	{ channels, networks, group, groupMembers }: ChannelFilters,
	{
		channelId = '',
		identifier = '',
		groupId,
	}: { channelId?: string; identifier?: string; groupId?: string },
): boolean {
	return (
		(channels.length === 0 || channels.includes(channelId)) &&
		(networks.length === 0 || networks.some((network) => isSameNetwork(network, identifier))) &&
		(group === '' || group === groupId || groupMembers.includes(channelId))
	);
}
