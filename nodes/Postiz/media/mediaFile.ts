import type { FileFacts } from '../networks/limits';
import type { ImageRef } from '../transport/apiTypes';
import { withoutQuery } from '../common/webAddress';
import { isPostablePath, type FileType } from './fileType';
import type { LocalFile } from './localFile';

/** A file of a post, checked, and not uploaded before the post is sent. It has one of `local`, `url` and `reference`. */
export interface MediaFile extends FileFacts {
	cover?: MediaFile;
	/** A file of the item. */
	local?: LocalFile;
	/** A file on the web. */
	url?: string;
	/** It is sent as it is: a file of an existing post, or from JSON. */
	asIs?: boolean;
}

/** A file at a web address; without a type, it wasn't opened. */
export function plannedUrl(url: string, type?: FileType): MediaFile {
	const ending = type?.extension ?? endingOf(url).toLowerCase();
	const picture = isPostablePath(`.${ending}`) ? 'image' : undefined;
	const kind = ending === 'mp4' ? 'video' : picture;
	return { kind, ending, url };
}

/** An earlier upload. The service only looks at its path (docs/api.md, Media rules). */
export function plannedUpload(reference: ImageRef): MediaFile {
	const path = String(reference.path ?? '');
	const picture = isPostablePath(path) ? 'image' : undefined;
	return { kind: path.includes('mp4') ? 'video' : picture, ending: endingOf(path), reference };
}

/** A file of an existing post, or from JSON. */
export const plannedReference = (reference: ImageRef): MediaFile => ({
	...plannedUpload(reference),
	asIs: true,
});

/** The extension of a path or an address, without the dot. */
const endingOf = (path: string) => /\.(\w+)$/.exec(withoutQuery(path))?.[1] ?? '';
