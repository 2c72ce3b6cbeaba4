import { sleep, type IDataObject } from 'n8n-workflow';

import { fetchDelays } from '../calendar/overdue';
import { fetchPartsOrNone } from '../calendar/preview';
import { failureFields } from '../calendar/reason';
import { PostizClient } from '../transport/client';
import {
	notificationRow,
	Notifications,
	type NotificationPage,
	type NotificationRow,
} from '../transport/notifications';
import { listFirstThatFits } from '../transport/posts';
import { DAY_MS } from '../values/date';
import { getOrMake } from '../values/getOrMake';
import { append } from '../values/lists';
import { Problem } from '../values/problem';
import { Queue } from '../values/queue';
import { isObject } from '../values/read';
import { findChannelEvents, type ChannelMemory } from './channelEvents';
import { findEventFilters, type NamedBefore } from './filters';
import { eventsIn, type EventName } from './fields';
import { findNotifications, needsNextPage, type NotificationMemory } from './notificationEvents';
import { readTriggerOptions, type TriggerContext, type TriggerOptions } from './options';
import { findPostEvents } from './postEvents';
import { postWindows, type LookAt, type LookWindow, type PostMemory } from './postMemory';
import { refuseUnsupported, requiringNotifications } from './unsupported';

const PREVIEWS_AT_ONCE = 5;
/** Up to ten thousand notifications between two looks. */
const MAX_PAGES = 100;
/** About 25,000 posts, which n8n keeps in memory at once. */
const MAX_LIST_BYTES = 32_000_000;
/** How far back to look for an example. The first is nearly always enough; the second takes another request. */
const REACHES_MS = [31 * DAY_MS, 366 * DAY_MS];

/** What a trigger keeps in n8n's static data: the last known state, as far as its events need it. */
export interface Memory {
	version: 3;
	/** Counts successful looks, starting at the time of activation (ms), so that later activations have higher numbers. */
	serial: number;
	/** The account and group. With another one, nothing is known about what is new. */
	account: string;
	group: string;
	/** The channels that names in the filters refer to. */
	named?: NamedBefore;
	posts?: PostMemory;
	notifications?: NotificationMemory;
	channels?: ChannelMemory;
	/** Events that the instance is too old for. */
	unsupported?: EventName[];
}

export interface Found {
	events: IDataObject[];
	memory: Memory;
	/** Something happened, even if the filters exclude it. */
	hasNews: boolean;
}

/**
 * Finds what happened since the last look, and what to remember. Posts dated long ago are checked once an hour, or if
 * `looksFarBack`. Throws like the client, like reading the form, and like {@link refuseUnsupported}.
 */
export async function look(
	context: TriggerContext,
	memory: Memory | undefined,
	{ looksFarBack = false, isAttended = false } = {},
): Promise<Found> {
	const client = await PostizClient.connect(context);
	const { options, named } = await openOptions(context, client, memory);
	const found = await findEvents(client, options, memory, { looksFarBack });
	const { unsupported = [], notifications } = found.memory;
	const known = notifications ? unsupported : (memory?.unsupported ?? []);
	refuseUnsupported(unsupported, { events: options.events, known, isAttended });
	const events = await addReasons(client, found.events);
	const isNamed = Object.keys(named).length > 0;
	return { ...found, events, memory: { ...found.memory, ...(isNamed && { named }) } };
}

async function openOptions(context: TriggerContext, client: PostizClient, memory?: Memory) {
	const written = readTriggerOptions(context);
	const list = async () => await client.channels();
	const before = memory?.account === written.account ? memory.named : undefined;
	const { filters, named } = await findEventFilters(written.filters, list, before);
	return { options: { ...written, filters }, named };
}

