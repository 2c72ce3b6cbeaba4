import type { MediaFile } from '../../media/mediaFile';
import { shortUrl } from '../../values/problem';
import { parseAddress, reachOf } from '../../values/webAddress';
import { isToCreate, type PlannedItem, type PlannedPost } from '../types';
import { refuseOrLeaveOut, type PostProblem, type ProblemOfPost } from './postProblems';

/** The address of a file, or one beside it; undefined if it isn't known yet. */
export type AddressOf = (file: MediaFile) => string | undefined;

/** For files that aren't uploaded yet; `filesAt` is where the instance keeps uploads, if that is known. */
export const plannedAddress =
	(filesAt?: string): AddressOf =>
	({ reference }) =>
		reference ? reference.path : filesAt;

/** Where files of a post are that its network must fetch itself, but `never` or only `perhaps` can. */
export function placesOf(
	{ target: { provider }, parts }: Pick<PlannedPost, 'target' | 'parts'>,
	reach: 'never' | 'perhaps',
	addressOf: AddressOf,
): string[] {
	if (!provider?.fetchesFiles) return [];
	const addresses = parts.flatMap(({ files }) => files.flatMap((file) => addressOf(file) ?? []));
	return [...new Set(addresses.filter((address) => reachOf(address) === reach).map(placeOf))];
}

/** An address without its path. */
export const placeOf = (address: string) => parseAddress(address)?.origin ?? shortUrl(address);

/** Files out of the reach of the network of a post, which would fail (docs/api.md, Files of a post). */
export function checkFetchable(post: PlannedPost, addressOf: AddressOf): PostProblem[] {
	return placesOf(post, 'never', addressOf).map((place) => ({
		message: `the network cannot reach files at ${place}, so the post would fail`,
		remedy: 'Use files at public https:// addresses, or leave them out.',
		forPerson: 'If Postiz keeps its uploads there, give your instance such an address.',
		mayPass: true,
	}));
}

/** Checks whether networks can reach the files of an item, like `checkItem`, unless validation is skipped. */
export function checkReach(item: PlannedItem, addressOf: AddressOf): PlannedItem {
	if (item.skipsValidation || item.shared.type === 'draft') return item;
	const problems = item.posts
		.filter(isToCreate)
		.flatMap((post) =>
			checkFetchable(post, addressOf).map((problem): ProblemOfPost => [post.target, problem]),
		);
	return refuseOrLeaveOut(item, problems, true);
}
