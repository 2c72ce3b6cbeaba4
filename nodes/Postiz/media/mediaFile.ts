import type { PixelSize } from '../providers/types';
import type { ImageRef } from '../transport/types';
import { withoutQuery } from '../values/webAddress';
import { isPostablePath, type FileSource } from './fileSource';
import type { FileType } from './fileType';
import type { LocalFile } from './localFile';

/** A file of a post, checked, and not uploaded before the post is sent. */
export interface MediaFile extends Pick<FileSource, 'alt' | 'coverAt'> {
	cover?: MediaFile;
	/** Undefined if it is only known after the upload. */
	kind?: FileType['kind'];
	/** The extension of its path, without the dot. */
	ending: string;
	/** The size of a picture, if it was measured. */
	pixels?: PixelSize;
	/** Where its bytes are. */
	source:
		| {
				from: 'item';
				file: LocalFile;
				type: FileType;
				/** Its ID in n8n's storage. */
				storedAs?: string;
		  }
		| { from: 'url'; url: string; type?: FileType }
		| { from: 'upload'; reference: ImageRef }
		/** Sent as it is. */
		| { from: 'post'; reference: ImageRef };
}

/** A file at a web address; without a type, it wasn't opened. */
export function plannedUrl(url: string, type?: FileType): MediaFile {
	const ending = type?.extension ?? endingOf(url).toLowerCase();
	const picture = isPostablePath(`.${ending}`) ? 'image' : undefined;
	const kind = ending === 'mp4' ? 'video' : picture;
	return { kind, ending, source: { from: 'url', url, type } };
}

/** An earlier upload. */
export const plannedUpload = (reference: ImageRef) => planned({ from: 'upload', reference });

/** A file of an existing post, or from JSON. */
export const plannedReference = (reference: ImageRef) => planned({ from: 'post', reference });

/** The service only looks at the path (docs/api.md, Media rules). */
function planned(source: Extract<MediaFile['source'], { reference: ImageRef }>): MediaFile {
	const path = String(source.reference.path ?? '');
	const picture = isPostablePath(path) ? 'image' : undefined;
	return { kind: path.includes('mp4') ? 'video' : picture, ending: endingOf(path), source };
}

/** True for a file with a preview picture. */
export function hasCover({ cover, source }: MediaFile): boolean {
	return cover !== undefined || ('reference' in source && Boolean(source.reference.thumbnail));
}

/** The extension of a path or an address, without the dot. */
const endingOf = (path: string) => /\.(\w+)$/.exec(withoutQuery(path))?.[1] ?? '';