/** The latest example of each chosen event. Throws {@link Problem} if there is none at all. */
export async function sample(context: TriggerContext): Promise<IDataObject[]> {
	const client = await PostizClient.connect(context);
	const { options } = await openOptions(context, client);
	const latest = new Map<unknown, IDataObject>();
	let missing = options.events;
	let unsupported: EventName[] = [];
	for (const reach of REACHES_MS) {
		const memory = knowsNothing(options, Date.now() - reach);
		const wanted = { ...options, events: missing };
		const { events, memory: after } = await findEvents(client, wanted, memory, { maxPages: 1 });
		unsupported = [...unsupported, ...(after.unsupported ?? [])];
		for (const item of events) latest.set(item.event, item);
		missing = eventsIn('posts', options.events).filter((event) => !latest.has(event));
		if (missing.length === 0) break;
	}
	const items = [...latest.values()];
	if (items.length > 0) return await addReasons(client, items);
	refuseUnsupported(unsupported, { events: options.events, known: [], isAttended: true });
	throw new Problem(
		'No example for these events yet',
		'Postiz has nothing from the past year that matches your events and filters. Publish a post in Postiz or remove filters, then try again. The trigger also works without an example: activate the workflow, and the next event starts it.',
	);
}

/** An empty memory, to which everything is new. */
const knowsNothing = ({ account, filters }: TriggerOptions, from: number): Partial<Memory> => ({
	account,
	group: filters.group,
	posts: { from, sawFuture: true, known: {}, farBack: { at: Date.now() } },
	notifications: { since: 0, known: {} },
	channels: { known: [], reported: {} },
});

/** Fetches what the events need, and finds what is new; forgets what they don't need. */
export async function findEvents(
	client: PostizClient,
	options: TriggerOptions,
	memory: Partial<Memory> = {},
	{ maxPages = MAX_PAGES, looksFarBack = false } = {},
): Promise<Found> {
	const now = Date.now();
	const { events: wanted, account, filters } = options;
	const { group } = filters;
	const { serial = now } = memory;
	const own = memory.account === account ? memory : {};
	const next: Memory = { version: 3, serial: serial + 1, account, group };
	const events: IDataObject[] = [];
	let hasNews = false;
	if (eventsIn('posts', wanted).length > 0) {
		const at = { now, isSameScope: own.group === group };
		const windows = postWindows(memory.posts, options, at, looksFarBack);
		const { rows, ...came } = await listForEvents(client, windows, group);
		const found = findPostEvents(memory.posts, rows, options, { ...at, ...came });
		append(events, found.events);
		({ hasNews, memory: next.posts } = found);
	}
	let added: NotificationRow[] = [];
	if (eventsIn('notifications', wanted).length > 0) {
		const page = await fetchNotifications(client, own.notifications, maxPages);
		if (page) {
			({ added, memory: next.notifications } = findNotifications(own.notifications, page));
		} else {
			// If the address isn't Postiz, it doesn't have notifications either.
			if (!next.posts) await client.channels();
			next.notifications = own.notifications;
			next.unsupported = requiringNotifications(wanted);
		}
	}
	if (wanted.includes('newNotification')) {
		const items = added.map((row) => ({ event: 'newNotification', ...notificationRow(row) }));
		append(events, items);
	}
	if (eventsIn('channels', wanted).length > 0) {
		// Without an ID, channels can't be told apart (docs/api.md, Channels).
		const channels = (await client.channels()).filter(({ id }) => id);
		const found = findChannelEvents(own.channels, channels, added, options, now);
		append(events, found.events);
		next.channels = found.memory;
	}
	return { events, memory: next, hasNews: hasNews || events.length > 0 };
}

/** The posts of the first window whose list isn't too long. Throws {@link Problem} if all are. */
async function listForEvents(client: PostizClient, windows: LookWindow[], group: string) {
	const fitting = await listFirstThatFits(
		client,
		windows.map((window) => ({ ...window, group, maxBytes: MAX_LIST_BYTES })),
	);
	if (!fitting) {
		throw new Problem(
			'The calendar of Postiz is too large to look for events',
			'The list of its latest posts and of all repeating ones has more than 32 MB. Choose a group under Filters, and add a trigger for each other group.',
		);
	}
	const { rows, window } = fitting;
	const farBack: LookAt['farBack'] = window.isFarBack ? 'done' : 'tooLong';
	return { rows, ahead: window.ahead, ...(windows[0]?.isFarBack && { farBack }) };
}

