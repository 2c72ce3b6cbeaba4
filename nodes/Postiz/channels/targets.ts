import { findProvider, networksCalled } from '../providers';
import type { Provider } from '../providers/types';
import type { PostizClient } from '../transport/client';
import type { Channel } from '../transport/types';
import { listNames } from '../values/lists';
import { Problem, quote } from '../values/problem';
import { emptyProblem, idIn, isEmpty, isObject, tryJson, unwrap } from '../values/read';
import { comparable } from '../values/words';
import {
	channelsCalled,
	channelLabel,
	didYouMean,
	GROUP_PREFIX,
	listConnected,
	match,
	matchText,
	refuseDisabled,
	severalCalled,
	unknownName,
} from './match';

/** A channel to post to. */
export interface Target {
	id: string;
	name: string;
	/** Sent as `__type`. */
	identifier: string;
	/** Undefined for networks that the node doesn't know. */
	provider?: Provider;
	/** Max characters per part, if it was fetched from the channel. */
	maxLength?: number;
}

/** A channel as entered, before it is looked up. */
export interface ChannelChoice {
	id: string;
	/** `Channel 2`, or `Channel` if there is only one. */
	position: string;
}

/** Finds an enabled channel by ID, name or handle (docs/api.md, Channels). Throws {@link Problem}. */
export function findTarget({ id: wanted, position }: ChannelChoice, channels: Channel[]): Target {
	const channel = theOneCalled(wanted, channels, `${position}: no`);
	refuseDisabled(channel);
	const { id, name, identifier } = channel;
	return { id, identifier, provider: findProvider(identifier), name };
}

/**
 * Finds a connected channel by ID, name or handle. Calls with an unknown ID fail with a bare 500, like other failures of the service,
 * so only the list of channels tells (docs/api.md, Errors). Throws {@link Problem} if it doesn't exist.
 */
export const connectedChannel = async (client: PostizClient, id: string): Promise<Channel> =>
	theOneCalled(id, await client.channels(), 'No');

function theOneCalled(text: string, channels: Channel[], no: string): Channel {
	const [channel, ...others] = channelsCalled(text, channels);
	if (channel && others.length > 0) throw severalCalled(text, [channel, ...others]);
	if (channel) return channel;
	throw new Problem(
		`${no} channel with the ID ${quote(text)} is connected`,
		`No channel has this name or handle either. It may have been removed from Postiz. ${didYouMean(text, channels) ?? 'Channel > Get Many returns the IDs.'}`,
	);
}

/** Throws {@link Problem} if the channel is disabled or removed: no post is published (docs/api.md, Changing a post). */
export function refuseUnusableChannel(target: Target, channels: Channel[]): void {
	const channel = channels.find(({ id }) => id === target.id);
	if (channel) return refuseDisabled(channel);
	throw new Problem(
		`${channelLabel(target)} is no longer connected in Postiz`,
		'The post would never be published. Connect the channel in Postiz again, and create a new post.',
	);
}

/** True if no network or this one is wanted. Identifiers take precedence over names shared by networks. */
function isOfNetwork(wanted: string | undefined, identifier: string): boolean {
	if (wanted === undefined || isSameNetwork(wanted, identifier)) return true;
	const own = findProvider(identifier);
	if (!own) return comparable(wanted) === comparable(identifier);
	const exact = findProvider(comparable(wanted));
	return exact ? exact === own : networksCalled(wanted).includes(own);
}

/** True if both identifiers stand for the same network, as some have several (docs/api.md, Providers). */
export function isSameNetwork(wanted: string, identifier: string): boolean {
	const known = findProvider(identifier);
	return wanted === identifier || (known !== undefined && findProvider(wanted) === known);
}

/** What a field or an expression names. */
export interface NamedChannel {
	/** The first match counts. */
	texts: string[];
	/** The first text is the ID of a channel or group. If it doesn't exist, the others are ignored. */
	isId?: boolean;
	/** The network that the channel must be on. */
	network?: string;
}

// The keys of the service, of n8n's own lists, and of multi-selects in Airtable and Notion.
const NAME_KEYS = ['channelId', 'id', 'value', 'channel', 'name', 'label', 'profile', 'title'];
const NETWORK_KEYS = ['network', 'provider', 'identifier'];

