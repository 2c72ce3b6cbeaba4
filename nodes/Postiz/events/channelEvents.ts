import type { IDataObject } from 'n8n-workflow';

import { passes } from '../channels/filters';
import type { Channel } from '../transport/types';
import { channelItem } from './items';
import type { Advance, ChannelMemory, Filters, KnownChannel, Snapshot, Wishes } from './types';

/**
 * Compares the channels with those remembered. Gives an item for each that has been disabled or is
 * gone since, and the memory for the next poll: the channels that there are now
 * (docs/api.md, Channels).
 */
export function advanceChannels(
	memory: ChannelMemory | undefined,
	{ scope, rows }: NonNullable<Snapshot['channels']>,
	{ filters }: Pick<Wishes, 'filters'>,
): Advance<ChannelMemory> {
	const previous = memory?.scope === scope ? new Map(Object.entries(memory.known)) : undefined;
	const present = new Map(rows.map((row) => [String(row.id), summarize(row)]));

	const events: IDataObject[] = [];
	for (const [id, channel] of previous ? present : []) {
		if (channel.disabled && !previous?.get(id)?.disabled && isWantedChannel(id, channel, filters)) {
			events.push(channelItem(id, channel, 'disabled'));
		}
	}
	for (const [id, channel] of previous ?? []) {
		if (!present.has(id) && isWantedChannel(id, channel, filters)) {
			events.push(channelItem(id, channel, 'gone'));
		}
	}
	return { events, memory: { scope, known: Object.fromEntries(present) } };
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

/** True where events of this channel were asked for. */
export function isWantedChannel(id: string, channel: KnownChannel, filters: Filters): boolean {
	return (
		passes(filters, { channelId: id, identifier: channel.identifier }) &&
		(!filters.group || channel.group?.id === filters.group)
	);
}
