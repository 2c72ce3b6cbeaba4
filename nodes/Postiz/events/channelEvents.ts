import type { IDataObject } from 'n8n-workflow';

import { channelRow, groupRow, passes } from '../channels/row';
import { providers } from '../providers';
import type { NotificationRow } from '../transport/notifications';
import type { Channel } from '../transport/types';
import { DAY_MS } from '../values/date';
import type { EventFilters, TriggerOptions } from './options';

/** How long a problem that Postiz complains of again and again is not reported again. */
export const REPORT_AGAIN_MS = DAY_MS;

/** What is needed to report a channel that is gone. */
export interface KnownChannel {
	name: string;
	identifier: string;
	disabled: boolean;
	group?: { id: string; name: string };
}

export interface ChannelMemory {
	known: Record<string, KnownChannel>;
	/** When a problem was last reported, in ms, by reason and channel. */
	reported: Record<string, number>;
}

/** That a channel cannot publish any more, and why. */
interface Attention {
	reason: 'disabled' | 'gone' | 'reconnect';
	/** Unknown if a notification names no channel that is there, or may be about several. */
	id?: string;
	channel: Omit<KnownChannel, 'disabled'>;
	message?: string;
	/** The channels that the notification may be about, by ID. */
	candidates?: Array<[string, KnownChannel]>;
}

/** Items of channels now disabled, gone or blamed (docs/api.md, Channels, Notifications). */
export function findChannelEvents(
	memory: ChannelMemory | undefined,
	channels: Channel[],
	notifications: NotificationRow[],
	{ filters }: Pick<TriggerOptions, 'filters'>,
	now: number,
): { events: IDataObject[]; memory: ChannelMemory } {
	const present = new Map(channels.map((channel) => [String(channel.id), toKnown(channel)]));
	const reported = new Map(
		Object.entries(memory?.reported ?? {}).filter(([, time]) => time > now - REPORT_AGAIN_MS),
	);
	const before = memory ? new Map(Object.entries(memory.known)) : present;
	const disabled = [...present].filter(([id, now]) => now.disabled && !before.get(id)?.disabled);
	const gone = [...before].filter(([id]) => !present.has(id));
	const changes: Attention[] = [
		...disabled.map(([id, channel]) => ({ reason: 'disabled' as const, id, channel })),
		...gone.map(([id, channel]) => ({ reason: 'gone' as const, id, channel })),
	];
	for (const change of changes) reported.set(problemOf(change), now);
	const complaints = complaintsIn(notifications, present).filter((complaint) => {
		const isNew = !reported.has(problemOf(complaint));
		if (isNew) reported.set(problemOf(complaint), now);
		return isNew;
	});
	return {
		events: [...changes, ...complaints].filter((one) => isWanted(one, filters)).map(toItem),
		memory: { known: Object.fromEntries(present), reported: Object.fromEntries(reported) },
	};
}

const toKnown = ({ name, identifier, disabled, customer }: Channel): KnownChannel => ({
	name: String(name ?? ''),
	identifier: String(identifier ?? ''),
	disabled: Boolean(disabled),
	...(customer && { group: { id: customer.id, name: customer.name } }),
});

const problemOf = ({ reason, id, message }: Attention) => `${reason} ${id ?? message}`;

// A complaint that may be about a wanted channel is better reported for nothing than not at all.
function isWanted({ id, channel, candidates = [] }: Attention, filters: EventFilters): boolean {
	const meant = candidates.length > 0 ? candidates : [[id, channel] as const];
	return meant.some(
		([channelId, { identifier, group }]) =>
			passes(filters, { channelId, identifier }) && (!filters.group || group?.id === filters.group),
	);
}

const toItem = ({ reason, id, channel, message }: Attention): IDataObject => ({
	event: 'channelNeedsAttention',
	reason,
	...channelRow({ ...channel, id }),
	...groupRow(channel.group),
	message: message ?? null,
});

const NEEDS_RECONNECTING = /^Could not refresh your | because you need to reconnect it/;
const IS_DISABLED = / because it.s disabled/;
const CHANNEL_AND_NETWORK = /^We couldn.t post to (?<network>.+?) for (?<name>.+) because /s;
const ONLY_NETWORK = /^Could not refresh your (?<network>.+?) channel\b/s;

/** The notifications that complain of a channel, in their order (docs/api.md, Notifications). */
export function complaintsIn(
	notifications: NotificationRow[],
	channels: Map<string, KnownChannel>,
): Attention[] {
	return notifications.flatMap(({ content }): Attention[] => {
		const message = String(content ?? '');
		const needsReconnecting = NEEDS_RECONNECTING.test(message);
		if (!needsReconnecting && !IS_DISABLED.test(message)) return [];
		const { network = '', name } =
			(CHANNEL_AND_NETWORK.exec(message) ?? ONLY_NETWORK.exec(message))?.groups ?? {};
		const identifier = identifierOf(network);
		const named = [...channels].filter(
			([, channel]) =>
				(network === '' || identifierOf(channel.identifier) === identifier) &&
				(name === undefined || channel.name === name),
		);
		const disabled = needsReconnecting ? [] : named.filter(([, channel]) => channel.disabled);
		const candidates = disabled.length > 0 ? disabled : named;
		const [id, channel] = (candidates.length === 1 && candidates[0]) || [];
		return [
			{
				reason: needsReconnecting ? 'reconnect' : 'disabled',
				id,
				channel: channel ?? { name: name ?? '', identifier },
				message,
				candidates,
			},
		];
	});
}

/** Notifications call a network by its identifier or its name. */
function identifierOf(network: string): string {
	const wanted = network.toLowerCase();
	const provider = providers.find(({ identifier, aliases = [], displayName }) =>
		[identifier, ...aliases, displayName.toLowerCase()].includes(wanted),
	);
	return provider?.identifier ?? wanted;
}
