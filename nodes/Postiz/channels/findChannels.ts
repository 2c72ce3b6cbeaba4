import { findProvider, networksCalled, providerName } from '../providers';
import type { Channel } from '../transport/types';
import { comparable } from '../values/comparable';
import { Problem, quote } from '../values/problem';
import { listNames } from '../values/lists';
import { idIn, isEmpty, isObject, tryJson, unwrap } from '../values/read';
import { findGroup, GROUP_PREFIX, groupsOf } from './groups';
import {
	channelsCalled,
	describeChannel,
	didYouMean,
	labelOf,
	namesOfChannel,
	severalCalled,
} from './nearestChannels';
import { isOfNetwork } from './targets';

/** What a field or an expression names. */
export interface NamedChannel {
	/** Of these, the first that fits counts. */
	texts: string[];
	/** The first is the ID of a channel, or of a group: if it is not there, the others do not count. */
	isId?: boolean;
	/** The network of which the channel has to be. */
	network?: string;
}

// As the service, n8n's own lists, and multi-selects of Airtable and Notion have them.
const NAME_KEYS = ['channelId', 'id', 'value', 'channelName', 'name', 'label', 'profile', 'title'];
const NETWORK_KEYS = ['provider', 'identifier'];

/** Lists in lists, deeper than anybody means them. */
const MAX_DEPTH = 20;

