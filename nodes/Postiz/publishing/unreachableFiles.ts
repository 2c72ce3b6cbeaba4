import { shortUrl } from '../common/problem';
import { getReachability, parseAddress } from '../common/webAddress';
import type { MediaFile } from '../media/mediaFile';
import type { Network } from '../networks/networkTypes';
import { createError } from './issues';
import type { Issue } from './model';

/** The address of a file, or one beside it; undefined if it isn't known yet. */
export type AddressOf = (file: MediaFile) => string | undefined;

/** For files that aren't uploaded yet; `filesAt` is where the instance keeps uploads, if that is known. */
export const getPlannedAddress =
	(filesAt?: string): AddressOf =>
	({ reference }) =>
		reference ? reference.path : filesAt;

/** Where files of a post are that its network must fetch itself, but `never` or only `perhaps` can. */
export function findPlaces(
	{
		target: { network },
		parts,
	}: { target: { network?: Network }; parts: Array<{ files: MediaFile[] }> },
	reach: 'never' | 'perhaps',
	addressOf: AddressOf,
): string[] {
	if (!network?.fetchesFiles) return [];
	const addresses = parts.flatMap(({ files }) => files.flatMap((file) => addressOf(file) ?? []));
	return [
		...new Set(addresses.filter((address) => getReachability(address) === reach).map(toPlace)),
	];
}

/** An address without its path. */
export const toPlace = (address: string) => parseAddress(address)?.origin ?? shortUrl(address);

/** The finding of files at a place that their network cannot reach. */
export const toUnreachableIssue = (place: string): Issue =>
	createError('Media', `the network cannot reach files at ${place}, so the post would fail`, {
		remedy: 'Use files at public https:// addresses, or remove them.',
		forPerson: 'if Postiz stores its uploads there, give your instance a public address.',
		mayPass: true,
	});
