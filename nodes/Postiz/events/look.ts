import { createHash } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import { whyOverdue } from '../calendar/overdue';
import { fetchPartsOrNone } from '../calendar/preview';
import { failureFields } from '../calendar/reason';
import { PostizClient } from '../transport/client';
import { notificationRow, Notifications, type NotificationRow } from '../transport/notifications';
import { listPosts } from '../transport/posts';
import { DAY_MS, HOUR_MS } from '../values/date';
import { append } from '../values/lists';
import { caughtProblem, Problem } from '../values/problem';
import { findChannelEvents } from './channelEvents';
import { eventsIn } from './fields';
import type { Memory } from './memory';
import { findNotifications, needsNextPage } from './notificationEvents';
import {
	findEventFilters,
	readTriggerOptions,
	type TriggerContext,
	type TriggerOptions,
} from './options';
import { findPostEvents } from './postEvents';
import { postWindows, type LookWindow, type PostMemory } from './postMemory';

/** Up to ten thousand notifications between two looks. */
const MAX_PAGES = 100;
/** How far back to look for an example. The first is nearly always enough; the second takes another request. */
const REACHES_MS = [31 * DAY_MS, 366 * DAY_MS];

export interface Found {
	events: IDataObject[];
	memory: Memory;
	/** Something happened, even if the filters exclude it. */
	hasNews: boolean;
}

/**
 * Finds what happened since the last look, and what to remember. Posts dated long ago are checked once an hour, or if
 * `looksFar`. Throws like the client, and like reading the form.
 */
export async function look(
	context: TriggerContext,
	memory: Memory | undefined,
	{ looksFar = false } = {},
): Promise<Found> {
	const client = await PostizClient.connect(context);
	const { options, named } = await openOptions(context, client, memory);
	const found = await findEvents(client, options, memory, { looksFar });
	const events = await addReasons(client, found.events);
	return { ...found, events, memory: { ...found.memory, named } };
}

async function openOptions(context: TriggerContext, client: PostizClient, memory?: Memory) {
	const written = readTriggerOptions(context);
	const list = async () => await client.channels();
	const before = memory?.account === accountOf(client) ? memory.named : undefined;
	const { filters, named } = await findEventFilters(written.filters, list, before);
	return { options: { ...written, filters }, named };
}

/** Identifies the key without containing it. */
const accountOf = ({ identity }: PostizClient) =>
	createHash('sha256').update(identity).digest('base64url').slice(0, 12);

/** The latest example of each chosen event. Throws {@link Problem} if there is none at all. */
export async function sample(context: TriggerContext): Promise<IDataObject[]> {
	const client = await PostizClient.connect(context);
	const { options } = await openOptions(context, client);
	const latest = new Map<unknown, IDataObject>();
	let missing = options.events;
	for (const reach of REACHES_MS) {
		const memory = knowsNothing(client, Date.now() - reach);
		const wanted = { ...options, events: missing };
		const found = await findEvents(client, wanted, memory, { maxPages: 1 });
		for (const item of found.events) latest.set(item.event, item);
		missing = eventsIn('posts', options.events).filter((event) => !latest.has(event));
		if (missing.length === 0) break;
	}
	const items = [...latest.values()];
	if (items.length > 0) return await addReasons(client, items);
	throw new Problem(
		'No example for these events yet',
		'Postiz has nothing from the past year that matches your events and filters. Publish a post in Postiz or remove filters, then try again. The trigger also works without an example: activate the workflow, and the next event starts it.',
	);
}

/** An empty memory, to which everything since a time (ms) is new. */
const knowsNothing = (client: PostizClient, since: number): Memory => ({
	account: accountOf(client),
	posts: {
		lookedAt: since,
		start: since,
		end: Infinity,
		yearAt: since,
		askedYearAt: client.now(),
		known: {},
	},
	notifications: { since: 0, known: {} },
	channels: { known: [], reported: {} },
});

