import type { PostizClient } from '../transport/client';
import { Notifications, type NotificationRow } from '../transport/notifications';
import type { Channel } from '../transport/types';
import { DAY_MS, serviceTime } from '../values/date';
import { ignoreProblem } from '../values/problem';
import { channelProblemsIn, isOfNetworkNamed } from './complaints';

/** Whether posts on a channel go out, as far as Postiz tells. */
export interface ChannelStatus {
	status: 'connected' | 'disabled' | 'perhaps to be reconnected' | 'to be reconnected';
	/** When Postiz first said so. */
	since?: string;
}

/** Finds the status of a channel. */
export type StatusOf = (channel: Channel) => ChannelStatus | undefined;

/** How far back notifications count. */
const REACH_MS = 31 * DAY_MS;

/**
 * What the notifications of the last month say of channels, of which the list of channels knows nothing
 * (docs/api.md, Notifications); a request for each 100 of them, up to `maxPages`. Undefined where they can't be read.
 */
export async function fetchStatuses(client: PostizClient, maxPages: number): Promise<StatusOf> {
	const since = client.now() - REACH_MS;
	const isRecent = ({ createdAt }: NotificationRow) => serviceTime(createdAt) > since;
	const page = await new Notifications(client)
		.newest(maxPages, (rows) => rows.every(isRecent))
		.catch(ignoreProblem);
	const losses = page && lossesIn(page.rows.filter(isRecent), await client.channels());
	return ({ id, disabled }) =>
		disabled ? { status: 'disabled' } : (losses?.get(id) ?? (losses && { status: 'connected' }));
}

const PUBLISHED = /^Your post has been published on (?<network>.+?) at /s;

/** The channels that lost their connection, by ID. A later post on the only channel of a network ends that. */
export function lossesIn(
	notifications: NotificationRow[],
	channels: Channel[],
): Map<string, ChannelStatus> {
	const losses = new Map<string, ChannelStatus>();
	const timeOf = ({ createdAt }: NotificationRow) => serviceTime(createdAt);
	for (const row of [...notifications].sort((a, b) => timeOf(a) - timeOf(b))) {
		const network = PUBLISHED.exec(String(row.content))?.groups?.network;
		const [only, ...others] = channels.filter(
			({ identifier }) => network !== undefined && isOfNetworkNamed(network, identifier),
		);
		if (only && others.length === 0) losses.delete(only.id);
		const [{ reason, candidates = [] } = {}] = channelProblemsIn([row], channels);
		if (reason !== 'reconnect' || new Set(candidates.map((one) => one.identifier)).size !== 1)
			continue;
		for (const { id } of candidates) {
			const known = losses.get(id);
			const isSure = candidates.length === 1 || known?.status === 'to be reconnected';
			losses.set(id, {
				status: isSure ? 'to be reconnected' : 'perhaps to be reconnected',
				since: known?.since ?? row.createdAt,
			});
		}
	}
	return losses;
}
