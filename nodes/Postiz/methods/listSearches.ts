import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodePropertyOptions,
} from 'n8n-workflow';

import { isOverdue } from '../calendar/calendarPost';
import { GROUP_PREFIX, listGroups } from '../channels/channelGroups';
import { getChannelLabel } from '../channels/channelLabel';
import { DAY_MS, MINUTE_MS, parseServiceTime, formatShortTime, toUtcDate } from '../common/date';
import { memoize } from '../common/memoize';
import { canBePathSegment, extractId, isObject, getProperties } from '../common/parseValue';
import { getStateName } from '../calendar/stateNames';
import { Problem } from '../common/problem';
import { capitalize, shorten } from '../common/text';
import { option } from '../form/fieldBuilders';
import { findNetwork } from '../networks';
import { getListedName, listNetworkNames } from '../networks/networkNames';
import { toIdOption } from '../networks/pickerValues';
import { getVisibleText } from '../text/storedText';
import type { Channel, ListedPost } from '../transport/apiTypes';
import type { ApiRequest } from '../transport/apiRequest';
import type { PostizClient } from '../transport/client';
import { endpoints } from '../transport/endpoints';
import { listPosts } from '../transport/listPosts';

/** What the editor asks for when it opens a list. */
export interface ListContext {
	/** n8n also provides the path of the field, but doesn't declare it. */
	context: ILoadOptionsFunctions & { path?: string };
	client: PostizClient;
	/** The search text. */
	typed: string;
}

/** Loads the options of a list. Throws {@link Problem} if there is nothing to show. */
export type ListLoader = (list: ListContext) => Promise<INodeListSearchItems[]>;

/** Filters entries by name. */
export const filterByName = <Entry extends { name: string }>(
	entries: Entry[],
	typed: string,
): Entry[] => entries.filter(({ name }) => name.toLowerCase().includes(typed.toLowerCase()));

/** Returns the entries. Throws {@link Problem} if there are none. */
function requireNotEmpty<Entry>(entries: Entry[], message: string, remedy: string): Entry[] {
	if (entries.length > 0) return entries;
	throw new Problem(message, remedy);
}

/** The value of another field; empty if it can't be an ID, or is an expression that the editor can't evaluate. */
export function getFieldText({ context }: ListContext, path: string): string {
	const text = extractId(context.getCurrentNodeParameter(path));
	return text.startsWith('=') || !canBePathSegment(text) ? '' : text;
}

/** The label of a channel: network, name, group unless the name has it, and whether it is disabled. */
function toListLabel({ name, identifier, customer, disabled }: Channel): string {
	const network = findNetwork(identifier);
	const networkName = network ? getListedName(network) : identifier;
	const group = customer?.name ?? '';
	const isNew = group !== '' && !name.toLowerCase().includes(group.toLowerCase());
	const suffix = disabled ? ' – disabled in Postiz' : '';
	return `${networkName}: ${name}${isNew ? ` (${group})` : ''}${suffix}`;
}

/** The options of a list of channels. */
const toOptions = (channels: Channel[]) =>
	sortByName(channels.map((channel) => ({ name: toListLabel(channel), value: channel.id })));

const sortByName = (options: INodePropertyOptions[]) =>
	options.sort((a, b) => a.name.localeCompare(b.name));

/** The error of an empty list; `subject` is what isn't connected, such as `X channel`. */
export const createNotConnectedProblem = (subject: string) =>
	new Problem(
		`No ${subject} is connected`,
		'Connect one under Channels in Postiz, then choose Refresh List (⋮).',
	);

/**
 * The channels of the chosen network, also found by their handles and other names of the network (docs/api.md,
 * Channels).
 */
export const searchChannels: ListLoader = async ({ context, client, typed }) => {
	const network = findNetwork(String(context.getCurrentNodeParameter('&provider') ?? ''));
	const networkChannels = (await client.listChannels()).filter(
		({ identifier }) => !network || findNetwork(identifier) === network,
	);
	if (networkChannels.length === 0) {
		throw createNotConnectedProblem(network ? `${network.displayName} channel` : 'channel');
	}
	const found = networkChannels.filter((channel) => {
		const words = listNetworkNames(channel.identifier);
		const names = [toListLabel(channel), getChannelLabel(channel), channel.profile, ...words];
		return names.join(' ').toLowerCase().includes(typed.toLowerCase());
	});
	return toOptions(found);
};

/** The groups of channels, and an option for any, the default of filters (docs/api.md, Groups). */
export const getGroups: ListLoader = async ({ client }) => {
	const groups = requireNotEmpty(
		listGroups(await client.listChannels()),
		'No groups found',
		'Add channels to a group in Postiz first, or remove this field.',
	);
	const any = { name: 'Any Group', value: '' };
	return [any, ...sortByName(groups.map(({ id, name }) => ({ name, value: id })))];
};

