import { memoizeByObject } from '../common/memoize';
import { isSameNetwork } from '../networks';
import type { Channel } from '../transport/apiTypes';
import { requireChannelGroup } from './channelGroups';
import { resolveChannels } from './resolveChannels';

/** What posts and channels are filtered by; an empty filter matches everything. */
export interface ChannelFilters {
	/** The IDs of channels. */
	channels: string[];
	/** The identifiers of networks. */
	networks: string[];
	/** The ID of a group, and those of its channels. */
	group: string;
	groupMembers: string[];
}

/**
 * Resolves the channels and the group in filters; `fetchChannels` is only called if there are any. Throws
 * {@link Problem} for unknown or ambiguous names.
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
 * The IDs of the channels with one of the possible names of a filter, including disabled ones. Throws {@link Problem}
 * for an unknown or ambiguous name.
 */
export function resolveChannelIds(names: string[], connected: Channel[]): string[] {
	return resolveChannels([names], toEnabled(connected)).channels.map(({ id }) => id);
}

/** The same channels, all enabled: cached with their names, as each element of a filter needs them. */
const toEnabled = memoizeByObject((channels: Channel[]) =>
	channels.map((channel) => ({ ...channel, disabled: false })),
);

/** True if the channel matches all filters. */
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
