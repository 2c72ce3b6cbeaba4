import { toTags as readTags } from '../providers/shapes';
import { Problem } from './problem';
import type { PostItem, PostRequest, SharedFields } from './types';
import { quote } from './values';

/**
 * Tags as the service wants them, from a comma-separated text or a list. Throws {@link Problem} for
 * one without a name (API: POST /posts).
 */
export function toTags(value: unknown): SharedFields['tags'] {
	return readTags(value, refuseTag) as SharedFields['tags'];
}

function refuseTag(tag: unknown): never {
	throw new Problem(
		`Tags cannot have ${quote(tag)}`,
		'Enter the names of the tags, separated by commas, or give a list of names.',
	);
}

/** Puts the posts of one request together with what they share. */
export function buildRequest(shared: SharedFields, posts: PostItem[]): PostRequest {
	const { type, date, shortLink, tags, inter, ...rest } = shared;
	return {
		type,
		date,
		shortLink,
		tags,
		...(inter === undefined ? {} : { inter }),
		...rest,
		posts,
	};
}
