import type { PixelSize } from '../providers/types';
import type { ImageRef } from '../transport/types';
import { withoutQuery } from '../values/webAddress';
import { isPostablePath, type FileDetails } from './fileSource';
import type { FileType } from './fileType';
import type { LocalFile } from './localFile';

/** Where the bytes of a file are. */
type PlannedSource =
	| { from: 'item'; storedAs?: string; file: LocalFile; type: FileType }
	| { from: 'url'; url: string; type?: FileType }
	| { from: 'upload'; reference: ImageRef }
	/** As it stands in a post, to be sent as it is. */
	| { from: 'post'; reference: ImageRef };

/** A file of a post that is about to be: what it is, but not uploaded yet. */
export interface PlannedFile extends FileDetails<PlannedFile> {
	/** Undefined if only the upload shows what lies at an address. */
	kind?: FileType['kind'];
	/** The ending of its path, without the dot. */
	ending: string;
	/** Of a picture, if it was measured. */
	pixels?: PixelSize;
	source: PlannedSource;
}

/** A file of an input item; `storedAs` is where n8n keeps it. */
export function plannedItemFile(file: LocalFile, type: FileType, storedAs?: string): PlannedFile {
	return {
		kind: type.kind,
		ending: type.extension,
		source: { from: 'item', storedAs, file, type },
	};
}

/** A file at a web address; without a type it was not opened. */
export function plannedUrl(url: string, type?: FileType): PlannedFile {
	const ending = type?.extension ?? endingOf(url).toLowerCase();
	return { kind: kindOfEnding(ending), ending, source: { from: 'url', url, type } };
}

/** A file that was uploaded before, as posts refer to it. */
export const plannedUpload = (reference: ImageRef) => planned({ from: 'upload', reference });

/** A file as it stands in a post already, or in JSON. */
export const plannedReference = (reference: ImageRef) => planned({ from: 'post', reference });

function planned(source: Extract<PlannedSource, { reference: ImageRef }>): PlannedFile {
	const path = String(source.reference.path ?? '');
	return { kind: kindOfPath(path), ending: endingOf(path), source };
}

/** True for a file with a picture that stands for it. */
export function hasCover({ cover, source }: PlannedFile): boolean {
	return cover !== undefined || ('reference' in source && Boolean(source.reference.thumbnail));
}

/** What lies at a path, as the service sees it: it goes by the path alone (docs/api.md, Media rules). */
export function kindOfPath(path: string): FileType['kind'] | undefined {
	if (path.includes('mp4')) return 'video';
	return isPostablePath(path) ? 'image' : undefined;
}

/** What an ending without its dot stands for; undefined if no post can carry it. */
export function kindOfEnding(ending: string): FileType['kind'] | undefined {
	if (ending === 'mp4') return 'video';
	return isPostablePath(`.${ending}`) ? 'image' : undefined;
}

/** The ending of a path or an address, without the dot. */
export const endingOf = (path: string) => /\.(\w+)$/.exec(withoutQuery(path))?.[1] ?? '';
