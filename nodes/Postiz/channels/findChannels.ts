import { findProvider, providerName, providers } from '../providers';
import type { Provider } from '../providers/types';
import type { Channel } from '../transport/types';
import { tryJson } from '../values/json';
import { Problem } from '../values/problem';
import { quote } from '../values/quote';
import { isEmpty, isObject, unwrap } from '../values/read';
import { comparable, describeChannel, labelOf, nearestChannels, wordsOf } from './nearestChannels';

/** How the value of the list starts that stands for all channels of a group. */
export const GROUP_PREFIX = 'group:';

/** What a field or an expression names: texts of which the first that fits counts. */
export type NamedChannels = string[];

/** The channels that are meant, each once, and those of a group that are left out as they are disabled. */
export interface FoundChannels {
	channels: Channel[];
	leftOut: Channel[];
}

// As the service, n8n's own lists, and multi-selects of Airtable and Notion have them.
const NAME_KEYS = ['channelId', 'id', 'value', 'channelName', 'name', 'label', 'profile', 'title'];
// Several channels can have these: they only count where nothing else names one.
const SHARED_KEYS = ['groupName', 'provider', 'identifier'];

/** Lists in lists, deeper than anybody means them. */
const MAX_DEPTH = 20;

/**
 * Reads what Channels holds, be it picked, typed or from an expression: a text, a list, an object, or
 * lists of these, also as JSON. Nothing is looked up. Throws {@link Problem} for what names nothing.
 */
export function readNamedChannels(entered: unknown): NamedChannels[] {
	return readLevel(entered, 0);
}

