import { PostizClient } from '../transport/client';
import { notificationPage, type NotificationPage } from '../transport/notifications';
import { listPosts } from '../transport/posts';
import { addDelays } from './delays';
import { addFailureReasons } from './failureReasons';
import { findEvents, type Found, type Snapshot } from './findEvents';
import type { Memory } from './memory';
import { needsNextPage, type NotificationMemory } from './notificationEvents';
import { readTriggerOptions, type TriggerContext, type TriggerOptions } from './options';
import { POST_EVENTS, postWindow } from './postEvents';

/** Ten thousand notifications between two looks. */
const MAX_PAGES = 100;

/**
 * Asks the service what happened since the last look. Returns the items for the workflow, failed and
 * overdue posts with the reason, and what to remember. Throws what reading the form and the client throw.
 */
export async function look(context: TriggerContext, memory: Memory | undefined): Promise<Found> {
	const options = readTriggerOptions(context);
	const client = await PostizClient.connect(context);
	const now = Date.now();
	const snapshot = await takeSnapshot(client, { memory, options, now, maxPages: MAX_PAGES });
	const found = findEvents(memory, snapshot, options, now);
	const events = await addDelays(client, await addFailureReasons(client, found.events));
	return { ...found, events };
}

interface SnapshotRequest {
	memory: Memory | undefined;
	options: TriggerOptions;
	/** In ms by n8n's clock. */
	now: number;
	/** How many pages of notifications to read at most. */
	maxPages: number;
}

/**
 * What the events need: one request for posts, one for channels, and one for notifications, or more
 * if a whole page of them is new or they do not come newest first. Throws what the client throws.
 */
export async function takeSnapshot(
	client: PostizClient,
	{ memory, options, now, maxPages }: SnapshotRequest,
): Promise<Snapshot> {
	const { events, filters, scopes } = options;
	const snapshot: Snapshot = {};
	if (events.some((event) => POST_EVENTS.includes(event))) {
		const window = postWindow(memory?.posts, options, now);
		snapshot.posts = await listPosts(client, { ...window, group: filters.group });
	}
	// That a channel must be reconnected is only said by a notification.
	if (events.includes('newNotification') || events.includes('channelNeedsAttention')) {
		const isSameAccount = memory?.scopes.account === scopes.account;
		const known = isSameAccount ? memory?.notifications : undefined;
		snapshot.notifications = await readNotifications(client, known, maxPages);
	}
	if (events.includes('channelNeedsAttention')) {
		// One without an ID cannot be told from others (docs/api.md, Channels).
		snapshot.channels = (await client.channels()).filter(({ id }) => id);
	}
	return snapshot;
}

async function readNotifications(
	client: PostizClient,
	memory: NotificationMemory | undefined,
	maxPages: number,
): Promise<NotificationPage> {
	let page = await notificationPage(client, 0);
	const rows = [...page.rows];
	for (let number = 1; number < maxPages; number++) {
		if (!page.hasMore || !needsNextPage(memory, page.rows)) break;
		page = await notificationPage(client, number);
		const ids = new Set(rows.map(({ id }) => id));
		// An instance that knows no pages would answer the same for ever.
		if (page.rows.every(({ id }) => ids.has(id))) break;
		rows.push(...page.rows);
	}
	return { rows, hasMore: page.hasMore };
}
