import { getOrCreate } from '../common/lists';
import { memoizeByObject } from '../common/memoize';
import { Problem } from '../common/problem';
import { toComparableName } from '../common/text';
import {
	findNetwork,
	getListedName,
	findNetworksByName,
	allNetworks,
	listNetworkNames,
} from '../networks';
import type { Channel } from '../transport/apiTypes';
import { findChannelGroup } from './channelGroups';
import { getLabelWithId, getNameAndHandle } from './channelLabel';
import { createAmbiguousNameProblem } from './nameProblems';
import { requireEnabled } from './requireEnabled';

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

/** The channels that a name, an ID or a label stands for. Throws {@link Problem} if it is ambiguous. */
export function matchName(text: string, channels: Channel[]): Channel[] {
	const matches = findChannelsByName(text, channels);
	const [only, ...others] = matches;
	if (only?.id === text.trim()) return [requireEnabled(only)];
	const group = findChannelGroup(text, channels);
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
