import type { Channel } from '../transport/apiTypes';
import type { PostizClient } from '../transport/client';
import { createAmbiguousNameProblem, createUnknownNameProblem } from './channelNameProblems';
import { findChannelsByName } from './findChannelsByName';

/**
 * Finds a connected channel by ID, name or handle. Calls with an unknown ID fail with a bare 500, like other failures of
 * the service, so only the list of channels shows whether it exists (docs/api.md, Errors). Throws {@link Problem} if it
 * doesn't exist.
 */
export const fetchChannel = async (client: PostizClient, id: string): Promise<Channel> =>
	requireChannel(id, await client.fetchChannels());

/** Finds a channel by ID, name or handle. Throws {@link Problem} if there is none, or it is ambiguous. */
export function requireChannel(text: string, channels: Channel[], label = 'Channel'): Channel {
	const matches = findChannelsByName(text, channels);
	const [channel] = matches;
	if (!channel)
		throw createUnknownNameProblem(text, channels, `${label}: no channel`, 'name, handle or ID');
	if (matches.length > 1) throw createAmbiguousNameProblem(text, matches);
	return channel;
}
