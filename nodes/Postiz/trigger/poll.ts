import { createHash } from 'node:crypto';

import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import type { ChannelAlert } from '../channels/channelStatus';
import { matchesFilters, type ChannelFilters } from '../channels/channelFilters';
import { PostizClient } from '../transport/client';
import { listPosts } from '../transport/listPosts';
import { Notifications } from '../transport/notifications';
import type { Channel, ListedPost } from '../transport/apiTypes';
import { getCreationTime, parseServiceTime } from '../common/date';
import { findChannelAlerts, needsNextPage } from './channelEvents';
import type { EventName } from './triggerFields';
import type { TriggerMemory } from './triggerMemory';
import { findEventFilters, readTriggerOptions } from './triggerOptions';
import { findPostEvents, MONTH_MS, getPollWindow, type PostEvent } from './postEvents';
import { createExampleRow, createAlertRow, createPostEventRow } from './eventRow';

const LIST_TIMEOUT_MS = 30_000;
/** How long to ask why posts failed. */
const REQUEST_TIMEOUT_MS = 20_000;
/** A thousand notifications between two looks. */
const MAX_PAGES = 10;

interface PollResult {
	posts: PostEvent[];
	alerts: ChannelAlert[];
	memory: TriggerMemory;
}

/** What happened since the last look, and what to remember. Throws like the client, and like reading the form. */
export async function poll(
	context: IPollFunctions,
	memory: TriggerMemory | undefined,
): Promise<{ events: IDataObject[]; memory: TriggerMemory }> {
	const client = await PostizClient.connect(context);
	const until = Date.now() + REQUEST_TIMEOUT_MS;
	const found = await findEvents(context, client, memory);
	const timezone = context.getTimezone();
	const events: IDataObject[] = [];
	for (const event of found.posts) {
		if (event.event === 'postFailed' && events.length > 0 && Date.now() > until) {
			// The next look tells it.
			delete found.memory.posts?.[event.listed.id]?.failure;
		} else events.push(await createPostEventRow(client, event, timezone));
	}
	const now = found.memory.polledAt;
	events.push(...found.alerts.map((one) => createAlertRow(one, now, timezone)));
	return { events, memory: found.memory };
}

/** The latest example of each chosen event; an invented one if there is none. */
export async function findSamples(context: IPollFunctions): Promise<IDataObject[]> {
	const client = await PostizClient.connect(context);
	const { events } = readTriggerOptions(context);
	const begin: TriggerMemory = {
		account: hashAccount(client),
		polledAt: client.now() - MONTH_MS,
		listedAt: client.now() - MONTH_MS,
		posts: {},
		channels: {},
		notifications: {},
	};
	const { posts, alerts, memory } = await findEvents(context, client, begin);
	const timezone = context.getTimezone();
	const rowOf = async (event: EventName) => {
		const post = posts.filter((one) => one.event === event).at(-1);
		const attention = event === 'channelNeedsAttention' ? alerts.at(-1) : undefined;
		if (post) return await createPostEventRow(client, post, timezone);
		if (attention) return createAlertRow(attention, memory.polledAt, timezone);
		return createExampleRow(event, memory.polledAt, timezone);
	};
	return await Promise.all(events.map(rowOf));
}

/** Identifies the key and the instance, without containing the key. */
const hashAccount = ({ identity }: PostizClient) =>
	createHash('sha256').update(identity).digest('base64url').slice(0, 12);

/** Lists what the chosen events need, and finds what is new there and passes the filters. */
async function findEvents(
	context: IPollFunctions,
	client: PostizClient,
	remembered: TriggerMemory | undefined,
): Promise<PollResult> {
	const { events, filters: written } = readTriggerOptions(context);
	const begun = Date.now();
	const rows = events.some((event) => event !== 'channelNeedsAttention')
		? await listPosts(client, {
				...getPollWindow(remembered, client.now()),
				timeout: LIST_TIMEOUT_MS,
			})
		: undefined;
	const channels = events.includes('channelNeedsAttention') ? await client.channels() : undefined;
	const notifications =
		channels &&
		(await new Notifications(client).listNewest(MAX_PAGES, (read) =>
			needsNextPage(remembered, read),
		));
	// The service's clock counts, which its first answer tells.
	const now = begun + client.facts.clockOffset;
	const account = hashAccount(client);
	const memory =
		remembered?.account === account || isSameWorkspace(remembered, rows, channels)
			? remembered
			: undefined;
	const { filters, named } = await findEventFilters(
		written,
		async () => await client.channels(),
		memory?.named,
	);
	// An empty list may be a mistake: what it lacks is still to be told, and it tells nothing of whose it is.
	const kept = rows?.length === 0 ? memory : undefined;
	const posts = rows && findPostEvents(memory, rows, now);
	const attention =
		channels &&
		findChannelAlerts(
			memory,
			channels.filter(({ id }) => id),
			notifications ?? [],
			now,
		);
	return {
		posts: (posts?.events ?? []).filter(
			({ event, listed }) => events.includes(event) && matchesPost(listed, filters),
		),
		alerts: (attention?.alerts ?? []).filter((one) => matchesChannel(one, filters)),
		memory: {
			account: kept?.account ?? account,
			polledAt: now,
			listedAt: kept?.listedAt ?? now,
			named,
			posts: posts?.posts,
			...attention?.memory,
		},
	};
}

/**
 * True if another key, or another address, leads to the workspace that is remembered: something is known there, or
 * nothing is older than the last list.
 */
function isSameWorkspace(
	memory: TriggerMemory | undefined,
	rows: ListedPost[] = [],
	channels: Channel[] = [],
): boolean {
	if (!memory) return false;
	const { posts = {}, channels: known = {}, listedAt } = memory;
	const isKnown =
		rows.some(({ id }) => Object.hasOwn(posts, id)) ||
		channels.some(({ id }) => Object.hasOwn(known, id));
	const isNew = ({ id, publishDate }: ListedPost) =>
		parseServiceTime(publishDate) > listedAt || (getCreationTime(id) ?? -Infinity) > listedAt;
	const isAllNew = rows.every(isNew);
	return isKnown || (isAllNew && channels.length === 0);
}

const matchesPost = ({ integration }: ListedPost, filters: ChannelFilters) =>
	matchesFilters(filters, {
		channelId: integration.id,
		identifier: integration.providerIdentifier,
	});

// If the channel is ambiguous, tell too much rather than too little.
function matchesChannel({ channel, candidates = [] }: ChannelAlert, filters: ChannelFilters) {
	const meant = candidates.length > 0 ? candidates : [channel];
	return meant.some(({ id, identifier, customer }) =>
		matchesFilters(filters, { channelId: id, identifier, groupId: customer?.id }),
	);
}
