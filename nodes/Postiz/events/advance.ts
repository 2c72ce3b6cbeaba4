import type { IDataObject } from 'n8n-workflow';

import { advanceChannels } from './channelEvents';
import { advanceNotifications } from './notificationEvents';
import { advancePosts } from './postEvents';
import type { Snapshot, TriggerState, Wishes } from './types';

/**
 * One poll without its requests: from what is remembered and what the service shows now (`now` in ms
 * by n8n's clock) to the items for the workflow and what is to be remembered. What was not asked for
 * is forgotten, so that asking for it again later begins anew. Changes none of its arguments.
 */
export function advance(
	state: TriggerState | undefined,
	snapshot: Snapshot,
	wishes: Wishes,
	now: number,
): { events: IDataObject[]; state: TriggerState } {
	const posts = snapshot.posts && advancePosts(state?.posts, snapshot.posts, wishes, now);
	const notifications =
		snapshot.notifications && advanceNotifications(state?.notifications, snapshot.notifications);
	const channels = snapshot.channels && advanceChannels(state?.channels, snapshot.channels, wishes);
	return {
		events: [posts, notifications, channels].flatMap((part) => part?.events ?? []),
		state: {
			version: 1,
			polls: (state?.polls ?? 0) + 1,
			...(posts && { posts: posts.memory }),
			...(notifications && { notifications: notifications.memory }),
			...(channels && { channels: channels.memory }),
		},
	};
}

/** The state in a node's static data; undefined where there is none that can be read. */
export function readState({ state }: IDataObject): TriggerState | undefined {
	return (state as TriggerState | undefined)?.version === 1
		? (state as unknown as TriggerState)
		: undefined;
}