/** Fetches what the events need, and finds what is new; forgets what they don't need. */
export async function findEvents(
	client: PostizClient,
	options: TriggerOptions,
	memory: Memory | undefined,
	{ maxPages = MAX_PAGES, looksFar = false } = {},
): Promise<Found> {
	const { events: wanted } = options;
	const account = accountOf(client);
	const next: Memory = { account };
	/** With another key, nothing counts as known unless some of it is there. */
	const known = <Part>(part: Part | undefined, isThere: (part: Part) => boolean) =>
		part && (memory?.account === account || isThere(part)) ? part : undefined;
	const events: IDataObject[] = [];
	let hasNews = false;
	if (eventsIn('posts', wanted).length > 0) {
		const { rows, ...at } = await listForEvents(client, options, memory?.posts, looksFar);
		const before = known(memory?.posts, (part) => rows.some(({ id }) => id in part.known));
		const found = findPostEvents(before, rows, options, at);
		append(events, found.events);
		({ hasNews, memory: next.posts } = found);
	}
	let added: NotificationRow[] = [];
	if (eventsIn('notifications', wanted).length > 0) {
		const page = await new Notifications(client).newest(maxPages, (rows) =>
			needsNextPage(memory?.notifications, rows),
		);
		const before = known(memory?.notifications, (part) =>
			page.rows.some(({ id }) => String(id) in part.known),
		);
		({ added, memory: next.notifications } = findNotifications(before, page));
	}
	const toItem = (row: NotificationRow) => ({ event: 'newNotification', ...notificationRow(row) });
	if (wanted.includes('newNotification')) append(events, added.map(toItem));
	if (eventsIn('channels', wanted).length > 0) {
		// Without an ID, channels can't be told apart (docs/api.md, Channels).
		const channels = (await client.channels()).filter(({ id }) => id);
		const ids = new Set(channels.map(({ id }) => String(id)));
		const before = known(memory?.channels, (part) => part.known.some(({ id }) => ids.has(id)));
		const found = findChannelEvents(before, channels, added, options, client.now());
		append(events, found.events);
		next.channels = found.memory;
	}
	return { events, memory: next, hasNews: hasNews || events.length > 0 };
}

/** The posts of the first window that the service can list. Throws {@link Problem} if there is none. */
async function listForEvents(
	client: PostizClient,
	options: TriggerOptions,
	memory: PostMemory | undefined,
	looksFar: boolean,
	isAgain = false,
) {
	const assumed = client.now();
	const windows = postWindows(memory, options, assumed, looksFar);
	for (const window of windows) {
		const begun = Date.now();
		const rows = await listPosts(client, window).catch((error: unknown) => {
			if (!isPassedOver(error, window)) throw error;
			return undefined;
		});
		if (!rows) continue;
		const now = begun + client.facts.clockAhead;
		// The first answer tells what time it is for the service, whose clock counts.
		if (Math.abs(now - assumed) > HOUR_MS && !isAgain) {
			return await listForEvents(client, options, memory, looksFar, true);
		}
		return { rows, window, now, asksYear: windows[0]?.isYear };
	}
	throw new Problem('Postiz could not list its posts', 'It is tried again at the next look.');
}

/** True if a shorter list may do, as the service fails at that of a whole year. */
function isPassedOver(error: unknown, { isYear }: LookWindow): boolean {
	const { httpCode, isUnanswered } = caughtProblem(error);
	const isTooMuch = isUnanswered === true || Number(httpCode) >= 500;
	return isYear === true && isTooMuch;
}

/** Adds why posts failed or are overdue (docs/api.md, Preview of a post, Posts that do not go out). */
async function addReasons(client: PostizClient, items: IDataObject[]): Promise<IDataObject[]> {
	const addReason = async (item: IDataObject) => {
		if (item.event === 'postFailed') {
			const [post] = await fetchPartsOrNone(client, String(item.postId));
			return { ...item, ...failureFields({ ...post, state: 'ERROR' }) };
		}
		if (item.event !== 'postOverdue') return item;
		const { reason, sentence } = await whyOverdue(client, item);
		return { ...item, overdueReason: sentence, overdueKind: reason };
	};
	return await Promise.all(items.map(addReason));
}
