import { createHash } from 'node:crypto';
import type { IPollFunctions } from 'n8n-workflow';

import type { ChannelAlert } from '../channels/channelAlerts';
import { matchesFilters, type ChannelFilters } from '../channels/channelFilters';
import { getCreationTime } from '../common/creationTime';
import { parseServiceTime } from '../common/serviceTime';
import type { Channel, ListedPost } from '../transport/apiTypes';
import type { PostizClient } from '../transport/client';
import { fetchPosts } from '../transport/fetchPosts';
import { Notifications, type ListedNotification } from '../transport/notifications';
import { findChannelAlerts, needsNextPage } from './findChannelAlerts';
import { findPostEvents, getPollWindow, type PostEvent } from './findPostEvents';
import type { EventName } from './triggerFields';
import type { TriggerMemory } from './triggerMemory';
import { resolveEventFilters, readTriggerOptions } from './triggerOptions';

/** Pages of 100 notifications between two polls. */
const MAX_PAGES = 10;

interface DetectedEvents {
	postEvents: PostEvent[];
	alerts: ChannelAlert[];
	newMemory: TriggerMemory;
}

/**
 * Fetches the lists for the chosen events, and compares them with the memory of earlier polls. Returns the events that
 * pass the filters, and the new memory. Throws {@link Problem} if the form is invalid or Postiz fails.
 */
export async function detectEvents(
	context: IPollFunctions,
	client: PostizClient,
	previousMemory: TriggerMemory | undefined,
): Promise<DetectedEvents> {
	const { events, filters: enteredFilters } = readTriggerOptions(context);
	const startedAt = Date.now();
	const { posts, channels, notifications } = await fetchLists(client, events, previousMemory);
	// Not earlier: the first response sets the service's clock.
	const serviceNow = startedAt + client.instance.clockOffset;
	const account = hashAccount(client);
	const isSameAccount =
		previousMemory?.account === account || isSameWorkspace(previousMemory, posts, channels);
	const accountMemory = isSameAccount ? previousMemory : undefined;
	const { filters, idsByFilter } = await resolveEventFilters(
		enteredFilters,
		async () => await client.fetchChannels(),
		accountMemory?.idsByFilter,
	);
	const foundEvents = posts && findPostEvents(accountMemory, posts, serviceNow);
	const foundAlerts =
		channels && findChannelAlerts(accountMemory, channels, notifications, serviceNow);
	// An empty list may be a mistake, so the next list is compared with the last one that had posts.
	const lastList = posts?.length === 0 ? accountMemory : undefined;
	return {
		postEvents: (foundEvents?.events ?? []).filter(
			({ name, post }) => events.includes(name) && matchesPost(post, filters),
		),
		alerts: (foundAlerts?.alerts ?? []).filter((alert) => matchesAlert(alert, filters)),
		newMemory: {
			account: lastList?.account ?? account,
			polledAt: serviceNow,
			listedAt: lastList?.listedAt ?? serviceNow,
			idsByFilter,
			...foundEvents?.newMemory,
			...foundAlerts?.newMemory,
		},
	};
}

/** The lists that the chosen events need; undefined or empty if none needs it. */
interface PolledLists {
	posts?: ListedPost[];
	channels?: Channel[];
	notifications: ListedNotification[];
}

async function fetchLists(
	client: PostizClient,
	events: EventName[],
	memory: TriggerMemory | undefined,
): Promise<PolledLists> {
	const needsPosts = events.some((event) => event !== 'channelNeedsAttention');
	const posts = needsPosts
		? await fetchPosts(client, getPollWindow(memory, client.serviceNow()))
		: undefined;
	if (!events.includes('channelNeedsAttention')) return { posts, notifications: [] };
	const channels = await client.fetchChannels();
	const notifications = await new Notifications(client).fetchNewest(MAX_PAGES, (page) =>
		needsNextPage(memory, page),
	);
	return { posts, channels, notifications };
}

/** Identifies the key and the instance, without containing the key. */
export const hashAccount = ({ identity }: PostizClient) =>
	createHash('sha256').update(identity).digest('base64url').slice(0, 12);

/**
 * True if a new key or address belongs to the same workspace: a post or channel is known, or all posts are newer than
 * the last list.
 */
function isSameWorkspace(
	memory: TriggerMemory | undefined,
	listedPosts: ListedPost[] = [],
	channels: Channel[] = [],
): boolean {
	if (!memory) return false;
	const { posts: knownPosts = {}, channels: knownChannels = {}, listedAt } = memory;
	const isKnown =
		listedPosts.some(({ id }) => Object.hasOwn(knownPosts, id)) ||
		channels.some(({ id }) => Object.hasOwn(knownChannels, id));
	const isNew = ({ id, publishDate }: ListedPost) =>
		parseServiceTime(publishDate) > listedAt || (getCreationTime(id) ?? -Infinity) > listedAt;
	const isAllNew = listedPosts.every(isNew);
	return isKnown || (isAllNew && channels.length === 0);
}

const matchesPost = ({ integration }: ListedPost, filters: ChannelFilters) =>
	matchesFilters(filters, {
		channelId: integration.id,
		identifier: integration.providerIdentifier,
	});

/** True if a channel of the alert, or a possible one, passes the filters. */
function matchesAlert({ channel, candidates = [] }: ChannelAlert, filters: ChannelFilters) {
	const possible = candidates.length > 0 ? candidates : [channel];
	return possible.some(({ id, identifier, customer }) =>
		matchesFilters(filters, { channelId: id, identifier, groupId: customer?.id }),
	);
}
