import { shortenUrl } from '../../common/text';
import { getReachability, parseAddress } from '../../common/webAddress';
import type { MediaFile } from '../../media/mediaFile';
import type { Network } from '../../networks/networkTypes';
import { type Issue, createErrorIssue } from '../issue';

/** Returns the address of a file, or another of the same origin; undefined if it isn't known yet. */
export type GetAddress = (file: MediaFile) => string | undefined;

/** For files that aren't uploaded yet; `filesOrigin` is where the instance keeps uploads, if that is known. */
export const createPlannedAddressGetter =
	(filesOrigin?: string): GetAddress =>
	({ reference }) =>
		reference ? reference.path : filesOrigin;

/** The origins of a post's files that its network must fetch itself, but can `never` or only `perhaps` reach. */
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

/** An address without its path. */
export const toOrigin = (address: string) => parseAddress(address)?.origin ?? shortenUrl(address);

/** The issue of files at an origin that their network can't reach. */
export const toUnreachableIssue = (origin: string): Issue =>
	createErrorIssue('Media', `the network cannot reach files at ${origin}, so the post would fail`, {
		remedy: 'Use files at public https:// addresses, or remove them.',
		forPerson: 'if Postiz stores its uploads there, give your instance a public address.',
		mayBeAccepted: true,
	});
