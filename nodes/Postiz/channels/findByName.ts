import type { IDataObject } from 'n8n-workflow';

import { getOrCreate, groupBy, listNames } from '../common/lists';
import { memoizeByObject } from '../common/memoize';
import { asProblem, mergeProblems, Problem, quote } from '../common/problem';
import { toComparableName } from '../common/wording';
import {
	findNetwork,
	getListedName,
	findNetworksByName,
	getNetworkName,
	allNetworks,
	listNetworkNames,
} from '../networks';
import type { Channel } from '../transport/apiTypes';

/** A channel in lists, outputs and messages, as far as it is known: `X: Acme Coffee`. */
export const getChannelLabel = ({ name, identifier }: Partial<Channel>) =>
	[getNetworkName(identifier), name].filter(Boolean).join(': ');

/** `X: Acme Coffee (cmb1)`. */
const getLabelWithId = (channel: Channel) => `${getChannelLabel(channel)} (${channel.id})`;

/** Channels as they can be entered: with their IDs, where several have the same label. */
function listForEntry(channels: Channel[], max = MAX_NAMES): string {
	const labels = channels.map(getChannelLabel);
	const isUnique = labels.length === new Set(labels).size;
	return listNames(isUnique ? labels : channels.map(getLabelWithId), max);
}

const getNameAndHandle = ({ name, profile }: Channel) => [name, profile].filter((word) => word);

/** All that people, lists, errors and outputs call a channel, normalized: cached, as each row of a sheet needs it. */
const getNames = memoizeByObject((channel: Channel): string[] => {
	const { identifier, customer } = channel;
	const known = findNetwork(identifier);
	const networkNames = [...listNetworkNames(identifier), known ? getListedName(known) : identifier];
	const ownNames = getNameAndHandle(channel).flatMap((word) => [
		word,
		`${channel.name} (@${word})`,
		...networkNames.flatMap((network) => [
			`${network}: ${word}`,
			`${network} (${word})`,
			`${word} (${network})`,
			...(customer ? [`${network}: ${word} (${customer.name})`] : []),
		]),
	]);
	const groupNames = customer ? networkNames.map((network) => `${customer.name}: ${network}`) : [];
	return [...new Set([...ownNames, ...groupNames, getLabelWithId(channel)].map(normalizeName))];
});

