import type { PostizClient } from '../Postiz/transport/client';
import { notificationPage } from '../Postiz/transport/notifications';
import { listPosts } from '../Postiz/transport/posts';
import { needsNextPage } from './notificationEvents';
import { POST_EVENTS, postWindow } from './postEvents';
import type { Snapshot, TriggerState, Wishes } from './types';

/** Ten thousand notifications between two polls. */
const MOST_PAGES = 100;

/** Names the account, and the group of channels, that a memory is about. */
export interface Scopes {
	account: string;
	posts: string;
}

/**
 * Asks the service for what the wishes need: one request for posts, one for channels, and one for
 * notifications, or more where a whole page of them is new. Throws what the client throws.
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
		let page = await notificationPage(client, 0);
		const rows = [...page.rows];
		for (let number = 1; number < MOST_PAGES; number++) {
			if (!page.hasMore || !needsNextPage(memory, page.rows)) break;
			page = await notificationPage(client, number);
			const ids = new Set(rows.map(({ id }) => id));
			// An instance that knows no pages would answer the same for ever.
			if (page.rows.every(({ id }) => ids.has(id))) break;
			rows.push(...page.rows);
		}
		snapshot.notifications = { scope: scopes.account, rows, hasMore: page.hasMore };
	}
	if (events.includes('channelNeedsAttention')) {
		snapshot.channels = { scope: scopes.account, rows: await client.channels() };
	}
	return snapshot;
}