/** The groups of connected channels, and the channels (docs/api.md, Channels). */
export const getChannelsAndGroups: ListLoader = async ({ client }) => {
	const channels = await client.listChannels();
	if (channels.length === 0) throw createNotConnectedProblem('channel');
	const usable = channels.filter(({ disabled }) => !disabled);
	const groups = listGroups(usable).map(({ id, name, channels: members }) => ({
		name: `All of ${name} (${members.length})`,
		value: `${GROUP_PREFIX}${id}`,
	}));
	return [...sortByName(groups), ...toOptions(channels)];
};

/** The tools of the chosen channel (docs/api.md, Channel settings and tools). */
export const getTools: ListLoader = async (list) => {
	const channelId = getFieldText(list, 'integrationId');
	// The editor fills the list when the form opens, so a missing channel isn't an error yet.
	if (channelId === '') return [];
	const response = await list.client.request(endpoints.getChannelSettings(channelId));
	const { tools: listed } = getProperties(getProperties(response).output);
	const tools = requireNotEmpty(
		Array.isArray(listed) ? listed.map(getProperties) : [],
		'This channel has no tools',
		'Its network has nothing to look up. Choose another channel.',
	);
	return tools.map(({ methodName, description }) =>
		option(String(methodName), String(methodName), description as string | undefined),
	);
};

const VOICES_REQUEST: ApiRequest = {
	...endpoints.runVideoFunction(),
	body: { functionName: 'loadVoices', identifier: 'image-text-slides', params: {} },
	timeout: 30_000,
};

/** Voices for videos (docs/api.md, Videos). */
export const searchVoices: ListLoader = async ({ client, typed }) => {
	const { voices } = getProperties(await client.request(VOICES_REQUEST));
	const found = requireNotEmpty(
		Array.isArray(voices) ? (voices as unknown[]) : [],
		'No voices found',
		'The video generator of this Postiz instance may not be set up. You can also enter the ID of a voice by hand (By ID).',
	);
	const options = found.flatMap((voice) => (isObject(voice) ? (toIdOption(voice) ?? []) : []));
	return filterByName(options, typed);
};

/** How far back and ahead to list. */
const SEARCH_RANGE_MS = 90 * DAY_MS;
/** Leaves room for the state and the date, as n8n shows one line. */
const MAX_TEXT = 40;

/** The posts of the last and next 90 days, the nearest first (docs/api.md, Listing posts). */
export const searchPosts: ListLoader = async (list) => {
	const { context, client, typed } = list;
	const posts = filterByName(await listNearest(client, context.getTimezone()), typed);
	const isUpdate = getFieldText(list, 'operation') === 'update';
	return posts
		.filter(({ state }) => !(isUpdate && state === 'PUBLISHED'))
		.map(({ name, value, url }) => ({ name, value, ...(url && { url }) }));
};

/** A post of the list. */
interface PostOption extends INodeListSearchItems {
	state: string;
}

/** Like {@link fetchNearestPosts}, once a minute: the editor reloads lists often, and requests are limited. */
const listNearest = memoize(fetchNearestPosts, {
	toKey: ([{ identity }]) => identity,
	ttl: MINUTE_MS,
});

/** The posts around now. Throws {@link Problem} if there are none. */
async function fetchNearestPosts(client: PostizClient, timezone: string): Promise<PostOption[]> {
	const now = Date.now();
	const listed = await listPosts(client, {
		start: now - SEARCH_RANGE_MS,
		end: now + SEARCH_RANGE_MS,
	});
	const getDistance = ({ publishDate }: ListedPost) =>
		Math.abs(parseServiceTime(publishDate) - now);
	const farthestFirst = [...listed].sort((a, b) => getDistance(b) - getDistance(a));
	// Of a repeating post, only the nearest date is listed.
	const posts = [...new Map(farthestFirst.map((post) => [post.id, post])).values()];
	return requireNotEmpty(
		posts
			.sort((a, b) => getDistance(a) - getDistance(b))
			.map((post) => toPostOption(post, timezone, client.now())),
		'No posts in the last and next 90 days',
		'Create one first, or choose By ID for an older post.',
	);
}

/** Keeps only what the list shows: the texts of thousands of posts would take too much memory. */
function toPostOption(post: ListedPost, timezone: string, now: number): PostOption {
	const { id, content = '', publishDate, state, releaseURL: url, integration } = post;
	const text = shorten(getVisibleText(content).replace(/\s+/g, ' ').trim(), MAX_TEXT);
	const date = toUtcDate(publishDate);
	const stateName = isOverdue(post, now) ? 'overdue' : getStateName(state);
	// The text last, as n8n cuts the end.
	const details = [
		getChannelLabel({ name: integration.name, identifier: integration.providerIdentifier }),
		`${capitalize(stateName)} ${date ? formatShortTime(date, timezone) : publishDate}`,
		text || 'Without text',
	];
	return { name: details.filter(Boolean).join(' · '), value: id, url: url ?? undefined, state };
}
