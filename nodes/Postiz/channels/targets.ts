import { Problem } from '../common/problem';
import { findNetwork } from '../networks';
import type { Network } from '../networks/networkTypes';
import type { Channel } from '../transport/apiTypes';
import type { PostizClient } from '../transport/client';
import { getChannelLabel } from './channelLabel';
import { findChannelsByName } from './matchName';
import { createAmbiguousNameProblem, createUnknownNameProblem } from './nameProblems';
import { requireEnabled } from './requireEnabled';

/** A channel to post to. */
export interface Target {
	id: string;
	name: string;
	/** Sent as `__type`. */
	identifier: string;
	/** Undefined for networks that the node doesn't know. */
	network?: Network;
	/** Max characters per part, if it was fetched from the channel. */
	maxLength?: number;
}

/** A channel as it was entered. */
export interface ChannelChoice {
	/** Its ID, name or handle. */
	idOrName: string;
	/** How errors name its field. */
	label: string;
}

/** Finds an enabled channel (docs/api.md, Channels). Throws {@link Problem} that names its field. */
export function findTarget({ idOrName, label }: ChannelChoice, channels: Channel[]): Target {
	const { id, name, identifier } = requireEnabled(findSingleChannel(idOrName, channels, label));
	return { id, identifier, network: findNetwork(identifier), name };
}

/**
 * Finds a connected channel by ID, name or handle. Calls with an unknown ID fail with a bare 500, like other failures of
 * the service, so only the list of channels shows whether it exists (docs/api.md, Errors). Throws {@link Problem} if it
 * doesn't exist.
 */
export const fetchConnectedChannel = async (client: PostizClient, id: string): Promise<Channel> =>
	findSingleChannel(id, await client.listChannels());

/** Finds a channel by ID, name or handle. Throws {@link Problem} if there is none, or it is ambiguous. */
export function findSingleChannel(text: string, channels: Channel[], label = 'Channel'): Channel {
	const matches = findChannelsByName(text, channels);
	const [channel] = matches;
	if (!channel)
		throw createUnknownNameProblem(text, channels, `${label}: no channel`, 'name, handle or ID');
	if (matches.length > 1) throw createAmbiguousNameProblem(text, matches);
	return channel;
}

/** Throws {@link Problem} if the channel is disabled or removed: no post is published (docs/api.md, Changing a post). */
export function assertUsable(target: Target, channels: Channel[]): void {
	const channel = channels.find(({ id }) => id === target.id);
	if (!channel) {
		throw new Problem(
			`${getChannelLabel(target)} is no longer connected in Postiz`,
			'The post would never be published. Reconnect the channel in Postiz, and create a new post.',
		);
	}
	requireEnabled(channel);
}
