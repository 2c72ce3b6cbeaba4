import type { PixelSize } from '../providers/types';
import type { ImageRef } from '../transport/types';
import { withoutQuery } from '../values/webAddress';
import { isPostablePath, type FileDetails } from './fileSource';
import type { FileType } from './fileType';
import type { LocalFile } from './localFile';

/** Where to find the bytes of a file. */
type PlannedSource =
	/** `storedAs` is where n8n keeps it. */
	| { from: 'item'; storedAs?: string; file: LocalFile; type: FileType }
	| { from: 'url'; url: string; type?: FileType }
	| { from: 'upload'; reference: ImageRef }
	/** As it stands in a post, to be sent as it is. */
	| { from: 'post'; reference: ImageRef };

/** A file of a planned post, not uploaded yet. */
export interface PlannedFile extends FileDetails<PlannedFile> {
	/** Undefined if only the upload shows what lies at an address. */
	kind?: FileType['kind'];
	/** The ending of its path, without the dot. */
	ending: string;
	/** Of a picture, if it was measured. */
	pixels?: PixelSize;
	source: PlannedSource;
}

/** A file at a web address; without a type it was not opened. */
export function plannedUrl(url: string, type?: FileType): PlannedFile {
	const ending = type?.extension ?? endingOf(url).toLowerCase();
	const picture = isPostablePath(`.${ending}`) ? 'image' : undefined;
	const kind = ending === 'mp4' ? 'video' : picture;
	return { kind, ending, source: { from: 'url', url, type } };
}

/** A file that was uploaded before, as posts refer to it. */
export const plannedUpload = (reference: ImageRef) => planned({ from: 'upload', reference });

/** A file as it stands in a post already, or in JSON. */
export const plannedReference = (reference: ImageRef) => planned({ from: 'post', reference });

/** The service goes by the path alone (docs/api.md, Media rules). */
function planned(source: Extract<PlannedSource, { reference: ImageRef }>): PlannedFile {
	const path = String(source.reference.path ?? '');
	const picture = isPostablePath(path) ? 'image' : undefined;
	return { kind: path.includes('mp4') ? 'video' : picture, ending: endingOf(path), source };
}

/** True for a file with a preview picture. */
export function hasCover({ cover, source }: PlannedFile): boolean {
	return cover !== undefined || ('reference' in source && Boolean(source.reference.thumbnail));
}

/** The ending of a path or an address, without the dot. */
const endingOf = (path: string) => /\.(\w+)$/.exec(withoutQuery(path))?.[1] ?? '';