function readLevel(entered: unknown, depth: number): NamedChannels[] {
	if (depth > MAX_DEPTH) {
		throw new Problem(
			`Channels has nested lists, more than ${MAX_DEPTH} deep`,
			'Enter one list of names, handles or IDs.',
		);
	}
	const value = unwrap(entered);
	if (isEmpty(value)) return [];
	if (Array.isArray(value)) return value.flatMap((each) => readLevel(each, depth + 1));
	if (isObject(value)) {
		const textsIn = (keys: string[]) => keys.map((key) => textOf(value[key])).filter(Boolean);
		const names = textsIn(NAME_KEYS);
		if (names.length > 0) return [names];
		const group = textOf(value.groupId);
		const [shared] = group ? [`${GROUP_PREFIX}${group}`] : textsIn(SHARED_KEYS);
		if (shared !== undefined) return [[shared]];
		throw new Problem(
			`Channels cannot be ${quote(value)}`,
			'Enter each channel as its name, handle or ID, or as an object with one of these under “channelName” or “channelId”.',
		);
	}
	const text = textOf(value);
	const parsed = /^[[{]/.test(text) ? tryJson(text) : undefined;
	return parsed === undefined ? [[text]] : readLevel(parsed, depth + 1);
}

const textOf = (value: unknown) =>
	typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';

/**
 * Finds the channels that are meant: by ID, name or handle, by their group, or by their network if it has
 * one channel only. Throws {@link Problem} for what is unknown, ambiguous or disabled
 * (docs/api.md, Channels).
 */
export function findChannels(named: NamedChannels[], channels: Channel[]): FoundChannels {
	const found = new Map<string, Channel>();
	const leftOut = new Map<string, Channel>();
	for (const channel of named.flatMap((texts) => matchAny(texts, channels))) {
		const target = channel.isOfGroup && channel.channel.disabled ? leftOut : found;
		target.set(channel.channel.id, channel.channel);
	}
	if (found.size === 0) {
		throw leftOut.size > 0
			? new Problem(
					`Channels: all channels of the group are disabled in Postiz: ${[...leftOut.values()].map(describeChannel).join(', ')}`,
					'Enable or reconnect them under Channels in Postiz.',
				)
			: new Problem(
					'No channel is selected',
					`Choose at least one under Channel Names or IDs. With an expression, check that every item has one. ${listConnected(channels)}`,
				);
	}
	return { channels: [...found.values()], leftOut: [...leftOut.values()] };
}

interface Match {
	channel: Channel;
	isOfGroup: boolean;
}

function matchAny(texts: NamedChannels, channels: Channel[]): Match[] {
	const [first = '', ...others] = texts;
	for (const text of others.length > 0 ? texts : []) {
		const matches = match(text, channels);
		if (matches) return matches;
	}
	return others.length > 0
		? refuseUnknown(texts[texts.length - 1] ?? first, channels)
		: matchText(first, channels);
}

/** Between names in a text. */
export const SEPARATORS = /[,;\r\n]/;

// Also as errors list it.
const namesOfChannel = (channel: Channel) => [...wordsOf(channel), comparable(labelOf(channel))];

/** What a channel and its group are called. */
const callable = (channel: Channel) => [
	...namesOfChannel(channel),
	comparable(channel.customer?.name),
];

/** More parts than this are never one name with commas in it. */
const MAX_JOINED = 5;

/** The channels in a text that may be a list; names with commas in them are found as well. */
function matchText(text: string, channels: Channel[]): Match[] {
	const whole = match(text, channels);
	if (whole) return whole;
	const joinable = new Set(channels.flatMap(callable).filter((name) => SEPARATORS.test(name)));
	// The separators stand at the odd places.
	const pieces = text.split(/([,;\r\n]+)/);
	const matches: Match[] = [];
	for (let begin = 0; begin < pieces.length; begin += 2) {
		if (pieces[begin]?.trim() === '') continue;
		const lengths = Array.from({ length: MAX_JOINED }, (_, index) => 2 * (MAX_JOINED - index) - 1);
		const hit = lengths
			.map((length) => ({ length, joined: pieces.slice(begin, begin + length).join('') }))
			.filter(({ length, joined }) => length === 1 || joinable.has(comparable(joined)))
			.map(({ length, joined }) => ({ length, matches: match(joined.trim(), channels) }))
			.find((candidate) => candidate.matches !== undefined);
		if (!hit?.matches) return refuseUnknown((pieces[begin] ?? '').trim(), channels);
		matches.push(...hit.matches);
		begin += hit.length - 1;
	}
	return matches;
}

/** What a name stands for; undefined if for nothing. Throws {@link Problem} if for several things. */
function match(text: string, channels: Channel[]): Match[] | undefined {
	const single = matchChannel(text, channels);
	if (single) return [{ channel: single, isOfGroup: false }];
	const group = channels.filter((channel) => isOfGroup(channel, text));
	if (group.length > 0) return group.map((channel) => ({ channel, isOfGroup: true }));
	const ofNetwork = matchNetwork(text, channels);
	return ofNetwork && [{ channel: ofNetwork, isOfGroup: false }];
}

function matchChannel(text: string, channels: Channel[]): Channel | undefined {
	const byId = channels.find(({ id }) => id === text);
	if (byId) return enabled(byId);
	const word = comparable(text);
	const named =
		word === '' ? [] : channels.filter((channel) => namesOfChannel(channel).includes(word));
	if (named.length > 1) {
		const { customer } = channels.find((channel) => isOfGroup(channel, text)) ?? {};
		const orGroup = customer ? `, or ${GROUP_PREFIX}${customer.id} for all of the group` : '';
		throw new Problem(
			`Channels: several channels are called ${quote(text)}`,
			`Use the ID of one of them: ${named.map(describeChannel).join(', ')}${orGroup}.`,
		);
	}
	return named[0] && enabled(named[0]);
}

function isOfGroup({ customer }: Channel, text: string): boolean {
	if (!customer) return false;
	const word = comparable(text);
	return (
		text === `${GROUP_PREFIX}${customer.id}` || (word !== '' && word === comparable(customer.name))
	);
}

/** The only channel of the network that a text names. */
function matchNetwork(text: string, channels: Channel[]): Channel | undefined {
	const word = comparable(text);
	const networks = networksCalled(word);
	if (networks.length === 0) return undefined;
	const ofNetworks = channels.filter(({ identifier }) => {
		const provider = findProvider(identifier);
		return provider !== undefined && networks.includes(provider);
	});
	const [first, ...others] = ofNetworks.filter(({ disabled }) => !disabled);
	if (first && others.length > 0) {
		throw new Problem(
			`Channels: ${quote(text)} is a network with several connected channels`,
			`Enter the one you mean: ${[first, ...others].map(describeChannel).join(', ')}.`,
		);
	}
	if (first) return first;
	if (ofNetworks[0]) return enabled(ofNetworks[0]);
	throw new Problem(
		`Channels: no ${networks.map(({ displayName }) => displayName).join(' or ')} channel is connected`,
		'Connect one under Channels in Postiz, or remove it.',
	);
}

/** The networks that a word means: all that have it as a name, or else as the start of one. */
function networksCalled(word: string): Provider[] {
	if (word === '') return [];
	const exact = providers.filter((provider) => namesOf.get(provider)?.includes(word));
	if (exact.length > 0) return exact;
	return providers.filter(({ displayName }) => comparable(displayName).startsWith(`${word} `));
}

// Made once: long lists are looked through for each of their names.
const namesOf = new Map(providers.map((provider) => [provider, listNames(provider)] as const));

function listNames({
	identifier,
	aliases = [],
	displayName,
	searchWords = [],
}: Provider): string[] {
	const withoutNote = displayName.replace(/ \(.*\)$/, '');
	return [identifier, ...aliases, displayName, withoutNote, ...searchWords].map(comparable);
}

function enabled(channel: Channel): Channel {
	if (!channel.disabled) return channel;
	throw new Problem(
		`Channel (${providerName(channel.identifier)}, ${channel.name}) is disabled in Postiz`,
		'Posts to it would never be published. Enable or reconnect it under Channels in Postiz, or remove it.',
	);
}

function refuseUnknown(text: string, channels: Channel[]): never {
	const near = nearestChannels(text, channels);
	throw new Problem(
		`Channels: no channel, group or network is called ${quote(text)}`,
		near.length > 0
			? `Did you mean ${near.map(describeChannel).join(', ')}?`
			: `Enter the name, handle or ID of a channel, the name of a group, or a network such as LinkedIn. ${listConnected(channels)}`,
	);
}

const MAX_LISTED = 20;

// An AI agent corrects itself by it, without a tool that lists the channels.
function listConnected(channels: Channel[]): string {
	const connected = channels.filter(({ disabled }) => !disabled);
	if (connected.length === 0) return 'None is connected yet: connect one under Channels in Postiz.';
	const more = connected.length - MAX_LISTED;
	const rest = more > 0 ? `, and ${more} more: Channel > Get Many returns all` : '';
	return `Connected: ${connected.slice(0, MAX_LISTED).map(labelOf).join(', ')}${rest}.`;
}
