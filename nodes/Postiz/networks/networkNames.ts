import { memoizeByObject } from '../common/memoize';
import { toComparableName } from '../common/text';
import { allNetworks, findNetwork } from './index';
import type { Network } from './networkTypes';

/** Returns the name of a network with its other names, as n8n's lists only search in visible text. */
export const getListedName = ({ displayName, searchWords = [] }: Network) =>
	searchWords.length > 0 ? `${displayName} (${searchWords.join(', ')})` : displayName;

/** All names of a network, normalized: cached, as long lists are searched for each name. */
const getAllNames = memoizeByObject((network: Network): string[] => {
	const { identifier, aliases = [], displayName, searchWords = [], nicknames = [] } = network;
	const withoutNote = displayName.replace(/ \(.*\)$/, '');
	const names = [displayName, withoutNote, getListedName(network), ...searchWords, ...nicknames];
	return [identifier, ...aliases, ...names].map(toComparableName);
});

const removeSpaces = (word: string) => word.replaceAll(' ', '');
const getNamesWithoutSpaces = memoizeByObject(
	(network: Network) => new Set(getAllNames(network).map(removeSpaces)),
);

/** Finds the networks with this name, or else all networks whose name starts with it. */
export function findNetworksByName(text: string): Network[] {
	const word = toComparableName(text);
	if (word === '') return [];
	const withoutSpaces = removeSpaces(word);
	const exact = allNetworks.filter((network) => getNamesWithoutSpaces(network).has(withoutSpaces));
	if (exact.length > 0) return exact;
	return allNetworks.filter(({ displayName }) =>
		toComparableName(displayName).startsWith(`${word} `),
	);
}

const listNamesOfNetwork = memoizeByObject((network: Network) => {
	const [start = ''] = toComparableName(network.displayName).split(' ');
	const isUnambiguous = findNetworksByName(start).includes(network);
	return isUnambiguous ? [...getAllNames(network), start] : getAllNames(network);
});

/** All names of a network, including ambiguous ones; for an unknown network, its identifier. */
export function listNetworkNames(identifier: string): string[] {
	const network = findNetwork(identifier);
	return network ? listNamesOfNetwork(network) : [identifier];
}

/** Finds the network with this name. Undefined if it is unknown or ambiguous. */
export function findNetworkByName(text: string): Network | undefined {
	const [network, ...others] = findNetworksByName(text);
	return findNetwork(toComparableName(text)) ?? (others.length === 0 ? network : undefined);
}
