import { findProvider, networksCalled, providerName, wordsOfNetwork } from '../providers';
import type { Channel } from '../transport/types';
import { comparable } from '../values/words';
import { madeAt } from '../values/date';
import { append, listNames } from '../values/lists';
import { oncePer } from '../values/getOrMake';
import { Problem, quote } from '../values/problem';
import { findGroup, GROUP_PREFIX, groupsOf } from './groups';
import {
	channelsCalled,
	describeChannel,
	didYouMean,
	labelOf,
	namesOfChannel,
	severalCalled,
} from './nearestChannels';
import { refuseDisabled } from './targets';

/** Separates the elements of any list. */
const COMMAS = /[,;\r\n]/;
/** Begins the lines of lists. */
const BULLET = /^(?:[-*•·]|and|&)\s+/i;
/** Around elements, or around a list as some models write it. */
const QUOTES = /^[[\s]*["'“„‘«]|["'”“’»][\]\s]*$/g;
/** Separates elements if all of them are known. */
const AND = /(?<=\s)(?:and|und|et|y)(?=\s)|[&+]/i;
/** Separates networks, or names. */
const SLASH = /[/|]/;
/** Longer texts aren't names. */
const MAX_LENGTH = 500;

/**
 * Finds the channels in a text as people write and copy them: a name, handle or ID, a label of the picker, a group, a
 * network, `Acme: X` for the channel of a group, or a list. Throws {@link Problem} for unknown or ambiguous texts.
 */
export function matchText(text: string, channels: Channel[]): Channel[] {
	const whole = match(text, channels);
	if (whole.length > 0) return whole;
	const elements = splitAtCommas(text, channels);
	return elements.flatMap((element) => {
		const matches = match(element, channels);
		if (matches.length > 0) return matches;
		const others = matchAll(element.split(AND), channels) ?? matchAlike(element, channels);
		if (!others) throw unknownName(element, channels);
		return others;
	});
}

/** Splits at commas, except within names that contain them. */
function splitAtCommas(text: string, channels: Channel[]): string[] {
	const elements = text.normalize('NFKC').match(elementsAmong(channels)) ?? [];
	return elements
		.map((element) => element.trim().replace(BULLET, '').replace(QUOTES, '').trim())
		.filter(Boolean);
}

const elementsAmong = oncePer((channels: Channel[]) => {
	const withCommas = channels
		.flatMap((channel) => [...namesOfChannel(channel), comparable(channel.customer?.name)])
		.filter((name) => COMMAS.test(name))
		.sort((a, b) => b.length - a.length)
		.map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll(' ', '\\s+'))
		.map((name) => `\\s*@?${name}(?=\\s*(?:[,;\r\n]|$))`);
	return new RegExp([...withCommas, '[^,;\r\n]+'].join('|'), 'giu');
});

/** The channels of several texts; undefined if one is unknown, or there is only one. */
function matchAll(texts: string[], channels: Channel[]): Channel[] | undefined {
	if (texts.length < 2) return undefined;
	const matches: Channel[] = [];
	for (const text of texts.map((each) => each.trim())) {
		const found = match(text, channels);
		const others = found.length > 0 ? found : matchAlike(text, channels);
		if (!others) return undefined;
		append(matches, others);
	}
	return matches;
}

/** Like {@link matchAll}, if either all or none of them are networks: `Acme / X` isn't a list. */
function matchAlike(text: string, channels: Channel[]): Channel[] | undefined {
	const texts = text.split(SLASH);
	const networks = texts.filter((each) => isNetwork(each)).length;
	return networks === 0 || networks === texts.length ? matchAll(texts, channels) : undefined;
}

/** The one channel that a label, or a combination, stands for: `Acme: X`, `X / Acme` or `X (Acme)`. */
function matchQualified(text: string, channels: Channel[]): Channel[] {
	const [, group] = /^all of (.+) \(\d+\)$/i.exec(text.trim()) ?? [];
	if (group !== undefined) return membersOf(group, channels);
	if (text.length > MAX_LENGTH) return [];
	const label = text.trim().replace(/ – disabled in Postiz$/, '');
	const isLabel = [/^(.+?):(?!\/)/, /\(([^()]+)\)$/].some((part) =>
		isNetwork(part.exec(label)?.[1]),
	);
	const parts = withUniformSeparators(label);
	const meant = partsOf(channels).flatMap(({ channel, own, others }) => {
		// The label of a removed channel must not match another channel of the same group.
		const isOther = isLabel && consistsOf(parts, others);
		return !isOther && consistsOf(parts, [...own, ...others]) ? [channel] : [];
	});
	if (meant.length <= 1) return meant.map(enabled);
	throw new Problem(
		`${quote(text)} can be several channels`,
		`Enter the ID of the one you mean: ${listNames(meant.map(describeChannel))}.`,
	);
}

const isNetwork = (text = '') => networksCalled(text).length > 0;

/** What labels of the channels may consist of. */
const partsOf = oncePer((channels: Channel[]) =>
	channels.map((channel) => {
		const { name, profile, identifier, customer } = channel;
		const uniform = (words: Array<string | null | undefined>) =>
			words.map((word) => withUniformSeparators(word ?? '')).filter(Boolean);
		return {
			channel,
			own: [[name], [profile]].map(uniform),
			others: [wordsOfNetwork(identifier), [customer?.name]].map(uniform),
		};
	}),
);

/** Normalizes the separators in a text. */
const withUniformSeparators = (text: string) =>
	comparable(text.replaceAll(')', '')).replace(/\s*(?::(?!\/)|\s[-–—]\s|[/|(])\s*@?/g, ' / ');

/** True if a text consists of these parts in any order, with at most one word of each. */
const consistsOf = (parts: string, all: string[][]): boolean =>
	all.some((words, index) => {
		const others = all.filter((_words, other) => other !== index);
		return words.some(
			(part) =>
				parts === part ||
				(parts.startsWith(`${part} / `) && consistsOf(parts.slice(part.length + 3), others)),
		);
	});

const membersOf = (name: string, channels: Channel[]) =>
	channels.filter(({ customer }) => customer && comparable(customer.name) === comparable(name));

/** The channels that a name, an ID or a label stands for. Throws {@link Problem} if it is ambiguous. */
export function match(text: string, channels: Channel[]): Channel[] {
	const channel = matchChannel(text, channels);
	if (channel) return [channel];
	const groups = groupsOf(channels);
	const group = findGroup(
		text,
		groups.map((each) => each.group),
	);
	const members = groups.find((each) => each.group === group);
	if (members) return members.channels;
	const ofNetwork = matchNetwork(text, channels);
	return ofNetwork.length > 0 ? ofNetwork : matchQualified(text, channels);
}

function matchChannel(text: string, channels: Channel[]): Channel | undefined {
	const called = channelsCalled(text, channels);
	if (called.length > 1) {
		const groups = channels.flatMap(({ customer }) => customer ?? []);
		const group = groups.find(({ name }) => comparable(name) === comparable(text));
		const orGroup = group ? `, or ${GROUP_PREFIX}${group.id} for all of the group` : '';
		throw severalCalled(text, called, orGroup);
	}
	return called[0] && enabled(called[0]);
}

/** The only channel of a network, if the text names one. */
function matchNetwork(text: string, channels: Channel[]): Channel[] {
	const networks = networksCalled(text);
	if (networks.length === 0) return [];
	const ofNetworks = channels.filter(({ identifier }) =>
		networks.some((network) => network === findProvider(identifier)),
	);
	const usable = ofNetworks.filter(({ disabled }) => !disabled);
	if (usable.length > 1) {
		throw new Problem(
			`${quote(text)} is a network with several connected channels`,
			`Enter the one you mean: ${listNames(usable.map(describeChannel))}.`,
		);
	}
	const [only = ofNetworks[0]] = usable;
	if (only) return [enabled(only)];
	throw new Problem(
		`No ${networks.map(({ displayName }) => displayName).join(' or ')} channel is connected`,
		'Connect one under Channels in Postiz, or leave it out.',
	);
}

function enabled(channel: Channel): Channel {
	const { name, identifier } = channel;
	refuseDisabled(channel, `Channel (${providerName(identifier)}, ${name})`);
	return channel;
}

/** The problem of an unknown text. */
export const unknownName = (text: string, channels: Channel[]) =>
	madeAt(text) !== undefined || text.startsWith(GROUP_PREFIX)
		? goneId(text, channels)
		: new Problem(
				`No channel, group or network is called ${quote(text)}`,
				didYouMean(text, channels) ??
					`Enter a name, handle, ID, group or network. ${listConnected(channels)}`,
			);

/** The problem of an ID that was valid once. */
export const goneId = (id: string, channels: Channel[]) =>
	new Problem(
		`No channel or group with the ID ${quote(id)} is connected`,
		`It may have been removed from Postiz. Enter another ID, or only the name. ${listConnected(channels)}`,
		{ forPerson: 'If it should be there, the credential may be for another account.' },
	);

/** Lists the connected channels in a sentence, which helps AI agents to correct themselves. */
export function listConnected(channels: Channel[]): string {
	const connected = channels.filter(({ disabled }) => !disabled);
	if (connected.length === 0) return 'None is connected yet: connect one under Channels in Postiz.';
	return `Connected: ${listNames(connected.map(labelOf))}.`;
}
