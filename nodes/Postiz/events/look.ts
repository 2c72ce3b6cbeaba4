import { sleep, type IDataObject } from 'n8n-workflow';

import { askForDelays } from '../calendar/overdue';
import { readPreview } from '../calendar/preview';
import { failureFields } from '../calendar/reason';
import { PostizClient } from '../transport/client';
import {
	notificationPage,
	notificationRow,
	type NotificationPage,
} from '../transport/notifications';
import { listPosts } from '../transport/posts';
import type { Channel, ListedPost } from '../transport/types';
import { DAY_MS } from '../values/date';
import { Problem } from '../values/problem';
import { Queue } from '../values/queue';
import { isObject, propertiesOf } from '../values/read';
import { findChannelEvents, type ChannelMemory } from './channelEvents';
import { findNotifications, needsNextPage, type NotificationMemory } from './notificationEvents';
import {
	readTriggerOptions,
	type EventName,
	type Scopes,
	type TriggerContext,
	type TriggerOptions,
} from './options';
import { findPostEvents, POST_EVENTS, postWindow, type PostMemory } from './postEvents';

const PREVIEWS_AT_ONCE = 5;
/** Ten thousand notifications between two looks. */
const MAX_PAGES = 100;
/** How far back an example may lie. Nearly always the first is enough; the second costs a further request. */
const REACHES_MS = [31 * DAY_MS, 366 * DAY_MS];
const ORDER: EventName[] = [...POST_EVENTS, 'newNotification', 'channelNeedsAttention'];

/** What a trigger keeps between two looks in n8n's static data: what was seen last, as far as its events need it. */
export interface Memory {
	version: 2;
	/** When the first look was, in ms by n8n's clock: another one for each activation. */
	begun: number;
	/** Counts the looks that succeeded. */
	looks: number;
	/** Whose data it is: memories of another scope say nothing about what is new. */
	scopes: Scopes;
	posts?: PostMemory;
	notifications?: NotificationMemory;
	channels?: ChannelMemory;
}

/** What the service shows at one moment: only the parts that the events need. */
export interface Snapshot {
	posts?: ListedPost[];
	notifications?: NotificationPage;
	channels?: Channel[];
}

/** What a look brings. */
export interface Found {
	events: IDataObject[];
	memory: Memory;
	/** Something happened, whether or not the filters let it through. */
	hasNews: boolean;
}

/** What happened since the last look, and what to remember. Throws what reading the form and the client throw. */
export async function look(context: TriggerContext, memory: Memory | undefined): Promise<Found> {
	const options = readTriggerOptions(context);
	const client = await PostizClient.connect(context);
	const found = await lookOnce(client, options, memory, MAX_PAGES);
	return { ...found, events: await addReasons(client, found.events) };
}

/** The latest example of each chosen event. Throws {@link Problem} if there is none at all. */
export async function sample(context: TriggerContext): Promise<IDataObject[]> {
	const options = readTriggerOptions(context);
	const client = await PostizClient.connect(context);
	const latest = new Map<unknown, IDataObject>();
	let missing = options.events;
	for (const reach of REACHES_MS) {
		const memory = knowsNothing(options, Date.now() - reach);
		const { events } = await lookOnce(client, { ...options, events: missing }, memory, 1);
		for (const item of events) latest.set(item.event, item);
		missing = POST_EVENTS.filter((event) => options.events.includes(event) && !latest.has(event));
		if (missing.length === 0) break;
	}
	const items = ORDER.map((event) => latest.get(event)).filter((item) => item !== undefined);
	if (items.length > 0) return await addReasons(client, items);
	throw new Problem(
		'No example for these events yet',
		'Postiz has nothing from the past year that matches your events and filters. Publish a post in Postiz or remove filters, then try again. The trigger also works without an example: activate the workflow, and the next event starts it.',
	);
}

/** A memory with which all that the service shows is new. */
const knowsNothing = ({ scopes }: TriggerOptions, from: number): Memory => ({
	version: 2,
	begun: 0,
	looks: 0,
	scopes,
	posts: { from, known: {} },
	notifications: { since: 0, known: {} },
	channels: { known: {}, reported: {} },
});

