import {
	parseChannelAlerts,
	isConnectionLoss,
	type ChannelAlert,
	type KnownChannel,
} from '../channels/channelAlerts';
import { DAY_MS, HOUR_MS, parseServiceTime } from '../common/date';
import type { Channel } from '../transport/apiTypes';
import type { ListedNotification } from '../transport/notifications';
import type { TriggerMemory } from './triggerMemory';

/** How long a problem that Postiz repeats isn't reported again. */
const REPEAT_AFTER_MS = DAY_MS;
/** Postiz repeats a lost connection only shortly after the first time: a later one is new. */
const LOSS_REPEAT_AFTER_MS = HOUR_MS;

/** How late a notification may appear behind newer ones, and how far the clock of the database may be off. */
const MAX_NOTIFICATION_DELAY_MS = HOUR_MS;

type ChannelMemory = Required<Pick<TriggerMemory, 'channels' | 'notifications' | 'problems'>>;

/** True for a notification since the last poll. */
const isNewNotification = (
	memory: TriggerMemory | undefined,
	{ id, createdAt }: ListedNotification,
) =>
	id !== undefined &&
	parseServiceTime(createdAt) > (memory?.polledAt ?? -Infinity) - MAX_NOTIFICATION_DELAY_MS &&
	!Object.hasOwn(memory?.notifications ?? {}, id);

/** True if all notifications of a page are new, so that some on the next page may be, too. */
export const needsNextPage = (memory: TriggerMemory | undefined, page: ListedNotification[]) =>
	memory?.notifications !== undefined &&
	page.every((notification) => isNewNotification(memory, notification));

/**
 * Finds the channels that were disabled or removed since the last poll, or whose problems are in notifications
 * (docs/api.md, Channels, Notifications). Also returns what to remember. `now` is in ms.
 */
export function findChannelAlerts(
	memory: TriggerMemory | undefined,
	channels: Channel[],
	notifications: ListedNotification[],
	now: number,
): { alerts: ChannelAlert[]; memory: ChannelMemory } {
	const listed = Object.fromEntries(
		channels.map((channel) => [String(channel.id), toKnownChannel(channel)]),
	);
	const before = memory?.channels ?? listed;
	// An empty list may be a mistake.
	const current = channels.length > 0 ? listed : before;
	const newNotifications = memory?.notifications
		? notifications.filter((notification) => isNewNotification(memory, notification)).reverse()
		: [];
	const problems = new Map(Object.entries(memory?.problems ?? {}));
	const alerts = [
		...findChannelChanges(before, current),
		...parseChannelAlerts(newNotifications, Object.values(current)),
	].filter((alert) => recordIfNew(alert, problems, now));
	const times = notifications.flatMap(({ id, createdAt }): Array<[string, number]> =>
		id === undefined ? [] : [[id, parseServiceTime(createdAt)]],
	);
	const known = [...Object.entries(memory?.notifications ?? {}), ...times];
	return {
		alerts,
		memory: {
			channels: current,
			notifications: keepSince(known, now - MAX_NOTIFICATION_DELAY_MS),
			problems: keepSince([...problems], now - REPEAT_AFTER_MS),
		},
	};
}

type KnownChannels = Record<string, KnownChannel>;

function findChannelChanges(before: KnownChannels, current: KnownChannels): ChannelAlert[] {
	const disabled = Object.values(current).filter((channel) => {
		const wasDisabled = before[channel.id]?.disabled;
		return channel.disabled && !wasDisabled;
	});
	const gone = Object.values(before).filter(({ id }) => !Object.hasOwn(current, id));
	return [
		...disabled.map((channel): ChannelAlert => ({ reason: 'disabled', channel })),
		...gone.map((channel): ChannelAlert => ({ reason: 'gone', channel })),
	];
}

/** Records in `problems` when an alert was last reported; false if it was reported recently. */
function recordIfNew(alert: ChannelAlert, problems: Map<string, number>, now: number): boolean {
	const { reason, channel, candidates = [], message = '' } = alert;
	const subject = channel.id ?? candidates.map(({ id }) => id).join();
	const problem = `${reason} ${subject || message}`;
	// Postiz repeats its notifications, while a change is always new.
	const isRepeated =
		message !== '' && now - (problems.get(problem) ?? -Infinity) < getRepeatMs(message);
	if (!isRepeated) problems.set(problem, now);
	return !isRepeated;
}

const keepSince = (times: Array<[string, number]>, since: number) =>
	Object.fromEntries(times.filter(([, time]) => time > since));

const getRepeatMs = (message: string) =>
	isConnectionLoss(message) ? LOSS_REPEAT_AFTER_MS : REPEAT_AFTER_MS;

const toKnownChannel = ({ id, name, identifier, disabled, customer }: Channel): KnownChannel => ({
	id: String(id),
	name,
	identifier,
	disabled,
	customer,
});
