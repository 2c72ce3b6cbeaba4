import type { IDataObject } from 'n8n-workflow';

import { findProvider } from '../Postiz/providers';
import type { EventName, KnownChannel, NotificationRow, PostRow } from './types';

const providerName = (identifier: string) => findProvider(identifier)?.displayName ?? identifier;

/** The item for an event of a post: its fields flat, settings parsed, tags as names. */
export function postItem(event: EventName, post: PostRow): IDataObject {
	const { integration, tags = [], settings } = post;
	const provider = integration?.providerIdentifier ?? '';
	return {
		event,
		id: post.id,
		state: post.state,
		content: post.content ?? '',
		publishDate: post.publishDate,
		releaseURL: post.releaseURL ?? null,
		releaseId: post.releaseId ?? null,
		group: post.group ?? null,
		channelId: integration?.id ?? null,
		channelName: integration?.name ?? null,
		provider,
		providerName: providerName(provider),
		intervalInDays: post.intervalInDays ?? null,
		creationMethod: post.creationMethod ?? null,
		tags: tags.flatMap(({ tag }) => (tag?.name ? [tag.name] : [])),
		settings: parseSettings(settings),
	};
}

function parseSettings(settings: PostRow['settings']): IDataObject {
	if (typeof settings !== 'string') return settings ?? {};
	try {
		const parsed: unknown = JSON.parse(settings);
		return typeof parsed === 'object' && parsed !== null ? (parsed as IDataObject) : {};
	} catch {
		return {};
	}
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