/** Asks for what the events need: a request each for posts and channels, and up to `maxPages` for notifications. */
async function lookOnce(
	client: PostizClient,
	options: TriggerOptions,
	memory: Memory | undefined,
	maxPages: number,
): Promise<Found> {
	const now = Date.now();
	const { events, filters } = options;
	const snapshot: Snapshot = {};
	if (events.some((event) => POST_EVENTS.includes(event))) {
		const window = postWindow(memory?.posts, options, now);
		snapshot.posts = await listPosts(client, { ...window, group: filters.group });
	}
	const needsChannels = events.includes('channelNeedsAttention');
	// That a channel must be reconnected is only said by a notification.
	if (needsChannels || events.includes('newNotification')) {
		const known = ofAccount(memory, options)?.notifications;
		snapshot.notifications = await readNotifications(client, known, maxPages);
	}
	if (needsChannels) {
		// One without an ID cannot be told from others (docs/api.md, Channels).
		snapshot.channels = (await client.channels()).filter(({ id }) => id);
	}
	return findEvents(memory, snapshot, options, now);
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

/** What is new in a snapshot of `now` (ms); what the events do not need is forgotten. */
export function findEvents(
	memory: Memory | undefined,
	snapshot: Snapshot,
	options: TriggerOptions,
	now: number,
): Found {
	const { scopes } = options;
	const own = ofAccount(memory, options);
	const isSameScope = memory?.scopes.posts === scopes.posts;
	const posts =
		snapshot.posts && findPostEvents(memory?.posts, snapshot.posts, isSameScope, options, now);
	const notifications =
		snapshot.notifications && findNotifications(own?.notifications, snapshot.notifications);
	const added = notifications?.added ?? [];
	const channels =
		snapshot.channels && findChannelEvents(own?.channels, snapshot.channels, added, options, now);
	const reported = options.events.includes('newNotification') ? added : [];
	const events = [
		...(posts?.events ?? []),
		...reported.map((row) => ({ event: 'newNotification', ...notificationRow(row) })),
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

const ofAccount = (memory: Memory | undefined, { scopes }: TriggerOptions) =>
	memory?.scopes.account === scopes.account ? memory : undefined;

/** The items, those of failed and overdue posts with why (docs/api.md, Preview of a post, Posts that do not go out). */
async function addReasons(client: PostizClient, items: IDataObject[]): Promise<IDataObject[]> {
	const queue = new Queue(PREVIEWS_AT_ONCE);
	const failed = items.filter(({ event }) => event === 'postFailed');
	const failures = new Map<unknown, IDataObject>();
	const asked = [...new Set(failed.map(({ postId }) => String(postId)))].map(async (id) => {
		const [post] = await queue.run(async () => await readPreview(client, id));
		failures.set(id, failureFields({ state: 'ERROR', error: post?.error }));
	});
	await Promise.all(asked);
	const hasOverdue = items.some(({ event }) => event === 'postOverdue');
	const delayOf = hasOverdue ? await askForDelays(client) : undefined;
	return items.map((item) => {
		if (item.event === 'postFailed') return { ...item, ...failures.get(item.postId) };
		if (item.event !== 'postOverdue' || !delayOf) return item;
		const { reason, sentence } = delayOf(item);
		return { ...item, overdueReason: sentence, overdueKind: reason };
	});
}

/** The memory in a node's static data; undefined if there is none that can be read. */
export function readMemory({ memory }: IDataObject): Memory | undefined {
	return isMemory(memory) ? memory : undefined;
}

/** The newer of two memories of one node: that of the later activation, or the one of more looks. */
export function newerMemory(a: Memory | undefined, b: Memory | undefined): Memory | undefined {
	if (!a || !b) return a ?? b;
	const difference = a.begun - b.begun || a.looks - b.looks;
	return difference > 0 ? a : b;
}

function isMemory(value: unknown): value is Memory {
	return (
		isObject(value) &&
		value.version === 2 &&
		hasNumbers(value, 'begun', 'looks') &&
		isObject(value.scopes) &&
		isPart(value.posts, (post) => hasNumbers(post, 'date'), 'lookedAt', 'from') &&
		isPart(value.notifications, Number.isFinite, 'since') &&
		isPart(value.channels, isObject) &&
		(value.channels === undefined || isObject(propertiesOf(value.channels).reported))
	);
}

function isPart(part: unknown, isKnown: (value: unknown) => boolean, ...numbers: string[]) {
	if (part === undefined) return true;
	const { known } = propertiesOf(part);
	return hasNumbers(part, ...numbers) && isObject(known) && Object.values(known).every(isKnown);
}

const hasNumbers = (value: unknown, ...keys: string[]) =>
	keys.every((key) => Number.isFinite(propertiesOf(value)[key]));

/** The shortest time between two looks, in ms; it grows while looks bring nothing. */
export const MIN_GAP_MS = 1000;
export const MAX_GAP_MS = 30_000;

/** How long a node without calls is known, in ms: an execution can store an older memory over a newer one for hours. */
export const KEPT_MS = DAY_MS;

type Look = (memory: Memory | undefined, isAwaited: () => boolean) => Promise<Found>;

/** The looks of one trigger, one at a time, with its own memory: n8n may store an older one. */
export class Turns {
	private readonly queue = new Queue(1);
	private isNextTaken = false;
	private endedAt = -Infinity;
	private gapMs = MIN_GAP_MS;
	private memory?: Memory;

	/** Looks in turn with the newest memory; undefined if one waits. Throws what looking throws. */
	async take(findNews: Look): Promise<Found | undefined> {
		if (this.isNextTaken) return undefined;
		this.isNextTaken = true;
		return await this.queue.run(async () => {
			const left = this.endedAt + this.gapMs - Date.now();
			// A clock that is put back must not hold calls up.
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

	/** True if nothing runs or waits, and nothing has for {@link KEPT_MS}. */
	get isOver(): boolean {
		return this.queue.isIdle && Date.now() - this.endedAt > KEPT_MS;
	}
}

/** The turns of all triggers of a process; those that are over are forgotten. */
export class TurnsByNode {
	private readonly known = new Map<string, Turns>();

	/** The turns of the node that `key` stands for. */
	of(key: string): Turns {
		const turns = this.known.get(key) ?? new Turns();
		for (const [other, { isOver }] of this.known) if (isOver) this.known.delete(other);
		this.known.set(key, turns);
		return turns;
	}

	/** How many nodes are known. */
	get size(): number {
		return this.known.size;
	}
}
