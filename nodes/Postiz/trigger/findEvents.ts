import { createHash } from 'node:crypto';

import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { matchesFilters, type ChannelFilters } from '../channels/channelFilters';
import type { ChannelAlert } from '../channels/channelAlerts';
import { getCreationTime, parseServiceTime } from '../common/date';
import type { Channel, ListedPost } from '../transport/apiTypes';
import { PostizClient } from '../transport/client';
import { listPosts } from '../transport/listPosts';
import { Notifications, type ListedNotification } from '../transport/notifications';
import { findChannelAlerts, needsNextPage } from './channelEvents';
import { createExampleOutput, createAlertOutput, createPostEventOutput } from './eventOutput';
import { findPostEvents, MONTH_MS, getPollWindow, type PostEvent } from './postEvents';
import type { EventName } from './triggerFields';
import type { TriggerMemory } from './triggerMemory';
import { resolveEventFilters, readTriggerOptions } from './triggerOptions';

const LIST_TIMEOUT_MS = 30_000;
/** How long a poll may fetch why posts failed. */
const REASONS_BUDGET_MS = 20_000;
/** Pages of 100 notifications between two polls. */
const MAX_PAGES = 10;

interface PollResult {
	postEvents: PostEvent[];
	alerts: ChannelAlert[];
	memory: TriggerMemory;
}

/**
 * Finds what happened since the last poll, and what to remember. Throws {@link Problem} if the form is invalid or Postiz
 * fails.
 */
export async function findEvents(
	context: IPollFunctions,
	memory: TriggerMemory | undefined,
): Promise<{ events: IDataObject[]; memory: TriggerMemory }> {
	const client = await PostizClient.connect(context);
	const found = await findPostEventsAndAlerts(context, client, memory);
	const reasonsDeadline = Date.now() + REASONS_BUDGET_MS;
	const timezone = context.getTimezone();
	const events: IDataObject[] = [];
	for (const postEvent of found.postEvents) {
		if (postEvent.event === 'postFailed' && events.length > 0 && Date.now() > reasonsDeadline) {
			// The next poll reports it.
			delete found.memory.posts?.[postEvent.listed.id]?.failure;
		} else events.push(await createPostEventOutput(client, postEvent, timezone));
	}
	const now = found.memory.polledAt;
	events.push(...found.alerts.map((alert) => createAlertOutput(alert, now, timezone)));
	return { events, memory: found.memory };
}

/** Creates a test event for each chosen event: the latest of the last month, or a made-up one. */
export async function createTestEvents(context: IPollFunctions): Promise<IDataObject[]> {
	const client = await PostizClient.connect(context);
	const { events } = readTriggerOptions(context);
	const monthAgo: TriggerMemory = {
		account: hashAccount(client),
		polledAt: client.now() - MONTH_MS,
		listedAt: client.now() - MONTH_MS,
		posts: {},
		channels: {},
		notifications: {},
	};
	const { postEvents, alerts, memory } = await findPostEventsAndAlerts(context, client, monthAgo);
	const timezone = context.getTimezone();
	const createTestEvent = async (event: EventName) => {
		const post = postEvents.filter((found) => found.event === event).at(-1);
		const alert = event === 'channelNeedsAttention' ? alerts.at(-1) : undefined;
		if (post) return await createPostEventOutput(client, post, timezone);
		if (alert) return createAlertOutput(alert, memory.polledAt, timezone);
		return createExampleOutput(event, memory.polledAt, timezone);
	};
	return await Promise.all(events.map(createTestEvent));
}

/** Identifies the key and the instance, without containing the key. */
const hashAccount = ({ identity }: PostizClient) =>
	createHash('sha256').update(identity).digest('base64url').slice(0, 12);

/** The lists that the chosen events need; undefined if none needs it. */
interface PolledLists {
	posts?: ListedPost[];
	channels?: Channel[];
	notifications?: ListedNotification[];
}

async function fetchLists(
	client: PostizClient,
	events: EventName[],
	memory: TriggerMemory | undefined,
): Promise<PolledLists> {
	const window = { ...getPollWindow(memory, client.now()), timeout: LIST_TIMEOUT_MS };
	const needsPosts = events.some((event) => event !== 'channelNeedsAttention');
	const posts = needsPosts ? await listPosts(client, window) : undefined;
	if (!events.includes('channelNeedsAttention')) return { posts };
	const channels = await client.listChannels();
	const notifications = await new Notifications(client).listNewest(MAX_PAGES, (page) =>
		needsNextPage(memory, page),
	);
	return { posts, channels, notifications };
}

/** Finds the new events that pass the filters, and what to remember. */
async function findPostEventsAndAlerts(
	context: IPollFunctions,
	client: PostizClient,
	remembered: TriggerMemory | undefined,
): Promise<PollResult> {
	const options = readTriggerOptions(context);
	const startedAt = Date.now();
	const lists = await fetchLists(client, options.events, remembered);
	const { posts, channels, notifications = [] } = lists;
	// By the service's clock, known from its first response.
	const now = startedAt + client.instance.clockOffset;
	const account = hashAccount(client);
	const isSameAccount =
		remembered?.account === account || isSameWorkspace(remembered, posts, channels);
	const memory = isSameAccount ? remembered : undefined;
	const { filters, named } = await resolveEventFilters(
		options.filters,
		async () => await client.listChannels(),
		memory?.named,
	);
	// An empty list may be a mistake, so the next list is compared with the last one that had posts.
	const kept = posts?.length === 0 ? memory : undefined;
	const postEvents = posts && findPostEvents(memory, posts, now);
	const channelAlerts = channels && findChannelAlerts(memory, channels, notifications, now);
	return {
		postEvents: (postEvents?.events ?? []).filter(
			({ event, listed }) => options.events.includes(event) && matchesPost(listed, filters),
		),
		alerts: (channelAlerts?.alerts ?? []).filter((alert) => matchesChannel(alert, filters)),
		memory: {
			account: kept?.account ?? account,
			polledAt: now,
			listedAt: kept?.listedAt ?? now,
			named,
			posts: postEvents?.posts,
			...channelAlerts?.memory,
		},
	};
}

/**
 * True if a new key or address belongs to the same workspace: a post or channel is known, or all posts are newer than the
 * last list.
 */
function isSameWorkspace(
	memory: TriggerMemory | undefined,
	listed: ListedPost[] = [],
	channels: Channel[] = [],
): boolean {
	if (!memory) return false;
	const { posts = {}, channels: known = {}, listedAt } = memory;
	const isKnown =
		listed.some(({ id }) => Object.hasOwn(posts, id)) ||
		channels.some(({ id }) => Object.hasOwn(known, id));
	const isNew = ({ id, publishDate }: ListedPost) =>
		parseServiceTime(publishDate) > listedAt || (getCreationTime(id) ?? -Infinity) > listedAt;
	const isAllNew = listed.every(isNew);
	return isKnown || (isAllNew && channels.length === 0);
}

const matchesPost = ({ integration }: ListedPost, filters: ChannelFilters) =>
	matchesFilters(filters, {
		channelId: integration.id,
		identifier: integration.providerIdentifier,
	});

/** True if a channel of the alert, or a possible one, passes the filters. */
function matchesChannel({ channel, candidates = [] }: ChannelAlert, filters: ChannelFilters) {
	const possible = candidates.length > 0 ? candidates : [channel];
	return possible.some(({ id, identifier, customer }) =>
		matchesFilters(filters, { channelId: id, identifier, groupId: customer?.id }),
	);
}
