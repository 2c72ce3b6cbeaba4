import type { MediaFile } from '../../media/mediaFile';
import type { Provider } from '../../providers/types';
import { shortUrl } from '../../values/problem';
import { parseAddress, reachOf } from '../../values/webAddress';

/** The address of a file, or one beside it; undefined if it isn't known yet. */
export type AddressOf = (file: MediaFile) => string | undefined;

/** For files that aren't uploaded yet; `filesAt` is where the instance keeps uploads, if that is known. */
export const plannedAddress =
	(filesAt?: string): AddressOf =>
	({ reference }) =>
		reference ? reference.path : filesAt;

/** Where files of a post are that its network must fetch itself, but `never` or only `perhaps` can. */
export function placesOf(
	{
		target: { provider },
		parts,
	}: { target: { provider?: Provider }; parts: Array<{ files: MediaFile[] }> },
	reach: 'never' | 'perhaps',
	addressOf: AddressOf,
): string[] {
	if (!provider?.fetchesFiles) return [];
	const addresses = parts.flatMap(({ files }) => files.flatMap((file) => addressOf(file) ?? []));
	return [...new Set(addresses.filter((address) => reachOf(address) === reach).map(placeOf))];
}

/** An address without its path. */
export const placeOf = (address: string) => parseAddress(address)?.origin ?? shortUrl(address);
