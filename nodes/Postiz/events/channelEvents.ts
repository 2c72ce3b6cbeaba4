import { passes } from '../channels/filters';
import type { NotificationRow } from '../transport/notifications';
import type { Channel } from '../transport/types';
import { DAY_MS } from '../values/time';
import { complaintsIn, type Complaint } from './complaints';
import { channelItem, type Attention } from './items';
import type {
	Advance,
	ChannelMemory,
	EventFilters,
	KnownChannel,
	Snapshot,
	TriggerOptions,
} from './types';

/** How long a problem that Postiz complains of again and again is not reported again. */
export const REPORT_AGAIN_MS = DAY_MS;

/**
 * Compares the channels with those remembered. Returns an item for each that was disabled or is gone
 * since, and for each that a new notification complains of; and the memory for the next look
 * (docs/api.md, Channels, Notifications).
 */
export function advanceChannels(
	memory: ChannelMemory | undefined,
	{ scope, rows }: NonNullable<Snapshot['channels']>,
	notifications: NotificationRow[],
	{ filters }: Pick<TriggerOptions, 'filters'>,
	now: number,
): Advance<ChannelMemory> {
	const previous = memory?.scope === scope ? memory : undefined;
	const present = toKnownChannels(rows);
	const changes = previous ? compare(new Map(Object.entries(previous.known)), present) : [];
	const complaints = complaintsIn(notifications, present);

	const reported = new Map(
		Object.entries(previous?.reported ?? {}).filter(([, time]) => time > now - REPORT_AGAIN_MS),
	);
	for (const change of changes) reported.set(problemOf(change), now);
	const fresh = complaints.filter((complaint) => {
		const problem = problemOf(complaint);
		const isNew = !reported.has(problem);
		if (isNew) reported.set(problem, now);
		return isNew;
	});

	return {
		events: [
			...changes.filter((change) => isWantedChannel(change, filters)),
			...fresh.filter((complaint) => isWantedComplaint(complaint, filters)),
		].map(channelItem),
		memory: {
			scope,
			known: Object.fromEntries(present),
			reported: Object.fromEntries(reported),
		},
	};
}

/** What an item for a channel that needs attention looks like; undefined if none does. */
export function sampleAttention(
	rows: Channel[],
	notifications: NotificationRow[],
	filters: EventFilters,
): Attention | undefined {
	const channels = toKnownChannels(rows);
	const disabled = [...channels]
		.filter(([, { disabled: isDisabled }]) => isDisabled)
		.map(([id, channel]): Attention => ({ reason: 'disabled', id, channel }));
	return (
		complaintsIn(notifications, channels).find((one) => isWantedComplaint(one, filters)) ??
		disabled.find((one) => isWantedChannel(one, filters))
	);
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

const problemOf = ({ reason, id, message }: Attention) => `${reason} ${id ?? message}`;

function toKnownChannels(rows: Channel[]): Map<string, KnownChannel> {
	return new Map(rows.map((row) => [String(row.id), summarize(row)]));
}

function summarize({ name, identifier, disabled, customer }: Channel): KnownChannel {
	return {
		name: String(name ?? ''),
		identifier: String(identifier ?? ''),
		disabled: Boolean(disabled),
		...(customer && { group: { id: customer.id, name: customer.name } }),
	};
}

/** True if the filters let events of this channel through. */
function isWantedChannel(
	{ id, channel }: Pick<Attention, 'id' | 'channel'>,
	filters: EventFilters,
): boolean {
	return (
		passes(filters, { channelId: id, identifier: channel.identifier }) &&
		(!filters.group || channel.group?.id === filters.group)
	);
}

// A complaint that may be about a wanted channel is better reported for nothing than not at all.
function isWantedComplaint(complaint: Complaint, filters: EventFilters): boolean {
	const { candidates } = complaint;
	return candidates.length > 0
		? candidates.some(([id, channel]) => isWantedChannel({ id, channel }, filters))
		: isWantedChannel(complaint, filters);
}
