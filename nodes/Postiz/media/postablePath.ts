import { Problem } from '../common/problem';
import { removeQuery } from '../common/webAddress';

/** The supported types, and what to do with any other file. */
export const POSTABLE_TYPES =
	'Posts can have JPEG, PNG, GIF and WebP pictures and MP4 videos, with a lowercase file extension. Convert it first.';

/** True if a post may have a file with this path (docs/api.md, Limits, Files of a post). */
export function isPostablePath(path: string): boolean {
	return /\.(png|jpe?g|gif|webp|mp4)$/.test(path.replace(/\?.*/s, ''));
}

/** Throws {@link Problem} if posts can't have a file with this path. `label` names it in messages. */
export function assertPostablePath(path: string, label: string): void {
	if (isPostablePath(path)) return;
	const isFromOldRelease = /\.mp4s$/.test(removeQuery(path));
	throw new Problem(
		`${label} cannot be posted`,
		isFromOldRelease
			? 'This release of Postiz names MP4 files wrongly. Update Postiz.'
			: POSTABLE_TYPES,
	);
}
