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

/** The item for a channel that cannot publish any more, and why. */
export function channelItem(
	id: string,
	{ name, identifier, group }: KnownChannel,
	reason: 'disabled' | 'gone',
): IDataObject {
	return {
		event: 'channelNeedsAttention',
		reason,
		id,
		name,
		provider: identifier,
		providerName: providerName(identifier),
		groupId: group?.id ?? null,
		groupName: group?.name ?? null,
	};
}
