import { DAY_MS } from '../common/date';
import { ignoreIfProblem } from '../common/problem';
import { parseServiceTime, toUtcDate } from '../common/serviceTime';
import type { Channel } from '../transport/apiTypes';
import type { PostizClient } from '../transport/client';
import { type ListedNotification, Notifications } from '../transport/notifications';
import { isNameOfNetwork, parseChannelAlerts } from './channelAlerts';

/** Whether a channel can publish, as far as Postiz shows it. */
export interface ChannelStatus {
	status: 'connected' | 'disabled' | 'mayNeedReconnecting' | 'needsReconnecting';
	/** When Postiz first reported it, in UTC. */
	since?: string;
}

/** Undefined if the notifications are unreadable, as only they show the status. */
type GetChannelStatus = (channel: Channel) => ChannelStatus | undefined;

/** How far back notifications are read. */
const LOOKBACK_MS = 31 * DAY_MS;

/**
 * Fetches the status of channels from the notifications of the last month, as the list of channels doesn't have it
 * (docs/api.md, Notifications). Each of up to `maxPages` requests reads 100 notifications.
 */
export async function fetchChannelStatuses(
	client: PostizClient,
	{ maxPages }: { maxPages: number },
): Promise<GetChannelStatus> {
	const since = client.serviceNow() - LOOKBACK_MS;
	const isRecent = ({ createdAt }: ListedNotification) => parseServiceTime(createdAt) > since;
	const notifications = await new Notifications(client)
		.fetchNewest(maxPages, (page) => page.every(isRecent))
		.catch(ignoreIfProblem);
	const losses =
		notifications &&
		findConnectionLosses(notifications.filter(isRecent), await client.fetchChannels());
	return ({ id, disabled }) => {
		if (disabled) return { status: 'disabled' };
		return losses && (losses.get(id) ?? { status: 'connected' });
	};
}

const PUBLISHED = /^Your post has been published on (?<network>.+?) at /s;

/**
 * Finds the channels that lost their connection, by ID. If a network has a single channel, a later post shows that it
 * is connected again.
 */
export function findConnectionLosses(
	notifications: ListedNotification[],
	channels: Channel[],
): Map<string, ChannelStatus> {
	const losses = new Map<string, ChannelStatus>();
	const getTime = ({ createdAt }: ListedNotification) => parseServiceTime(createdAt);
	for (const notification of [...notifications].sort((a, b) => getTime(a) - getTime(b))) {
		const network = PUBLISHED.exec(String(notification.content))?.groups?.network;
		const [only, ...others] = channels.filter(
			({ identifier }) => network !== undefined && isNameOfNetwork(network, identifier),
		);
		if (only && others.length === 0) losses.delete(only.id);
		const [{ reasonKind, candidates = [] } = {}] = parseChannelAlerts([notification], channels);
		const isOfOneNetwork = new Set(candidates.map(({ identifier }) => identifier)).size === 1;
		if (reasonKind !== 'reconnect' || !isOfOneNetwork) continue;
		for (const { id } of candidates) {
			const earlierLoss = losses.get(id);
			const isSure = candidates.length === 1 || earlierLoss?.status === 'needsReconnecting';
			losses.set(id, {
				status: isSure ? 'needsReconnecting' : 'mayNeedReconnecting',
				since: earlierLoss?.since ?? toUtcDate(notification.createdAt),
			});
		}
	}
	return losses;
}
