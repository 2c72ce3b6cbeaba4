import {
	findChannelProblems,
	isConnectionLoss,
	type ChannelAlert,
	type KnownChannel,
} from '../channels/channelStatus';
import type { NotificationRow } from '../transport/notifications';
import type { Channel } from '../transport/apiTypes';
import { DAY_MS, HOUR_MS, parseServiceTime } from '../common/date';
import type { TriggerMemory } from './triggerMemory';

/** Problems that Postiz reports repeatedly are told once in this time. */
const REPEAT_AFTER_MS = DAY_MS;
/** The loss of a connection is only reported repeatedly at once; later, it is another one. */
const LOSS_REPEAT_AFTER_MS = HOUR_MS;

/** How late a notification may appear behind newer ones, and how far the clock of the database may be off. */
const MAX_DELAY_MS = HOUR_MS;

type ChannelMemory = Required<Pick<TriggerMemory, 'channels' | 'notifications' | 'problems'>>;

/** True for the notifications since the last look, as far as their time is known. */
const isNewNotification = (memory: TriggerMemory | undefined, { id, createdAt }: NotificationRow) =>
	id !== undefined &&
	parseServiceTime(createdAt) > (memory?.polledAt ?? -Infinity) - MAX_DELAY_MS &&
	!Object.hasOwn(memory?.notifications ?? {}, id);

/** True if older notifications may be new, too. */
export const needsNextPage = (memory: TriggerMemory | undefined, rows: NotificationRow[]) =>
	memory?.notifications !== undefined && rows.every((row) => isNewNotification(memory, row));

/**
 * Channels that were disabled or removed since the last look, or of which notifications complain
 * (docs/api.md, Channels, Notifications), and what to remember. `now` is in ms.
 */
export function findChannelAlerts(
	memory: TriggerMemory | undefined,
	channels: Channel[],
	notifications: NotificationRow[],
	now: number,
): { alerts: ChannelAlert[]; memory: ChannelMemory } {
	const listed = Object.fromEntries(channels.map((one) => [String(one.id), toKnownChannel(one)]));
	const before = memory?.channels ?? listed;
	// An empty list may be a mistake.
	const present = channels.length > 0 ? listed : before;
	const isDisabled = ({ id, disabled }: KnownChannel) => disabled && !before[id]?.disabled;
	const fresh = memory?.notifications
		? notifications.filter((row) => isNewNotification(memory, row)).reverse()
		: [];
	const problems = new Map(Object.entries(memory?.problems ?? {}));
	const isTold = (attention: ChannelAlert) => {
		const { reason, channel, candidates = [], message = '' } = attention;
		const about = channel.id ?? candidates.map(({ id }) => id).join();
		const problem = `${reason} ${about || message}`;
		const wasTold = now - (problems.get(problem) ?? -Infinity) < getRepeatMs(message);
		// Postiz repeats its notifications, while a change is always new.
		if (!wasTold || message === '') problems.set(problem, now);
		return wasTold && message !== '';
	};
	const alerts: ChannelAlert[] = [
		...Object.values(present)
			.filter(isDisabled)
			.map((channel) => ({ reason: 'disabled' as const, channel })),
		...Object.values(before)
			.filter(({ id }) => !Object.hasOwn(present, id))
			.map((channel) => ({ reason: 'gone' as const, channel })),
		...findChannelProblems(fresh, Object.values(present)),
	].filter((attention) => !isTold(attention));
	const timed = notifications.flatMap(({ id, createdAt }): Array<[string, number]> =>
		id === undefined ? [] : [[id, parseServiceTime(createdAt)]],
	);
	return {
		alerts,
		memory: {
			channels: present,
			notifications: Object.fromEntries(
				[...Object.entries(memory?.notifications ?? {}), ...timed].filter(
					([, time]) => time > now - MAX_DELAY_MS,
				),
			),
			problems: Object.fromEntries(
				[...problems].filter(([, time]) => time > now - REPEAT_AFTER_MS),
			),
		},
	};
}

const getRepeatMs = (message: string) =>
	isConnectionLoss(message) ? LOSS_REPEAT_AFTER_MS : REPEAT_AFTER_MS;

const toKnownChannel = ({ id, name, identifier, disabled, customer }: Channel): KnownChannel => ({
	id: String(id),
	name,
	identifier,
	disabled,
	customer,
});