/** The max nesting of lists. */
const MAX_DEPTH = 20;

/** Parses texts, lists, objects, or JSON of these. Throws {@link Problem} if an element names nothing. */
export function readNamedChannels(entered: unknown, depth = 0): NamedChannel[] {
	if (depth > MAX_DEPTH) {
		throw new Problem(
			`Channels has nested lists, more than ${MAX_DEPTH} deep`,
			'Enter one list of names, handles or IDs.',
		);
	}
	const value = unwrap(entered);
	if (isEmpty(value)) return [];
	if (Array.isArray(value)) return value.flatMap((each) => readNamedChannels(each, depth + 1));
	if (isObject(value)) {
		const textsIn = (keys: string[]) => keys.map((key) => idIn(value[key])).filter(Boolean);
		const texts = textsIn(NAME_KEYS);
		const [network] = textsIn(NETWORK_KEYS);
		if (texts.length > 0) {
			// In rows of other services, “id” isn't a channel; rows of Postiz have the network beside it.
			const isId = [value.channelId, value.identifier && value.id].some((id) => idIn(id) !== '');
			return [{ texts, ...(isId && { isId }), ...(network && { network }) }];
		}
		const group = idIn(value.groupId);
		if (group !== '') return [{ texts: [`${GROUP_PREFIX}${group}`], isId: true }];
		const [shared] = textsIn(['group', ...NETWORK_KEYS]);
		if (shared !== undefined) return [{ texts: [shared] }];
		throw new Problem(
			`Channels cannot be ${quote(value)}`,
			'Enter each channel as its name, handle or ID, or as an object with one of these under “channel” or “channelId”.',
		);
	}
	// “undefined” and false aren't names either, but the error of an unknown one lists the channels.
	const text = String(value).trim();
	const parsed = /^["[{]/.test(text) ? tryJson(text) : undefined;
	return parsed === undefined ? [{ texts: [text] }] : readNamedChannels(parsed, depth + 1);
}

/**
 * Resolves names to channels, each listed once, and returns disabled channels of groups separately.
 * Throws {@link Problem} for unknown, ambiguous or disabled channels (docs/api.md, Channels).
 */
export function findChannels(named: NamedChannel[], channels: Channel[]) {
	const matches = [...new Set(named.flatMap((one) => matchAny(one, channels)))];
	const found = matches.filter(({ disabled }) => !disabled);
	// Disabled channels named directly are rejected before.
	const disabled = matches.filter((channel) => channel.disabled);
	if (found.length > 0) return { channels: found, disabled };
	throw disabled.length > 0
		? new Problem(
				'All channels of the group are disabled in Postiz',
				`Enable or reconnect them under Channels in Postiz: ${listNames(disabled.map(channelLabel))}.`,
			)
		: emptyProblem('No channel is selected', `Name at least one. ${listConnected(channels)}`);
}

function matchAny({ texts, isId = false, network }: NamedChannel, channels: Channel[]): Channel[] {
	const [first = '', ...others] = texts;
	if (isId) {
		const matches = match(first, channels);
		if (matches.length === 0) throw unknownName(first, channels, true);
		return ofNetwork(network, first, matches);
	}
	if (others.length === 0 && network === undefined) return matchText(first, channels);
	// A name that occurs on several networks is limited to the given one.
	const possible = channels.filter(({ identifier }) => isOfNetwork(network, identifier));
	for (const text of texts) {
		const matches = match(text, possible);
		if (matches.length > 0) return matches;
	}
	for (const text of texts) ofNetwork(network, text, match(text, channels));
	throw unknownName(texts.at(-1) ?? '', channels);
}

/** Returns the channels if all are on the network. Throws {@link Problem} otherwise. */
function ofNetwork(network: string | undefined, text: string, channels: Channel[]): Channel[] {
	const other = channels.find(({ identifier }) => !isOfNetwork(network, identifier));
	if (!other) return channels;
	throw new Problem(
		`${quote(text)} is ${channelLabel(other)}, no channel of ${quote(network)}`,
		'Nothing says which of the two is meant. Correct the ID or name of the channel, or its network.',
	);
}
