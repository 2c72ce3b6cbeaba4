import {
	parseChannelAlerts,
	isConnectionLoss,
	type ChannelAlert,
	type KnownChannel,
} from '../channels/channelAlerts';
import { DAY_MS, HOUR_MS } from '../common/date';
import { parseServiceTime } from '../common/serviceTime';
import type { Channel } from '../transport/apiTypes';
import type { ListedNotification } from '../transport/notifications';
import type { TriggerMemory } from './triggerMemory';

/** How long repeated notifications of a reported problem are ignored. */
const REPEAT_AFTER_MS = DAY_MS;
/**
 * Postiz soon repeats its notification of a lost connection. A later notification means that the connection was lost
 * again.
 */
const LOSS_REPEAT_AFTER_MS = HOUR_MS;

/** How late a notification may appear after newer ones, and how far off the database's clock may be. */
const MAX_NOTIFICATION_DELAY_MS = HOUR_MS;

/** True for a notification since the last poll. Without a valid time, it is new unless it is known. */
const isNewNotification = (
	memory: TriggerMemory | undefined,
	{ id, createdAt }: ListedNotification,
) =>
	id !== undefined &&
	!(parseServiceTime(createdAt) <= (memory?.polledAt ?? -Infinity) - MAX_NOTIFICATION_DELAY_MS) &&
	!Object.hasOwn(memory?.notifications ?? {}, id);

/** True if all notifications of a page are new, so that some on the next page may be, too. */
export const needsNextPage = (memory: TriggerMemory | undefined, page: ListedNotification[]) =>
	memory?.notifications !== undefined &&
	page.every((notification) => isNewNotification(memory, notification));

/**
 * Finds the channels that were disabled or removed since the last poll, or whose problems are in notifications
 * (docs/api.md, Channels, Notifications). Also returns what to remember.
 */
export function findChannelAlerts(
	memory: TriggerMemory | undefined,
	channels: Channel[],
	notifications: ListedNotification[],
	serviceNow: number,
): {
	alerts: ChannelAlert[];
	newMemory: Pick<TriggerMemory, 'channels' | 'notifications' | 'alertTimes'>;
} {
	const listedChannels = Object.fromEntries(
		channels.map((channel) => [String(channel.id), toKnownChannel(channel)]),
	);
	const before = memory?.channels ?? listedChannels;
	// An empty list may be a mistake, or of another workspace.
	const current = channels.length > 0 ? listedChannels : before;
	const newNotifications = memory?.notifications
		? notifications.filter((notification) => isNewNotification(memory, notification)).reverse()
		: [];
	const { alerts, alertTimes } = dropRepeated(
		[
			...findChannelChanges(before, current),
			...parseChannelAlerts(newNotifications, Object.values(current)),
		],
		memory?.alertTimes,
		serviceNow,
	);
	const creationTimes = [
		...Object.entries(memory?.notifications ?? {}),
		...listCreationTimes(notifications, serviceNow),
	];
	return {
		alerts,
		newMemory: {
			channels: current,
			notifications: selectSince(creationTimes, serviceNow - MAX_NOTIFICATION_DELAY_MS),
			alertTimes: selectSince([...alertTimes], serviceNow - REPEAT_AFTER_MS),
		},
	};
}

/** Drops alerts that were reported recently. Also returns when each problem was last reported. */
function dropRepeated(
	alerts: ChannelAlert[],
	previousTimes: Record<string, number> = {},
	serviceNow: number,
): { alerts: ChannelAlert[]; alertTimes: Map<string, number> } {
	const alertTimes = new Map(Object.entries(previousTimes));
	const newAlerts: ChannelAlert[] = [];
	for (const alert of alerts) {
		const problem = identifyProblem(alert);
		if (wasRecentlyReported(alert, alertTimes.get(problem), serviceNow)) continue;
		alertTimes.set(problem, serviceNow);
		newAlerts.push(alert);
	}
	return { alerts: newAlerts, alertTimes };
}

/** Lists the IDs of notifications with their creation times, or with `serviceNow` instead of an invalid time. */
const listCreationTimes = (notifications: ListedNotification[], serviceNow: number) =>
	notifications.flatMap(({ id, createdAt }): Array<[string, number]> =>
		id === undefined ? [] : [[id, parseServiceTime(createdAt) || serviceNow]],
	);

type KnownChannels = Record<string, KnownChannel>;

function findChannelChanges(before: KnownChannels, current: KnownChannels): ChannelAlert[] {
	const disabled = Object.values(current).filter((channel) => {
		const wasDisabled = before[channel.id]?.disabled;
		return channel.disabled && !wasDisabled;
	});
	const gone = Object.values(before).filter(({ id }) => !Object.hasOwn(current, id));
	return [
		...disabled.map((channel): ChannelAlert => ({ reasonKind: 'disabled', channel })),
		...gone.map((channel): ChannelAlert => ({ reasonKind: 'gone', channel })),
	];
}

function identifyProblem(alert: ChannelAlert): string {
	const { reasonKind, channel, candidates = [], message } = alert;
	const subject = channel.id ?? candidates.map(({ id }) => id).join();
	return `${reasonKind} ${subject || message}`;
}

/** True if the same problem was reported recently. */
function wasRecentlyReported(
	{ message }: ChannelAlert,
	reportedAt: number | undefined,
	serviceNow: number,
) {
	// Postiz repeats its notifications, while a change is always new.
	if (message === undefined || reportedAt === undefined) return false;
	return (
		serviceNow - reportedAt < (isConnectionLoss(message) ? LOSS_REPEAT_AFTER_MS : REPEAT_AFTER_MS)
	);
}

const selectSince = (times: Array<[string, number]>, since: number) =>
	Object.fromEntries(times.filter(([, time]) => time > since));

const toKnownChannel = ({ id, name, identifier, disabled, customer }: Channel): KnownChannel => ({
	id: String(id),
	name,
	identifier,
	disabled,
	customer,
});
