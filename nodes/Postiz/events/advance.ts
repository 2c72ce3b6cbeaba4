import type { IDataObject } from 'n8n-workflow';

import { advanceChannels } from './channelEvents';
import { notificationItem } from './items';
import { advanceNotifications } from './notificationEvents';
import { advancePosts } from './postEvents';
import type { Snapshot, TriggerOptions, TriggerState } from './types';

/** What a look brings, without its requests. */
export interface Advanced {
	events: IDataObject[];
	state: TriggerState;
	/** Something happened, whether or not the filters let it through. */
	hasNews: boolean;
}

/**
 * One look without its requests: from what is remembered and what the service shows now (`now` in ms
 * by n8n's clock) to the items for the workflow and what to remember. What the events do not need is
 * forgotten, so that choosing it again later begins anew. Changes none of its arguments.
 */
export function advance(
	state: TriggerState | undefined,
	snapshot: Snapshot,
	options: TriggerOptions,
	now: number,
): Advanced {
	const posts = snapshot.posts && advancePosts(state?.posts, snapshot.posts, options, now);
	const notifications =
		snapshot.notifications && advanceNotifications(state?.notifications, snapshot.notifications);
	const fresh = notifications?.fresh ?? [];
	const channels =
		snapshot.channels && advanceChannels(state?.channels, snapshot.channels, fresh, options, now);
	const notificationItems = options.events.includes('newNotification')
		? fresh.map(notificationItem)
		: [];
	return {
		events: [...(posts?.events ?? []), ...notificationItems, ...(channels?.events ?? [])],
		hasNews: Boolean(posts?.hasNews) || fresh.length > 0 || Boolean(channels?.events.length),
		state: {
			version: 1,
			begun: state?.begun ?? now,
			looks: (state?.looks ?? 0) + 1,
			...(posts && { posts: posts.memory }),
			...(notifications && { notifications: notifications.memory }),
			...(channels && { channels: channels.memory }),
		},
	};
}

/** The state in a node's static data; undefined if there is none that can be read. */
export function readState({ state }: IDataObject): TriggerState | undefined {
	return (state as TriggerState | undefined)?.version === 1
		? (state as unknown as TriggerState)
		: undefined;
}

/** The newer of two states of one node: that of the later activation, or the one of more looks. */
export function newerState(
	a: TriggerState | undefined,
	b: TriggerState | undefined,
): TriggerState | undefined {
	if (!a || !b) return a ?? b;
	const difference = a.begun - b.begun || a.looks - b.looks;
	return difference > 0 ? a : b;
}
