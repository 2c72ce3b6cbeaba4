import type { IDataObject } from 'n8n-workflow';

import { passes } from '../channels/filters';
import { findProvider } from '../providers';
import type { NotificationRow } from '../transport/notifications';
import type { Channel } from '../transport/types';
import { DAY_MS } from '../values/time';
import { channelItem, type Attention } from './items';
import type {
	Advance,
	ChannelMemory,
	EventFilters,
	KnownChannel,
	Snapshot,
	TriggerOptions,
} from './types';

/** How long the same problem of a channel is not reported again. */
export const REPORT_AGAIN_MS = DAY_MS;

/**
 * Compares the channels with those remembered. Returns an item for each that was disabled or is gone
 * since, and for each that a new notification names as one to reconnect; and the memory for the next
 * look (docs/api.md, Channels, Notifications).
 */
export function advanceChannels(
	memory: ChannelMemory | undefined,
	{ scope, rows }: NonNullable<Snapshot['channels']>,
	notifications: NotificationRow[],
	{ filters }: Pick<TriggerOptions, 'filters'>,
	now: number,
): Advance<ChannelMemory> {
	const previous = memory?.scope === scope ? memory : undefined;
	const present = new Map(rows.map((row) => [String(row.id), summarize(row)]));
	const changes = previous ? compare(new Map(Object.entries(previous.known)), present) : [];

	const reported = new Map(
		Object.entries(previous?.reported ?? {}).filter(([, time]) => time > now - REPORT_AGAIN_MS),
	);
	const complaints = notifications
		.flatMap(({ content }) => readComplaint(String(content ?? ''), present) ?? [])
		.filter((attention) => {
			const key = [attention.reason, attention.id ?? attention.message].join(' ');
			const isNew = !reported.has(key);
			reported.set(key, now);
			return isNew;
		});

	const events: IDataObject[] = [...changes, ...complaints]
		.filter((attention) => isWantedChannel(attention, filters))
		.map(channelItem);
	return {
		events,
		memory: {
			scope,
			known: Object.fromEntries(present),
			reported: Object.fromEntries(reported),
		},
	};
}

function compare(
	before: Map<string, KnownChannel>,
	present: Map<string, KnownChannel>,
): Attention[] {
	const disabled = [...present]
		.filter(([id, channel]) => channel.disabled && !before.get(id)?.disabled)
		.map(([id, channel]): Attention => ({ reason: 'disabled', id, channel }));
	const gone = [...before]
		.filter(([id]) => !present.has(id))
		.map(([id, channel]): Attention => ({ reason: 'gone', id, channel }));
	return [...disabled, ...gone];
}

const CANNOT_POST =
	/^We couldn.t post to (?<network>.+?) for (?<name>.+) because (?:you need to (?<reconnect>reconnect) it|it.s disabled)/s;
const CANNOT_REFRESH = /^Could not refresh your (?<network>.+?) channel\b/s;

/**
 * The channel that a notification complains of; undefined for any other notification, and for a
 * channel whose being disabled is reported anyway.
 */
function readComplaint(content: string, present: Map<string, KnownChannel>): Attention | undefined {
	const { network, name, reconnect } =
		CANNOT_POST.exec(content)?.groups ?? CANNOT_REFRESH.exec(content)?.groups ?? {};
	if (network === undefined) return undefined;
	const ofNetwork = [...present].filter(([, channel]) => isOfNetwork(channel, network));
	const matching =
		name === undefined ? ofNetwork : ofNetwork.filter(([, channel]) => channel.name === name);
	const [id, channel] = matching.length === 1 ? matching[0] : [];
	const reason = name !== undefined && !reconnect ? 'disabled' : 'reconnect';
	if (reason === 'disabled' && channel?.disabled) return undefined;
	return {
		reason,
		id,
		channel: channel ?? { name: name ?? '', identifier: identifierOf(network) },
		message: content,
	};
}

function isOfNetwork({ identifier }: KnownChannel, network: string): boolean {
	return identifierOf(network) === (findProvider(identifier)?.identifier ?? identifier);
}

/** Notifications name networks by their identifier or their name. */
function identifierOf(network: string): string {
	const wanted = network.toLowerCase();
	return findProvider(wanted)?.identifier ?? wanted;
}

/** What a channel's row says, as far as events need it. */
export function summarize({ name, identifier, disabled, customer }: Channel): KnownChannel {
	return {
		name: String(name ?? ''),
		identifier: String(identifier ?? ''),
		disabled: Boolean(disabled),
		...(customer && { group: { id: customer.id, name: customer.name } }),
	};
}

/** True if the filters let events of this channel through. */
export function isWantedChannel(
	{ id, channel }: Pick<Attention, 'id' | 'channel'>,
	filters: EventFilters,
): boolean {
	return (
		passes(filters, { channelId: id, identifier: channel.identifier }) &&
		(!filters.group || channel.group?.id === filters.group)
	);
}
