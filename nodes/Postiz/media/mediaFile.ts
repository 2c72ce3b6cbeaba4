import { removeFragment, removeQuery } from '../common/webAddress';
import type { FileFacts } from '../networks/fileFacts';
import type { FileReference } from '../transport/apiTypes';
import { type FileType, isPostablePath } from './fileType';
import type { LocalFile } from './localFile';

/** An inspected file of a post: in the item (`local`), on the web (`url`), or uploaded before (`reference`). */
export interface MediaFile extends FileFacts {
	cover?: MediaFile;
	local?: LocalFile;
	url?: string;
	/** Whether its path and facts aren't checked, as for a file of an existing post or of JSON. */
	isUnchecked?: boolean;
}

/** Creates a file at a web address. Without a type if it wasn't inspected. */
export function createUrlFile(url: string, type?: FileType): MediaFile {
	const extension = type?.extension ?? getExtension(url).toLowerCase();
	const picture = isPostablePath(`.${extension}`) ? 'image' : undefined;
	const kind = extension === 'mp4' ? 'video' : picture;
	return { kind, extension, url };
}

/** Creates a file from an earlier upload. The service only checks its path (docs/api.md, Media rules). */
export function createUploadFile(reference: FileReference): MediaFile {
	const path = String(reference.path ?? '');
	const picture = isPostablePath(path) ? 'image' : undefined;
	return {
		kind: path.includes('mp4') ? 'video' : picture,
		extension: getExtension(path),
		reference,
	};
}

/** Creates a file of an existing post or of JSON. */
export const createUncheckedFile = (reference: FileReference): MediaFile => ({
	...createUploadFile(reference),
	isUnchecked: true,
});

/** Returns the address of a file on the web or of an upload. */
export const getFileAddress = ({ url, reference }: MediaFile): string | undefined =>
	url === undefined ? reference?.path : removeFragment(url);

/** Returns the alt text of a file, or else of its upload. */
export const getAlt = ({ alt, reference }: MediaFile): string | undefined => alt ?? reference?.alt;

export const removeAlt = (file: MediaFile): MediaFile => ({
	...file,
	alt: undefined,
	reference: file.reference && { ...file.reference, alt: undefined },
});

/** Returns the extension of a path or an address, without the dot. */
const getExtension = (path: string) => /\.(\w+)$/.exec(removeQuery(path))?.[1] ?? '';