const normalizeName = (text: unknown) =>
	toComparableName(text)
		.replace(/ – disabled in postiz$/, '')
		.replace(/\s*:\s*/g, ': ')
		.replace(/(: |\()@/, '$1');

const indexById = memoizeByObject(
	(channels: Channel[]) => new Map(channels.map((channel) => [channel.id, channel])),
);

const indexByName = memoizeByObject((channels: Channel[]) => {
	const named = new Map<string, Channel[]>();
	for (const channel of channels) {
		for (const name of getNames(channel)) getOrCreate(named, name, () => []).push(channel);
	}
	return named;
});

/** The channel with this ID, or all channels with this name. */
export function findChannelsByName(text: string, channels: Channel[]): Channel[] {
	// The index of names is only needed without an ID.
	const withId = indexById(channels).get(text.trim());
	return withId ? [withId] : (indexByName(channels).get(normalizeName(text)) ?? []);
}

/** The problem of an ambiguous name, of channels or of a network. */
export function createAmbiguousNameProblem(
	text: string,
	matches: Channel[],
	group?: { name: string },
): Problem {
	const groupChoice = group ? `“All of ${group.name}” for the whole group, or ` : '';
	return new Problem(
		`${quote(text)} matches several channels`,
		`Use ${groupChoice}one of these: ${listForEntry(matches, MAX_NAMES - groupChoice.length)}.`,
	);
}

/** The max characters of names in a message. */
const MAX_NAMES = 240;

/** Finds channels by name, and collects why names can't be used, so that one error has all of them. */
export class NameFinder {
	private readonly problems = new Map<string, Problem>();

	constructor(private readonly channels: Channel[]) {}

	/**
	 * The channels in a text: names, handles, IDs, labels of lists, groups, networks with one channel, or `Acme: X` for the
	 * channel of a group, separated by commas, semicolons or lines.
	 */
	findAll(text: string): Channel[] {
		return this.matchOrCollectProblem(text, () => {
			const exact = matchName(text, this.channels);
			if (exact.length > 0) return exact;
			const elements = text
				.split(/[,;\r\n]/)
				.map((element) => element.trim().replace(QUOTES, '').trim())
				.filter(Boolean);
			return elements.flatMap((element) =>
				this.matchOrCollectProblem(element, () => this.match(element)),
			);
		});
	}

	/** What `match` finds for a name; nothing if it throws a {@link Problem}. */
	matchOrCollectProblem(name: string, match: () => Channel[]): Channel[] {
		// More would not fit into an error.
		if (this.problems.has(name) || this.problems.size === MAX_CANDIDATES) return [];
		try {
			return match();
		} catch (error) {
			this.problems.set(name, asProblem(error));
			return [];
		}
	}

	/** Throws a {@link Problem} unless all names were found. */
	assertAllFound(): void {
		const problem = mergeProblems([...this.problems]);
		if (problem) throw problem;
	}

	private match(name: string): Channel[] {
		const matches = matchName(name, this.channels);
		if (matches.length > 0) return matches;
		throw createUnknownNameProblem(name, this.channels);
	}
}

/** Around elements, or a whole list as some models write it. */
const QUOTES = /^[[\s]*["'“„‘«]|["'”“’»][\]\s]*$/g;

/** The channels that a name, an ID or a label stands for. Throws {@link Problem} if it is ambiguous. */
export function matchName(text: string, channels: Channel[]): Channel[] {
	const matches = findChannelsByName(text, channels);
	const [only, ...others] = matches;
	if (only?.id === text.trim()) return [requireEnabled(only)];
	const group = findGroup(text, channels);
	const hasNamesake = only && group?.channels.some((channel) => channel !== only);
	if (others.length > 0 || hasNamesake) throw createAmbiguousNameProblem(text, matches, group);
	if (only) return [requireEnabled(only)];
	return group?.channels ?? matchNetwork(text, channels);
}

/** The only channel of a network, if the text names one; “LinkedIn” may be a profile or a page. */
function matchNetwork(text: string, channels: Channel[]): Channel[] {
	const networks = findNetworksByName(text);
	if (networks.length === 0) return [];
	const start = `${toComparableName(text)} `;
	const variants = allNetworks.filter(({ displayName }) =>
		toComparableName(displayName).startsWith(start),
	);
	const ofNetworks = channels.filter(({ identifier }) =>
		[...networks, ...variants].some((network) => network === findNetwork(identifier)),
	);
	const usable = ofNetworks.filter(({ disabled }) => !disabled);
	if (usable.length > 1) throw createAmbiguousNameProblem(text, usable);
	const [only = ofNetworks[0]] = usable;
	if (only) return [requireEnabled(only)];
	throw new Problem(
		`No ${networks.map(({ displayName }) => displayName).join(' or ')} channel is connected`,
		'Connect one under Channels in Postiz, or remove it.',
	);
}

/** What people write between names, and what names may contain. */
const OTHER_SEPARATOR = /[/|+&]|\sand\s/i;

/** The problem of an unknown name or ID; the message starts with `subject`, and the advice lists what is `accepted`. */
export const createUnknownNameProblem = (
	text: string,
	channels: Channel[],
	subject = 'No channel, group or network',
	accepted = 'name, handle, ID, group or network',
): Problem => {
	const suggestion = suggestNames(text, channels);
	const separation = OTHER_SEPARATOR.test(text) ? ' Separate names with commas.' : '';
	return new Problem(
		`${subject} is named ${quote(text)}`,
		(suggestion ?? `Enter a ${accepted}. ${listConnected(channels)}`) + separation,
		{
			forPerson: suggestion
				? ''
				: 'Channel > Get Many lists all channels; the credential may belong to another account.',
		},
	);
};

/** Lists connected channels in a sentence, so that AI agents can correct themselves. */
export function listConnected(channels: Channel[]): string {
	const connected = channels.filter(({ disabled }) => !disabled);
	if (connected.length === 0)
		return 'No channel is connected yet. Connect one under Channels in Postiz.';
	const shown = connected.slice(0, MAX_CANDIDATES);
	const left = connected.length - shown.length;
	return `Connected: ${shown.map(getChannelLabel).join(', ')}${left > 0 ? `, and ${left} more` : ''}.`;
}

/** Suggests the channels whose name, handle or network is most similar. Undefined if there are none. */
function suggestNames(text: string, channels: Channel[]): string | undefined {
	const word = toComparableName(text);
	const getScore = (channel: Channel) => {
		const words = [...getNameAndHandle(channel), getNetworkName(channel.identifier)].map(
			toComparableName,
		);
		// Many words contain an X.
		const longWords = words.filter(({ length }) => length > 2);
		return Math.max(0, ...longWords.map((candidate) => measureSimilarity(candidate, word)));
	};
	const usable = channels.filter(({ disabled }) => !disabled);
	const nearest = findNearest(usable, getScore).slice(0, MAX_CANDIDATES);
	return nearest.length > 0 ? `Did you mean ${listForEntry(nearest)}?` : undefined;
}

const MAX_CANDIDATES = 5;
const MIN_SIMILARITY = 0.5;
/** Longer texts aren't names. */
const MAX_LENGTH = 500;

/** The most similar of several words; undefined if none is similar. */
export function findNearestWord(text: string, words: string[]): string | undefined {
	const removeSeparators = (word: string) => toComparableName(word).replace(/[\s_-]/g, '');
	return findNearest(words, (word) =>
		measureSimilarity(removeSeparators(word), removeSeparators(text)),
	)[0];
}

/** Those that are similar enough, the most similar first. */
const findNearest = <T>(candidates: T[], getScore: (candidate: T) => number): T[] =>
	candidates
		.map((candidate) => ({ candidate, score: getScore(candidate) }))
		.filter(({ score }) => score >= MIN_SIMILARITY)
		.sort((a, b) => b.score - a.score)
		.map(({ candidate }) => candidate);

/** The share of letter pairs that two words have in common, from 0 to 1; 1 if one contains the other. */
function measureSimilarity(a: string, b: string): number {
	if (Math.max(a.length, b.length) > MAX_LENGTH) return 0;
	if (a.includes(b) || b.includes(a)) return 1;
	const pairs = getPairs(a);
	const others = getPairs(b);
	const shared = [...pairs].filter((pair) => others.has(pair)).length;
	return (2 * shared) / Math.max(1, pairs.size + others.size);
}

const getPairs = (word: string) =>
	new Set(Array.from(word, (letter, index) => letter + word.charAt(index + 1)).slice(0, -1));

/** Returns the channel. Throws {@link Problem} if it is disabled. */
export function requireEnabled(channel: Channel): Channel {
	if (!channel.disabled) return channel;
	throw new Problem(
		`${getChannelLabel(channel)} is disabled in Postiz`,
		'Posts to it would never be published. Enable or reconnect it under Channels in Postiz, or remove it.',
	);
}

/** The known fields of a channel in outputs: its name, network and ID (docs/api.md, Channels). */
export function toChannelFields({ id, name, identifier }: Partial<Channel>): IDataObject {
	const channel = getChannelLabel({ name, identifier });
	return {
		...(channel && { channel }),
		...(identifier && { network: identifier }),
		...(id && { channelId: id }),
	};
}

/** The prefix of values that stand for all channels of a group. */
export const GROUP_PREFIX = 'group:';

/** The groups of these channels, which the API calls customers, with their members (docs/api.md, Groups). */
export const listGroups = memoizeByObject((channels: Channel[]) =>
	groupBy(
		channels.flatMap((channel) => (channel.customer ? [{ channel, group: channel.customer }] : [])),
		({ group }) => group.id,
	).map((members) => ({
		...members[0].group,
		channels: members.map(({ channel }) => channel),
	})),
);

/** How lists name all channels of a group: `All of Acme (10)`. */
const ALL_OF_GROUP = /^all of (.+?)(?: \(\d+\))?$/i;

/** A group by its ID, its value or label in lists, or its name. Throws {@link Problem} if several have the name. */
function findGroup(text: string, channels: Channel[]) {
	const trimmed = text.trim();
	const groups = listGroups(channels);
	const byId = groups.find(({ id }) => trimmed === id || trimmed === `${GROUP_PREFIX}${id}`);
	const word = toComparableName(trimmed);
	if (byId || word === '') return byId;
	const words = [word, toComparableName(ALL_OF_GROUP.exec(trimmed)?.[1] ?? word)];
	const [matches = []] = words
		.map((normalized) => groups.filter(({ name }) => toComparableName(name) === normalized))
		.filter(({ length }) => length > 0);
	const [group, ...others] = matches;
	if (others.length === 0) return group;
	const candidates = matches.map(({ id, name }) => `${name} (${GROUP_PREFIX}${id})`);
	throw new Problem(
		`Several groups are named ${quote(text)}`,
		`Use the ID of one of them: ${listNames(candidates)}.`,
	);
}

/** A group by name or ID, with its channels. Throws {@link Problem} that names `subject`, the field. */
export function findGroupByName(name: string, channels: Channel[], subject: string) {
	const known = findGroup(name, channels);
	if (known) return known;
	const names = listGroups(channels).map((group) => group.name);
	throw new Problem(
		`${subject}: no group of channels is named ${quote(name)}`,
		names.length > 0
			? `Groups: ${listNames(names)}. Enter one of them or its ID, or leave ${subject} empty.`
			: `No channel is in a group. Add channels to one in Postiz, or leave ${subject} empty.`,
	);
}

/** The label of the field that limits names to a group. */
export const ONLY_IN_GROUP = 'Limit to Group';
