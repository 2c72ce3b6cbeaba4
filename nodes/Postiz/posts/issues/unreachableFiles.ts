import { shortenUrl } from '../../common/text';
import { getReachability, parseAddress } from '../../common/webAddress';
import type { MediaFile } from '../../media/mediaFile';
import type { Network } from '../../networks/networkTypes';
import { type Issue, createErrorIssue } from '../issue';

/** Returns the address of a file, or any address with the same origin. Undefined if it is unknown. */
export type GetAddress = (file: MediaFile) => string | undefined;

/** Creates a getter for files that aren't uploaded yet. `filesOrigin`: where the instance keeps uploads, if known. */
export const createPlannedAddressGetter =
	(filesOrigin?: string): GetAddress =>
	({ reference }) =>
		reference ? reference.path : filesOrigin;

/** Finds the origins of files that the network must fetch, but can `never` or only `perhaps` reach. */
export function findUnreachableOrigins(
	{
		target: { network },
		parts,
	}: { target: { network?: Network }; parts: Array<{ files: MediaFile[] }> },
	reach: 'never' | 'perhaps',
	getAddress: GetAddress,
): string[] {
	if (!network?.fetchesFiles) return [];
	const addresses = parts.flatMap(({ files }) => files.flatMap((file) => getAddress(file) ?? []));
	return [
		...new Set(addresses.filter((address) => getReachability(address) === reach).map(toOrigin)),
	];
}

/** Removes the path of an address. */
export const toOrigin = (address: string) => parseAddress(address)?.origin ?? shortenUrl(address);

/** Creates the issue for files at an unreachable origin. */
export const toUnreachableIssue = (origin: string): Issue =>
	createErrorIssue('Media', `the network cannot reach files at ${origin}, so the post would fail`, {
		remedy: 'Use files at public https:// addresses, or remove them.',
		forPerson: 'if Postiz stores its uploads there, give your instance a public address.',
		mayBeAccepted: true,
	});
