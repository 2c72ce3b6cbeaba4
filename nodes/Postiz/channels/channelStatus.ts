import { DAY_MS, parseServiceTime } from '../common/date';
import { ignoreProblem } from '../common/problem';
import { findNetwork, allNetworks } from '../networks';
import type { Channel } from '../transport/apiTypes';
import type { PostizClient } from '../transport/client';
import { type ListedNotification, Notifications } from '../transport/notifications';

/** Whether a channel can publish, as far as Postiz tells. */
export interface ChannelStatus {
	status: 'connected' | 'disabled' | 'may need reconnecting' | 'needs reconnecting';
	/** When Postiz first said so. */
	since?: string;
}

/** Undefined if the notifications, which have the status, can't be read. */
type GetChannelStatus = (channel: Channel) => ChannelStatus | undefined;

/** How far back notifications count. */
const LOOKBACK_MS = 31 * DAY_MS;

/**
 * The status of channels by the notifications of the last month, as the list of channels lacks it (docs/api.md,
 * Notifications): a request for 100 of them each, up to `maxPages`.
 */
export async function fetchChannelStatuses(
	client: PostizClient,
	maxPages: number,
): Promise<GetChannelStatus> {
	const since = client.now() - LOOKBACK_MS;
	const isRecent = ({ createdAt }: ListedNotification) => parseServiceTime(createdAt) > since;
	const notifications = await new Notifications(client)
		.listNewest(maxPages, (page) => page.every(isRecent))
		.catch(ignoreProblem);
	const losses =
		notifications &&
		findConnectionLosses(notifications.filter(isRecent), await client.listChannels());
	return ({ id, disabled }) => {
		if (disabled) return { status: 'disabled' };
		return losses && (losses.get(id) ?? { status: 'connected' });
	};
}

const PUBLISHED = /^Your post has been published on (?<network>.+?) at /s;

/** The channels that lost their connection, by ID. A later post on the only channel of a network ends that. */
export function findConnectionLosses(
	notifications: ListedNotification[],
	channels: Channel[],
): Map<string, ChannelStatus> {
	const losses = new Map<string, ChannelStatus>();
	const getTime = ({ createdAt }: ListedNotification) => parseServiceTime(createdAt);
	for (const notification of [...notifications].sort((a, b) => getTime(a) - getTime(b))) {
		const network = PUBLISHED.exec(String(notification.content))?.groups?.network;
		const [only, ...others] = channels.filter(
			({ identifier }) => network !== undefined && isOfNetworkNamed(network, identifier),
		);
		if (only && others.length === 0) losses.delete(only.id);
		const [{ reason, candidates = [] } = {}] = parseChannelAlerts([notification], channels);
		if (
			reason !== 'reconnect' ||
			new Set(candidates.map((candidate) => candidate.identifier)).size !== 1
		)
			continue;
		for (const { id } of candidates) {
			const known = losses.get(id);
			const isSure = candidates.length === 1 || known?.status === 'needs reconnecting';
			losses.set(id, {
				status: isSure ? 'needs reconnecting' : 'may need reconnecting',
				since: known?.since ?? notification.createdAt,
			});
		}
	}
	return losses;
}

/** What is needed to report a channel that was removed. */
export type KnownChannel = Pick<Channel, 'id' | 'name' | 'identifier' | 'disabled' | 'customer'>;

/** A channel that can no longer publish, and why. */
export interface ChannelAlert {
	reason: 'disabled' | 'gone' | 'reconnect';
	/** Without an ID if the notification names no existing channel, or is ambiguous. */
	channel: Partial<KnownChannel>;
	/** The text of the notification. */
	message?: string;
	/** The channels that the notification may refer to. */
	candidates?: KnownChannel[];
}

/** True for a notification that a channel has just lost its connection. */
export const isConnectionLoss = (message: string) => /^Could not refresh your /.test(message);

const NEEDS_RECONNECTING = / because you need to reconnect it/;
const IS_DISABLED = / because it.s disabled/;
const CHANNEL_AND_NETWORK = /^We couldn.t post to (?<network>.+?) for (?<name>.+) because /s;
const ONLY_NETWORK = /^Could not refresh your (?<network>.+?) channel\b/s;

/** Notifications about problems of channels, in order (docs/api.md, Notifications). */
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

/** True if a notification names the network with this identifier. */
const isOfNetworkNamed = (network: string, identifier: string): boolean =>
	toIdentifier(network) === toIdentifier(identifier);

const IDENTIFIERS = new Map(
	allNetworks.map(({ displayName, identifier }) => [displayName.toLowerCase(), identifier]),
);

/** Notifications name a network by its identifier or its name. */
function toIdentifier(network: string): string {
	const name = network.toLowerCase();
	return IDENTIFIERS.get(name) ?? findNetwork(name)?.identifier ?? name;
}
