import { Problem } from '../common/problem';
import { findNetwork } from '../networks';
import type { Network } from '../networks/networkTypes';
import type { Channel } from '../transport/apiTypes';
import { getChannelLabel } from './channelLabel';
import { requireChannel, requireEnabled } from './requireChannel';

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

/** A channel as entered. */
export interface ChannelChoice {
	/** An ID, name or handle. */
	idOrName: string;
	/** The label of the field in errors. */
	label: string;
}

/** Finds an enabled channel (docs/api.md, Channels). Throws {@link Problem} that names its field. */
export function requireTarget({ idOrName, label }: ChannelChoice, channels: Channel[]): Target {
	const { id, name, identifier } = requireEnabled(requireChannel(idOrName, channels, label));
	return { id, identifier, network: findNetwork(identifier), name };
}

/**
 * Throws {@link Problem} if the channel is disabled or removed, as Postiz wouldn't publish the post (docs/api.md,
 * Changing a post).
 */
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
