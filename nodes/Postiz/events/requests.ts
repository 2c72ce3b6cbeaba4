import type { PostizClient } from '../transport/client';
import { type NotificationPage, notificationPage } from '../transport/notifications';
import { listPosts } from '../transport/posts';
import type { Channel } from '../transport/types';
import { isNewestFirst, needsNextPage } from './notificationEvents';
import { POST_EVENTS, postWindow } from './postEvents';
import type { NotificationMemory, Snapshot, TriggerState, Wishes } from './types';

/** Ten thousand notifications between two polls. */
const MOST_PAGES = 100;

/** Names the account, and the group of channels, that a memory is about. */
export interface Scopes {
	account: string;
	posts: string;
}

/**
 * Asks the service for what the wishes need: one request for posts, one for channels, and one for
 * notifications, or more where a whole page of them is new or they do not come newest first. Throws
 * what the client throws.
 */
export async function takeSnapshot(
	client: PostizClient,
	{
		state,
		wishes,
		scopes,
		now,
	}: {
		state: TriggerState | undefined;
		wishes: Wishes;
		scopes: Scopes;
		now: number;
	},
): Promise<Snapshot> {
	const { events, filters } = wishes;
	const snapshot: Snapshot = {};
	if (events.some((event) => POST_EVENTS.includes(event))) {
		const { start, end } = postWindow(state?.posts, wishes, now);
		const rows = await listPosts(client, { start, end, group: filters.group });
		snapshot.posts = { scope: scopes.posts, rows };
	}
	if (events.includes('newNotification')) {
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
	for (let number = 1; number < MOST_PAGES; number++) {
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
 * The channels that can be told apart (docs/api.md, Channels). Throws what the client throws; rows
 * without an id are left out.
 */
export async function listChannels(client: PostizClient): Promise<Channel[]> {
	return (await client.channels()).filter(({ id }) => id);
}
