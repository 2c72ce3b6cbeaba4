import type { IDataObject } from 'n8n-workflow';

import { simplifyPost } from '../posts/row';
import { providerName } from '../providers';
import type { NotificationRow } from '../transport/notifications';
import type { PostRow } from '../transport/types';
import type { EventName, KnownChannel } from './types';

/** The item for an event of a post: its fields flat, settings parsed, tags as names. */
export function postItem(event: EventName, post: PostRow): IDataObject {
	return { event, ...simplifyPost(post) };
}

/** The item for a new notification. */
export function notificationItem({ id, content, link, createdAt }: NotificationRow): IDataObject {
	return { event: 'newNotification', id, content, link: link ?? null, createdAt };
}

/** Why a channel cannot publish any more. */
export type AttentionReason = 'disabled' | 'gone' | 'reconnect';

export interface Attention {
	reason: AttentionReason;
	/** Unknown if a notification names a channel that cannot be found. */
	id?: string;
	channel: Omit<KnownChannel, 'disabled'>;
	/** What the notification says. */
	message?: string;
}

/** The item for a channel that cannot publish any more, and why. */
export function channelItem({ reason, id, channel, message }: Attention): IDataObject {
	const { name, identifier, group } = channel;
	return {
		event: 'channelNeedsAttention',
		reason,
		id: id ?? null,
		name: name || null,
		provider: identifier || null,
		providerName: providerName(identifier) || null,
		groupId: group?.id ?? null,
		groupName: group?.name ?? null,
		message: message ?? null,
	};
}
