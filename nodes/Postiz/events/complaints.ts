import { providers } from '../providers';
import type { NotificationRow } from '../transport/notifications';

/** What is needed to report a channel that is gone. */
export interface KnownChannel {
	name: string;
	identifier: string;
	disabled: boolean;
	group?: { id: string; name: string };
}

/** That a channel cannot publish any more, and why. */
export interface Attention {
	reason: 'disabled' | 'gone' | 'reconnect';
	/** Unknown if a notification names no channel that is there, or may be about several. */
	id?: string;
	channel: Omit<KnownChannel, 'disabled'>;
	/** What the notification says. */
	message?: string;
	/** The channels that the notification may be about, by ID. */
	candidates?: Array<[string, KnownChannel]>;
}

/** The notifications that complain of a channel, in their order (docs/api.md, Notifications). */
export function complaintsIn(
	notifications: NotificationRow[],
	channels: Map<string, KnownChannel>,
): Attention[] {
	return notifications.flatMap(({ content }) => readComplaint(String(content ?? ''), channels));
}

const NEEDS_RECONNECTING = /^Could not refresh your | because you need to reconnect it/;
const IS_DISABLED = / because it.s disabled/;
const CHANNEL_AND_NETWORK = /^We couldn.t post to (?<network>.+?) for (?<name>.+) because /s;
const ONLY_NETWORK = /^Could not refresh your (?<network>.+?) channel\b/s;

function readComplaint(message: string, channels: Map<string, KnownChannel>): Attention[] {
	const needsReconnecting = NEEDS_RECONNECTING.test(message);
	if (!needsReconnecting && !IS_DISABLED.test(message)) return [];
	const reason = needsReconnecting ? 'reconnect' : 'disabled';
	const { network = '', name } =
		(CHANNEL_AND_NETWORK.exec(message) ?? ONLY_NETWORK.exec(message))?.groups ?? {};
	const named = [...channels].filter(
		([, channel]) =>
			(network === '' || networkOf(channel.identifier) === networkOf(network)) &&
			(name === undefined || channel.name === name),
	);
	const disabled = named.filter(([, channel]) => channel.disabled);
	const candidates = reason === 'disabled' && disabled.length > 0 ? disabled : named;
	const [id, channel] = (candidates.length === 1 && candidates[0]) || [];
	return [
		{
			reason,
			id,
			channel: channel ?? { name: name ?? '', identifier: networkOf(network) },
			message,
			candidates,
		},
	];
}

/** Notifications call a network by its identifier or its name. */
function networkOf(called: string): string {
	const wanted = called.toLowerCase();
	const provider = providers.find(({ identifier, aliases = [], displayName }) =>
		[identifier, ...aliases, displayName.toLowerCase()].includes(wanted),
	);
	return provider?.identifier ?? wanted;
}