/** Reads texts, lists, objects or JSON of these. Throws {@link Problem} for what names nothing. */
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
			// Rows of other services have IDs of their own under “id”, those of Postiz have the network beside it.
			const isId = [value.channelId, value.identifier && value.id].some((id) => idIn(id) !== '');
			return [{ texts, ...(isId && { isId }), ...(network && { network }) }];
		}
		const group = idIn(value.groupId);
		if (group !== '') return [{ texts: [`${GROUP_PREFIX}${group}`], isId: true }];
		const [shared] = textsIn(['groupName', ...NETWORK_KEYS]);
		if (shared !== undefined) return [{ texts: [shared] }];
		// An item, as the expression $('Channels').all() has it.
		if (isObject(value.json)) return readNamedChannels(value.json, depth + 1);
		throw new Problem(
			`Channels cannot be ${quote(value)}`,
			'Enter each channel as its name, handle or ID, or as an object with one of these under “channelName” or “channelId”.',
		);
	}
	const text = idIn(value);
	const parsed = /^[[{]/.test(text) ? tryJson(text) : undefined;
	return parsed === undefined ? [{ texts: [text] }] : readNamedChannels(parsed, depth + 1);
}

/**
 * The channels that are meant, each once, and those left out of a group as they are disabled.
 * Throws {@link Problem} for what is unknown, ambiguous or disabled (docs/api.md, Channels).
 */
export function findChannels(named: NamedChannel[], channels: Channel[]) {
	const matches = [...new Set(named.flatMap((one) => matchAny(one, channels)))];
	const found = matches.filter(({ disabled }) => !disabled);
	// Only a group can have brought them.
	const leftOut = matches.filter(({ disabled }) => disabled);
	if (found.length > 0) return { channels: found, leftOut };
	throw leftOut.length > 0
		? new Problem(
				'Channels: all channels of the group are disabled in Postiz',
				`Enable or reconnect them under Channels in Postiz: ${listNames(leftOut.map(labelOf))}.`,
			)
		: new Problem(
				'No channel is selected',
				`Choose at least one. With an expression, check that every item has one. ${listConnected(channels)}`,
			);
}

function matchAny({ texts, isId = false, network }: NamedChannel, channels: Channel[]): Channel[] {
	const [first = '', ...others] = texts;
	if (isId) {
		const matches = match(first, channels);
		if (matches.length === 0) throw goneId(first, channels);
		return ofNetwork(network, first, matches);
	}
	if (others.length === 0 && network === undefined) return matchText(first, channels);
	// A name that several networks have means the channel of the one that is said.
	const possible = channels.filter(({ identifier }) => isOfNetwork(network, identifier));
	for (const text of texts) {
		const matches = match(text, possible);
		if (matches.length > 0) return matches;
	}
	for (const text of texts) ofNetwork(network, text, match(text, channels));
	throw unknownName(texts.at(-1) ?? '', channels);
}

/** The channels, if all are of the network. Throws {@link Problem} otherwise. */
function ofNetwork(network: string | undefined, text: string, channels: Channel[]): Channel[] {
	const other = channels.find(({ identifier }) => !isOfNetwork(network, identifier));
	if (!other) return channels;
	throw new Problem(
		`Channels: ${quote(text)} is ${labelOf(other)}, no channel of ${quote(network)}`,
		'Nothing says which of the two is meant. Correct the ID or name of the channel, or its network.',
	);
}

/** The channels in a text that may be a list; names with commas in them are found as well. */
function matchText(text: string, channels: Channel[]): Channel[] {
	const whole = match(text, channels);
	if (whole.length > 0) return whole;
	const withCommas = channels
		.flatMap((channel) => [...namesOfChannel(channel), comparable(channel.customer?.name)])
		.filter((name) => /[,;\r\n]/.test(name))
		.sort((a, b) => b.length - a.length)
		.map((name) => `\\s*@?${name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}(?=\\s*(?:[,;\r\n]|$))`);
	const names = text.match(new RegExp([...withCommas, '[^,;\r\n]+'].join('|'), 'giu')) ?? [];
	return names
		.map((name) => name.trim())
		.filter(Boolean)
		.flatMap((name) => {
			const matches = match(name, channels);
			if (matches.length === 0) throw unknownName(name, channels);
			return matches;
		});
}

/** What a name stands for, if for anything. Throws {@link Problem} if for several things. */
function match(text: string, channels: Channel[]): Channel[] {
	const channel = matchChannel(text, channels);
	if (channel) return [channel];
	const groups = groupsOf(channels);
	const group = findGroup(
		text,
		groups.map((each) => each.group),
		'Channels',
	);
	const members = groups.find((each) => each.group === group);
	return members ? members.channels : matchNetwork(text, channels);
}

function matchChannel(text: string, channels: Channel[]): Channel | undefined {
	const called = channelsCalled(text, channels);
	if (called.length > 1) {
		const groups = channels.flatMap(({ customer }) => customer ?? []);
		const group = groups.find(({ name }) => comparable(name) === comparable(text));
		const orGroup = group ? `, or ${GROUP_PREFIX}${group.id} for all of the group` : '';
		throw severalCalled('Channels', text, called, orGroup);
	}
	return called[0] && enabled(called[0]);
}

/** The only channel of the network that a text names, if it names one. */
function matchNetwork(text: string, channels: Channel[]): Channel[] {
	const networks = networksCalled(text);
	if (networks.length === 0) return [];
	const ofNetworks = channels.filter(({ identifier }) =>
		networks.some((network) => network === findProvider(identifier)),
	);
	const usable = ofNetworks.filter(({ disabled }) => !disabled);
	if (usable.length > 1) {
		throw new Problem(
			`Channels: ${quote(text)} is a network with several connected channels`,
			`Enter the one you mean: ${listNames(usable.map(describeChannel))}.`,
		);
	}
	const [only = ofNetworks[0]] = usable;
	if (only) return [enabled(only)];
	throw new Problem(
		`Channels: no ${networks.map(({ displayName }) => displayName).join(' or ')} channel is connected`,
		'Connect one under Channels in Postiz, or remove it.',
	);
}

function enabled(channel: Channel): Channel {
	if (!channel.disabled) return channel;
	throw new Problem(
		`Channel (${providerName(channel.identifier)}, ${channel.name}) is disabled in Postiz`,
		'Posts to it would never be published. Enable or reconnect it under Channels in Postiz, or remove it.',
	);
}

const goneId = (id: string, channels: Channel[]) =>
	new Problem(
		`Channels: no channel or group with the ID ${quote(id)} is connected`,
		`It may have been removed from Postiz. Enter another ID, or only the name. ${listConnected(channels)}`,
	);

const unknownName = (text: string, channels: Channel[]) =>
	new Problem(
		`Channels: no channel, group or network is called ${quote(text)}`,
		didYouMean(text, channels) ??
			`Enter a name, handle, ID, group or network. ${listConnected(channels)}`,
	);

// An AI agent corrects itself by it, without a tool that lists the channels.
function listConnected(channels: Channel[]): string {
	const connected = channels.filter(({ disabled }) => !disabled);
	if (connected.length === 0) return 'None is connected yet: connect one under Channels in Postiz.';
	return `Connected: ${listNames(connected.map(labelOf))}.`;
}
