import type { IDataObject } from 'n8n-workflow';

import { passes } from '../channels/filters';
import { channelRow, groupRow } from '../channels/row';
import type { NotificationRow } from '../transport/notifications';
import type { Channel } from '../transport/types';
import { DAY_MS } from '../values/time';
import { complaintsIn, type Attention, type KnownChannel } from './complaints';
import type { EventFilters, TriggerOptions } from './options';

/** How long a problem that Postiz complains of again and again is not reported again. */
export const REPORT_AGAIN_MS = DAY_MS;

export interface ChannelMemory {
	known: Record<string, KnownChannel>;
	/** When a problem was last reported, in ms, by reason and channel. */
	reported: Record<string, number>;
}

/**
 * Compares the channels with those remembered. Returns an item for each that was disabled or is gone
 * since, and for each that a new notification complains of; and the memory for the next look
 * (docs/api.md, Channels, Notifications).
 */
export function findChannelEvents(
	memory: ChannelMemory | undefined,
	channels: Channel[],
	notifications: NotificationRow[],
	{ filters }: Pick<TriggerOptions, 'filters'>,
	now: number,
): { events: IDataObject[]; memory: ChannelMemory } {
	const present = byId(channels);
	const changes = memory ? findChanges(new Map(Object.entries(memory.known)), present) : [];
	const reported = new Map(
		Object.entries(memory?.reported ?? {}).filter(([, time]) => time > now - REPORT_AGAIN_MS),
	);
	for (const change of changes) reported.set(problemOf(change), now);
	const complaints = complaintsIn(notifications, present).filter((complaint) => {
		const isNew = !reported.has(problemOf(complaint));
		if (isNew) reported.set(problemOf(complaint), now);
		return isNew;
	});
	return {
		events: [...changes, ...complaints].filter((one) => isWanted(one, filters)).map(channelItem),
		memory: { known: Object.fromEntries(present), reported: Object.fromEntries(reported) },
	};
}

/** The item for a channel that cannot publish any more, and why. */
function channelItem({ reason, id, channel, message }: Attention): IDataObject {
	return {
		event: 'channelNeedsAttention',
		reason,
		...channelRow({ ...channel, id }),
		...groupRow(channel.group),
		message: message ?? null,
	};
}

function findChanges(
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

const problemOf = ({ reason, id, message }: Attention) => `${reason} ${id ?? message}`;

function byId(channels: Channel[]): Map<string, KnownChannel> {
	return new Map(
		channels.map(({ id, name, identifier, disabled, customer }) => [
			String(id),
			{
				name: String(name ?? ''),
				identifier: String(identifier ?? ''),
				disabled: Boolean(disabled),
				...(customer && { group: { id: customer.id, name: customer.name } }),
			},
		]),
	);
}

// A complaint that may be about a wanted channel is better reported for nothing than not at all.
function isWanted({ id, channel, candidates = [] }: Attention, filters: EventFilters): boolean {
	const meant = candidates.length > 0 ? candidates : [[id, channel] as const];
	return meant.some(
		([channelId, { identifier, group }]) =>
			passes(filters, { channelId, identifier }) && (!filters.group || group?.id === filters.group),
	);
}
