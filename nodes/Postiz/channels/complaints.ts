import { findProvider, providers } from '../providers';
import type { NotificationRow } from '../transport/notifications';
import type { Channel } from '../transport/types';

/** What is needed to report a channel that was removed. */
export type KnownChannel = Pick<Channel, 'id' | 'name' | 'identifier' | 'disabled' | 'customer'>;

/** A channel that can no longer publish, and why. */
export interface Attention {
	reason: 'disabled' | 'gone' | 'reconnect';
	/** Without an ID if the notification names no existing channel, or is ambiguous. */
	channel: Partial<KnownChannel>;
	/** The text of the notification. */
	message?: string;
	/** The channels that the notification may refer to. */
	candidates?: KnownChannel[];
}

const LOST = /^Could not refresh your /;

/** True for a notification that a channel has just lost its connection. */
export const isLoss = (message: string) => LOST.test(message);

const NEEDS_RECONNECTING = / because you need to reconnect it/;
const IS_DISABLED = / because it.s disabled/;
const CHANNEL_AND_NETWORK = /^We couldn.t post to (?<network>.+?) for (?<name>.+) because /s;
const ONLY_NETWORK = /^Could not refresh your (?<network>.+?) channel\b/s;

/** Notifications about problems of channels, in order (docs/api.md, Notifications). */
export function channelProblemsIn(
	notifications: NotificationRow[],
	channels: KnownChannel[],
): Attention[] {
	return notifications.flatMap(({ content }): Attention[] => {
		const message = String(content ?? '');
		const needsReconnecting = LOST.test(message) || NEEDS_RECONNECTING.test(message);
		if (!needsReconnecting && !IS_DISABLED.test(message)) return [];
		const { network = '', name } =
			(CHANNEL_AND_NETWORK.exec(message) ?? ONLY_NETWORK.exec(message))?.groups ?? {};
		const identifier = identifierOf(network);
		const named = channels.filter(
			(channel) =>
				(network === '' || isOfNetworkNamed(network, channel.identifier)) &&
				(name === undefined || channel.name === name),
		);
		const disabled = needsReconnecting ? [] : named.filter((channel) => channel.disabled);
		const candidates = disabled.length > 0 ? disabled : named;
		const [first, ...others] = candidates;
		const channel = first && others.length === 0 ? first : { name, identifier };
		const reason = needsReconnecting ? 'reconnect' : 'disabled';
		return [{ reason, channel, message, candidates }];
	});
}

/** True if a notification means the network of this identifier. */
export const isOfNetworkNamed = (network: string, identifier: string): boolean =>
	identifierOf(network) === identifierOf(identifier);

/** Notifications name a network by its identifier or its name. */
function identifierOf(network: string): string {
	const wanted = network.toLowerCase();
	const named = providers.find(({ displayName }) => displayName.toLowerCase() === wanted);
	return (named ?? findProvider(wanted))?.identifier ?? wanted;
}