/** The newest notifications: the first page, and up to `maxPages` while they are new; none if the instance has none. */
async function fetchNotifications(
	client: PostizClient,
	memory: NotificationMemory | undefined,
	maxPages: number,
): Promise<NotificationPage | undefined> {
	const pages: NotificationPage[] = [];
	for await (const page of new Notifications(client, true).pages()) {
		pages.push(page);
		if (pages.length === maxPages || !needsNextPage(memory, page.rows)) break;
	}
	const last = pages.at(-1);
	return last && { rows: pages.flatMap(({ rows }) => rows), hasMore: last.hasMore };
}

/** Adds why posts failed or are overdue (docs/api.md, Preview of a post, Posts that do not go out). */
async function addReasons(client: PostizClient, items: IDataObject[]): Promise<IDataObject[]> {
	const queue = new Queue(PREVIEWS_AT_ONCE);
	const failures = new Map<string, Promise<IDataObject>>();
	const fetchFailure = async (id: string) => {
		const [post] = await queue.run(async () => await fetchPartsOrNone(client, id));
		return failureFields({ ...post, state: 'ERROR' });
	};
	const addReason = async (item: IDataObject) => {
		const id = String(item.postId);
		if (item.event === 'postFailed') {
			return { ...item, ...(await getOrMake(failures, id, async () => await fetchFailure(id))) };
		}
		if (item.event !== 'postOverdue') return item;
		const { reason, sentence } = (await fetchDelays(client))(item);
		return { ...item, overdueReason: sentence, overdueKind: reason };
	};
	return await Promise.all(items.map(addReason));
}

/** The memory in static data; undefined if there is none, or another version. */
export function readMemory({ memory }: IDataObject): Memory | undefined {
	const isOwn = isObject(memory) && memory.version === 3;
	return isOwn ? (memory as unknown as Memory) : undefined;
}

/** The newer of two memories of a node: from the later activation, or else from the later look. */
export const newerMemory = (a: Memory | undefined, b: Memory | undefined) =>
	(a?.serial ?? 0) > (b?.serial ?? 0) ? a : b;

/** The minimum time between two looks, in ms; it grows while they find nothing. */
export const MIN_GAP_MS = 1000;
export const MAX_GAP_MS = 30_000;

/** How long to remember an idle node, in ms, as a long execution can store an outdated memory hours later. */
export const KEPT_MS = DAY_MS;

type Look = (memory: Memory | undefined, isAwaited: () => boolean) => Promise<Found>;

/** Queues the looks of a trigger. Keeps its own memory, as n8n may store an outdated one. */
export class Turns {
	private readonly queue = new Queue(1);
	private isNextTaken = false;
	private endedAt = -Infinity;
	private gapMs = MIN_GAP_MS;
	private memory?: Memory;

	/** Looks with the newest memory; undefined if another look is already waiting. Throws like `findNews`. */
	async take(findNews: Look): Promise<Found | undefined> {
		if (this.isNextTaken) return undefined;
		this.isNextTaken = true;
		return await this.queue.run(async () => {
			const left = this.endedAt + this.gapMs - Date.now();
			// Don't delay calls if the clock was set back.
			await sleep(Math.min(Math.max(left, 0), this.gapMs));
			this.isNextTaken = false;
			let hasNews = false;
			try {
				const found = await findNews(this.memory, () => this.isNextTaken);
				({ hasNews, memory: this.memory } = found);
				return found;
			} finally {
				this.gapMs = hasNews ? MIN_GAP_MS : Math.min(this.gapMs * 2, MAX_GAP_MS);
				this.endedAt = Date.now();
			}
		});
	}

	/** True if idle for {@link KEPT_MS}. */
	get isOver(): boolean {
		return this.queue.isIdle && Date.now() - this.endedAt > KEPT_MS;
	}
}

/** The turns of a node in this process. Idle ones are removed. */
export function turnsOf(node: string, all: Map<string, Turns>): Turns {
	const turns = getOrMake(all, node, () => new Turns());
	for (const [other, { isOver }] of all) if (isOver && other !== node) all.delete(other);
	return turns;
}
