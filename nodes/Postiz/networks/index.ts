import * as declared from './declaredNetworks';
import type { Network } from './networkTypes';

/** All known networks, by name. */
export const allNetworks: Network[] = Object.values<Network | Network[]>(declared)
	.flat()
	.sort((a, b) => a.displayName.localeCompare(b.displayName, 'en'));

/** Finds a network by the identifier of a channel or an alias; undefined if it is unknown. */
export const findNetwork = (idOrAlias: string): Network | undefined =>
	allNetworks.find(
		({ identifier, aliases }) => identifier === idOrAlias || aliases?.includes(idOrAlias),
	);

/** True if both identifiers stand for the same network, as some have several (docs/api.md, Providers). */
export function isSameNetwork(first: string, second: string): boolean {
	const network = findNetwork(second);
	return first === second || (network !== undefined && findNetwork(first) === network);
}

/** The name of a network; the identifier of an unknown one. */
export const getNetworkName = (identifier: string | null | undefined): string =>
	findNetwork(identifier ?? '')?.displayName ?? String(identifier ?? '');
