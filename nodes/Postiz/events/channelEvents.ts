import type { IDataObject } from 'n8n-workflow';

import {
	channelProblemsIn,
	isLoss,
	type Attention,
	type KnownChannel,
} from '../channels/complaints';
import { passes, type ChannelFilters } from '../channels/filters';
import { channelRow, groupRow } from '../channels/row';
import type { NotificationRow } from '../transport/notifications';
import type { Channel } from '../transport/types';
import { DAY_MS, HOUR_MS } from '../values/date';
import type { TriggerOptions } from './options';

/** Problems that Postiz reports repeatedly are output once in this time. */
const REPORT_AGAIN_MS = DAY_MS;
/** The loss of a connection is only reported repeatedly at once; later, it is another one. */
const LOST_AGAIN_MS = HOUR_MS;

export interface ChannelMemory {
	known: KnownChannel[];
	/** When a problem was last output, in ms, by reason and channel. */
	reported: Record<string, number>;
	/** The last list was empty, which may be wrong. */
	isEmpty?: true;
}

/** Items for channels that are disabled, removed or named by a notification (docs/api.md, Channels, Notifications). */
export function findChannelEvents(
	memory: ChannelMemory | undefined,
	channels: Channel[],
	notifications: NotificationRow[],
	{ filters }: Pick<TriggerOptions, 'filters'>,
	now: number,
): { events: IDataObject[]; memory: ChannelMemory } {
	const listed = channels.map(toKnown);
	const before = memory?.known ?? listed;
	const isEmpty = listed.length === 0 && !memory?.isEmpty;
	const present = isEmpty ? before : listed;
	const disabledBefore = before.filter(({ disabled }) => disabled);
	const disabled = present.filter((one) => one.disabled && !isAmong(disabledBefore, one));
	const gone = before.filter((one) => !isAmong(present, one));
	const lately = ([, time]: [string, number]) => time > now - REPORT_AGAIN_MS;
	const reported = new Map(Object.entries(memory?.reported ?? {}).filter(lately));
	const attentions: Attention[] = [
		...disabled.map((channel) => ({ reason: 'disabled' as const, channel })),
		...gone.map((channel) => ({ reason: 'gone' as const, channel })),
		...channelProblemsIn(notifications, present),
	];
	const news = attentions.filter((attention) => {
		const { reason, channel, message } = attention;
		const problem = `${reason} ${channel.id ?? message}`;
		// Postiz repeats its notifications, while a change is always new.
		const again = isLoss(message ?? '') ? LOST_AGAIN_MS : REPORT_AGAIN_MS;
		if (message !== undefined && now - (reported.get(problem) ?? -Infinity) < again) return false;
		reported.set(problem, now);
		return true;
	});
	return {
		events: news.filter((attention) => isWanted(attention, filters)).map(toItem),
		memory: {
			known: present,
			reported: Object.fromEntries(reported),
			...(isEmpty && { isEmpty: true }),
		},
	};
}

const toKnown = ({ id, name, identifier, disabled, customer }: Channel): KnownChannel => ({
	id: String(id),
	name,
	identifier,
	disabled,
	customer,
});

const isAmong = (channels: KnownChannel[], wanted: KnownChannel) =>
	channels.some(({ id }) => id === wanted.id);

// If the channel is ambiguous, report too much rather than too little.
function isWanted({ channel, candidates = [] }: Attention, filters: ChannelFilters): boolean {
	const meant = candidates.length > 0 ? candidates : [channel];
	return meant.some(({ id, identifier, customer }) =>
		passes(filters, { channelId: id, identifier, groupId: customer?.id }),
	);
}

const toItem = ({ reason, channel, message }: Attention): IDataObject => ({
	event: 'channelNeedsAttention',
	reason,
	...channelRow(channel),
	...groupRow(channel.customer),
	message: message ?? null,
});
