import type { AlertKind } from '../common/reasonKind';
import { findNetwork, allNetworks } from '../networks';
import type { Channel } from '../transport/apiTypes';
import type { ListedNotification } from '../transport/notifications';

/** What is needed to report a removed channel. */
export type KnownChannel = Pick<Channel, 'id' | 'name' | 'identifier' | 'disabled' | 'customer'>;

/** A channel that can't publish any more, and why. */
export interface ChannelAlert {
	reasonKind: AlertKind;
	/** Without an ID if the notification is ambiguous or names no existing channel. */
	channel: Partial<KnownChannel>;
	/** The text of the notification. */
	message?: string;
	/** The channels that the notification may refer to. */
	candidates?: KnownChannel[];
}

/** True if a notification says that a channel has lost its connection. */
export const isConnectionLoss = (message: string) => /^Could not refresh your /.test(message);

const NEEDS_RECONNECTING = / because you need to reconnect it/;
const IS_DISABLED = / because it.s disabled/;
const CHANNEL_AND_NETWORK = /^We couldn.t post to (?<network>.+?) for (?<name>.+) because /s;
const ONLY_NETWORK = /^Could not refresh your (?<network>.+?) channel\b/s;

/** Parses notifications about problems of channels, in order (docs/api.md, Notifications). */
export function parseChannelAlerts(
	notifications: ListedNotification[],
	channels: KnownChannel[],
): ChannelAlert[] {
	return notifications.flatMap(({ content }): ChannelAlert[] => {
		const message = String(content ?? '');
		const needsReconnecting = isConnectionLoss(message) || NEEDS_RECONNECTING.test(message);
		if (!needsReconnecting && !IS_DISABLED.test(message)) return [];
		const { network = '', name } =
			(CHANNEL_AND_NETWORK.exec(message) ?? ONLY_NETWORK.exec(message))?.groups ?? {};
		const identifier = toIdentifier(network);
		const matches = channels.filter(
			(channel) =>
				(network === '' || isNameOfNetwork(network, channel.identifier)) &&
				(name === undefined || channel.name === name),
		);
		const disabled = needsReconnecting ? [] : matches.filter((channel) => channel.disabled);
		const candidates = disabled.length > 0 ? disabled : matches;
		const [first, ...others] = candidates;
		const channel = first && others.length === 0 ? first : { name, identifier };
		const reasonKind = needsReconnecting ? 'reconnect' : 'disabled';
		return [{ reasonKind, channel, message, candidates }];
	});
}

/** True if notifications use this name for the network. */
export const isNameOfNetwork = (name: string, identifier: string): boolean =>
	toIdentifier(name) === toIdentifier(identifier);

const IDENTIFIERS = new Map(
	allNetworks.map(({ displayName, identifier }) => [displayName.toLowerCase(), identifier]),
);

/** Returns the identifier of a network. Notifications use its identifier or its name. */
function toIdentifier(network: string): string {
	const name = network.toLowerCase();
	return IDENTIFIERS.get(name) ?? findNetwork(name)?.identifier ?? name;
}
