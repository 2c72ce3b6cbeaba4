import { getOrCreate } from '../common/collections';
import { memoizeByObject } from '../common/memoize';
import { toComparableName } from '../common/text';
import { findNetwork } from '../networks';
import { getListedName, listNetworkNames } from '../networks/networkNames';
import type { Channel } from '../transport/apiTypes';
import { getLabelWithId, getNameAndHandle } from './channelLabel';

/**
 * Returns all normalized names of a channel, as used by people, lists, errors and outputs. Memoized, as each row of a
 * sheet needs them.
 */
const getNames = memoizeByObject((channel: Channel): string[] => {
	const { identifier, customer } = channel;
	const network = findNetwork(identifier);
	const listedName = network ? getListedName(network) : identifier;
	const networkNames = [...listNetworkNames(identifier), listedName];
	const ownNames = getNameAndHandle(channel).flatMap((word) => [
		word,
		`${channel.name} (@${word})`,
		...networkNames.flatMap((networkName) => [
			`${networkName}: ${word}`,
			`${networkName} (${word})`,
			`${word} (${networkName})`,
			...(customer ? [`${networkName}: ${word} (${customer.name})`] : []),
		]),
	]);
	const groupNames = customer
		? networkNames.map((networkName) => `${customer.name}: ${networkName}`)
		: [];
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
	const channelsByName = new Map<string, Channel[]>();
	for (const channel of channels) {
		for (const name of getNames(channel)) getOrCreate(channelsByName, name, () => []).push(channel);
	}
	return channelsByName;
});

/** Finds the channel with this ID, or else all channels with this name. */
export function findChannelsByName(text: string, channels: Channel[]): Channel[] {
	// IDs don't need the index of names.
	const withId = indexById(channels).get(text.trim());
	return withId ? [withId] : (indexByName(channels).get(normalizeName(text)) ?? []);
}
