import type { IDataObject } from 'n8n-workflow';

import { listNames } from '../common/lists';
import {
	createEmptyProblem,
	extractId,
	isEmpty,
	isObject,
	tryParseJson,
	unwrapLocator,
} from '../common/parseValue';
import { Problem, quote } from '../common/problem';
import { findNetwork } from '../networks';
import type { Network } from '../networks/networkTypes';
import type { Channel } from '../transport/apiTypes';
import type { PostizClient } from '../transport/client';
import {
	findChannelsByName,
	getChannelLabel,
	GROUP_PREFIX,
	requireEnabled,
	listConnected,
	matchName,
	NameFinder,
	createAmbiguousNameProblem,
	createUnknownNameProblem,
} from './findByName';

/** A channel to post to. */
export interface Target {
	id: string;
	name: string;
	/** Sent as `__type`. */
	identifier: string;
	/** Undefined for networks that the node doesn't know. */
	network?: Network;
	/** Max characters per part, if it was fetched from the channel. */
	maxLength?: number;
}

/** A channel as it was entered. */
export interface ChannelChoice {
	/** Its ID, name or handle. */
	idOrName: string;
	/** How errors name its field. */
	label: string;
}

/** Finds an enabled channel (docs/api.md, Channels). Throws {@link Problem} that names its field. */
export function findTarget({ idOrName, label }: ChannelChoice, channels: Channel[]): Target {
	const { id, name, identifier } = requireEnabled(findSingleChannel(idOrName, channels, label));
	return { id, identifier, network: findNetwork(identifier), name };
}

/**
 * Finds a connected channel by ID, name or handle. Calls with an unknown ID fail with a bare 500, like other failures of
 * the service, so only the list of channels shows whether it exists (docs/api.md, Errors). Throws {@link Problem} if it
 * doesn't exist.
 */
export const fetchConnectedChannel = async (client: PostizClient, id: string): Promise<Channel> =>
	findSingleChannel(id, await client.listChannels());

function findSingleChannel(text: string, channels: Channel[], label = 'Channel'): Channel {
	const matches = findChannelsByName(text, channels);
	const [channel] = matches;
	if (!channel)
		throw createUnknownNameProblem(text, channels, `${label}: no channel`, 'name, handle or ID');
	if (matches.length > 1) throw createAmbiguousNameProblem(text, matches);
	return channel;
}

/** Throws {@link Problem} if the channel is disabled or removed: no post is published (docs/api.md, Changing a post). */
export function assertUsable(target: Target, channels: Channel[]): void {
	const channel = channels.find(({ id }) => id === target.id);
	if (!channel) {
		throw new Problem(
			`${getChannelLabel(target)} is no longer connected in Postiz`,
			'The post would never be published. Reconnect the channel in Postiz, and create a new post.',
		);
	}
	requireEnabled(channel);
}

/** True if both identifiers stand for the same network, as some have several (docs/api.md, Providers). */
export function isSameNetwork(first: string, second: string): boolean {
	const known = findNetwork(second);
	return first === second || (known !== undefined && findNetwork(first) === known);
}

// The keys of the service, of n8n's own lists, and of multi-selects in Airtable and Notion.
const NAME_KEYS = ['id', 'value', 'channel', 'name', 'label', 'profile', 'title'];
const NETWORK_KEYS = ['network', 'provider', 'identifier'];

/** Some models put one around a list. */
const CODE_FENCE = /^```\w*\s+([^`]*?)\s*```$/;

/**
 * The channels that texts, lists, objects, or JSON of these name, each with all its possible names. Throws
 * {@link Problem} if an element names nothing.
 */
export function readNamedChannels(entered: unknown): string[][] {
	const value = unwrapLocator(entered);
	if (isEmpty(value)) return [];
	if (Array.isArray(value)) return value.flatMap(readNamedChannels);
	if (isObject(value)) {
		const texts = readNames(value);
		if (texts.length > 0) return [texts];
		throw new Problem(
			`Channels cannot be ${quote(value)}`,
			'Enter each channel as its name, handle or ID, or as an object with one of these under “channel” or “channelId”.',
		);
	}
	// “undefined” and false aren't names either, but the error of an unknown one lists the channels.
	const text = String(value).trim().replace(CODE_FENCE, '$1');
	const parsed = /^["[{]/.test(text) ? tryParseJson(text) : undefined;
	return parsed === undefined ? [[text]] : readNamedChannels(parsed);
}

/** The names of a channel in an object. In rows of Postiz, only the ID counts, as several may have the same name. */
function readNames(entered: IDataObject): string[] {
	const getTexts = (keys: string[]) => keys.map((key) => extractId(entered[key])).filter(Boolean);
	// In rows of other services, “id” isn't a channel.
	const [id] = getTexts(['channelId', ...(entered.identifier ? ['id'] : [])]);
	if (id !== undefined) return [id];
	const [network] = getTexts(NETWORK_KEYS);
	const names = getTexts(NAME_KEYS);
	if (names.length > 0 && network !== undefined) {
		return names.map((name) => (name.includes(': ') ? name : `${network}: ${name}`));
	}
	if (names.length > 0) return names;
	const [group] = getTexts(['groupId']);
	return group === undefined
		? getTexts(['group', ...NETWORK_KEYS]).slice(0, 1)
		: [`${GROUP_PREFIX}${group}`];
}

/**
 * Resolves names to channels without duplicates, with disabled channels of groups apart.
 * Throws {@link Problem} for unknown, ambiguous or disabled channels (docs/api.md, Channels).
 */
export function findChannels(namedChannels: string[][], channels: Channel[]) {
	const finder = new NameFinder(channels);
	const matches = [
		...new Set(namedChannels.flatMap((texts) => findByFirstMatch(texts, channels, finder))),
	];
	finder.assertAllFound();
	const enabled = matches.filter(({ disabled }) => !disabled);
	// Disabled channels named directly are rejected before.
	const disabled = matches.filter((channel) => channel.disabled);
	if (enabled.length > 0) return { channels: enabled, disabled };
	throw disabled.length > 0
		? new Problem(
				'All channels of the group are disabled in Postiz',
				`Enable or reconnect them under Channels in Postiz: ${listNames(disabled.map(getChannelLabel))}.`,
			)
		: createEmptyProblem(
				'No channel is selected',
				`Enter at least one. ${listConnected(channels)}`,
			);
}

/** The channels of the first text that is a name. */
function findByFirstMatch(texts: string[], channels: Channel[], finder: NameFinder): Channel[] {
	const [first = '', ...others] = texts;
	if (others.length === 0) return finder.findAll(first);
	const last = texts.at(-1)!;
	return finder.matchOrCollectProblem(last, () => {
		const [matches] = texts
			.map((text) => matchName(text, channels))
			.filter(({ length }) => length > 0);
		if (matches) return matches;
		throw createUnknownNameProblem(last, channels);
	});
}
