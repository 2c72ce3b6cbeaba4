import type { ImageRef } from '../transport/types';
import type { FileDetails } from './fileSource';

/** The reference that a post carries for a file that is known to the service (docs/api.md, Uploads). */
export function toImageRef(
	{
		id,
		path,
		alt,
		coverAt,
		...file
	}: { id: string; path: string } & FileDetails<unknown> & { thumbnail?: string },
	coverPath: string | undefined,
): ImageRef {
	const thumbnail = coverPath ?? file.thumbnail;
	return {
		id,
		path,
		...(alt ? { alt } : {}),
		...(thumbnail ? { thumbnail } : {}),
		...(coverAt === undefined ? {} : { thumbnailTimestamp: coverAt }),
	};
}
