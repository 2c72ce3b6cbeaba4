import type { IDataObject } from 'n8n-workflow';

import { notificationRow, type NotificationPage } from '../transport/notifications';
import type { Channel, ListedPost } from '../transport/types';
import { findChannelEvents } from './channelEvents';
import type { Memory } from './memory';
import { findNotifications } from './notificationEvents';
import type { TriggerOptions } from './options';
import { findPostEvents } from './postEvents';

/** What the service shows at one moment: only the parts that the events need. */
export interface Snapshot {
	posts?: ListedPost[];
	notifications?: NotificationPage;
	channels?: Channel[];
}

/** What a look brings. */
export interface Found {
	/** Items for the workflow. */
	events: IDataObject[];
	/** For the next look. */
	memory: Memory;
	/** Something happened, whether or not the filters let it through. */
	hasNews: boolean;
}

/**
 * What is new in a snapshot that was taken at `now` (ms by n8n's clock), compared with what is
 * remembered; nothing if nothing is. What the events do not need is forgotten, so that choosing it
 * again later begins anew. Changes none of its arguments.
 */
export function findEvents(
	memory: Memory | undefined,
	snapshot: Snapshot,
	options: TriggerOptions,
	now: number,
): Found {
	const { scopes } = options;
	const ofAccount = memory?.scopes.account === scopes.account ? memory : undefined;
	const isSameScope = memory?.scopes.posts === scopes.posts;
	const posts =
		snapshot.posts && findPostEvents(memory?.posts, snapshot.posts, isSameScope, options, now);
	const notifications =
		snapshot.notifications && findNotifications(ofAccount?.notifications, snapshot.notifications);
	const added = notifications?.added ?? [];
	const channels =
		snapshot.channels &&
		findChannelEvents(ofAccount?.channels, snapshot.channels, added, options, now);
	const events = [
		...(posts?.events ?? []),
		...(options.events.includes('newNotification')
			? added.map((row) => ({ event: 'newNotification', ...notificationRow(row) }))
			: []),
		...(channels?.events ?? []),
	];
	return {
		events,
		hasNews: Boolean(posts?.hasNews) || events.length > 0,
		memory: {
			version: 2,
			begun: memory?.begun ?? now,
			looks: (memory?.looks ?? 0) + 1,
			scopes,
			...(posts && { posts: posts.memory }),
			...(notifications && { notifications: notifications.memory }),
			...(channels && { channels: channels.memory }),
		},
	};
}
