import type { PostizClient } from '../transport/client';
import { notificationPage, type NotificationPage } from '../transport/notifications';
import { listPosts } from '../transport/posts';
import type { Channel } from '../transport/types';
import { isNewestFirst, needsNextPage } from './notificationEvents';
import { POST_EVENTS, postWindow } from './postEvents';
import type { NotificationMemory, Scopes, Snapshot, TriggerOptions, TriggerState } from './types';

/** Ten thousand notifications between two looks. */
const MAX_PAGES = 100;

export interface SnapshotRequest {
	state: TriggerState | undefined;
	options: TriggerOptions;
	scopes: Scopes;
	now: number;
}

/**
 * Asks the service for what the events need: one request for posts, one for channels, and one for
 * notifications, or more if a whole page of them is new or they do not come newest first. Throws what
 * the client throws.
 */
export async function takeSnapshot(
	client: PostizClient,
	{ state, options, scopes, now }: SnapshotRequest,
): Promise<Snapshot> {
	const { events, filters } = options;
	const snapshot: Snapshot = {};
	if (events.some((event) => POST_EVENTS.includes(event))) {
		const { start, end } = postWindow(state?.posts, options, now);
		const rows = await listPosts(client, { start, end, group: filters.group });
		snapshot.posts = { scope: scopes.posts, rows };
	}
	// That a channel has to be reconnected is only said by a notification.
	if (events.includes('newNotification') || events.includes('channelNeedsAttention')) {
		const memory = state?.notifications?.scope === scopes.account ? state.notifications : undefined;
		const read = await readNotifications(client, memory);
		snapshot.notifications = { scope: scopes.account, ...read };
	}
	if (events.includes('channelNeedsAttention')) {
		snapshot.channels = { scope: scopes.account, rows: await listChannels(client) };
	}
	return snapshot;
}

async function readNotifications(
	client: PostizClient,
	memory: NotificationMemory | undefined,
): Promise<NotificationPage> {
	let page = await notificationPage(client, 0);
	const rows = [...page.rows];
	// In another order new ones may be on any page, the last one above all.
	const needsAll = !isNewestFirst(page.rows);
	for (let number = 1; number < MAX_PAGES; number++) {
		if (!page.hasMore || !(needsAll || needsNextPage(memory, page.rows))) break;
		page = await notificationPage(client, number);
		const ids = new Set(rows.map(({ id }) => id));
		// An instance that knows no pages would answer the same for ever.
		if (page.rows.every(({ id }) => ids.has(id))) break;
		rows.push(...page.rows);
	}
	return { rows, hasMore: page.hasMore };
}

/**
 * The channels that have an id (docs/api.md, Channels). Throws what the client throws.
 */
export async function listChannels(client: PostizClient): Promise<Channel[]> {
	return (await client.channels()).filter(({ id }) => id);
}
