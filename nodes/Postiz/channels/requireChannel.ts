import { Problem } from '../common/problem';
import type { Channel } from '../transport/apiTypes';
import type { PostizClient } from '../transport/client';
import { getChannelLabel } from './channelLabel';
import { createAmbiguousNameProblem, createUnknownNameProblem } from './channelNameProblems';
import { findChannelsByName } from './findChannelsByName';

/**
 * Finds the channel with this ID, name or handle. Throws {@link Problem} if it doesn't exist, or if the name is
 * ambiguous.
 */
export function requireChannel(idOrName: string, channels: Channel[], label = 'Channel'): Channel {
	const matches = findChannelsByName(idOrName, channels);
	const [channel] = matches;
	if (!channel)
		throw createUnknownNameProblem(
			idOrName,
			channels,
			`${label}: no channel`,
			'name, handle or ID',
		);
	if (matches.length > 1) throw createAmbiguousNameProblem(idOrName, matches);
	return channel;
}

/**
 * Like {@link requireChannel}, among the connected channels. Only their list shows whether a channel exists: requests
 * with an unknown ID fail with a bare 500, like other failures of the service (docs/api.md, Errors).
 */
export const fetchChannel = async (client: PostizClient, idOrName: string): Promise<Channel> =>
	requireChannel(idOrName, await client.fetchChannels());

/** Returns the channel. Throws {@link Problem} if it is disabled. */
export function requireEnabled(channel: Channel): Channel {
	if (!channel.disabled) return channel;
	throw new Problem(
		`${getChannelLabel(channel)} is disabled in Postiz`,
		'Posts to it would never be published. Enable or reconnect it under Channels in Postiz, or remove it.',
	);
}
