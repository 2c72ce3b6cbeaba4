import type { FileReference } from '../transport/apiTypes';

/** In pixels. */
export interface PixelSize {
	width: number;
	height: number;
}

/** What rules may ask about a file, as far as it is known: its metadata, and what the post says about it. */
export interface FileFacts {
	/** Undefined if it is only known after the upload. */
	kind?: 'image' | 'video';
	/** The extension of its path, without the dot. */
	extension: string;
	/** Known if its metadata was read, or if it is a file of the item. */
	bytes?: number;
	/** The size of a picture or video, if its metadata was read. */
	pixels?: PixelSize;
	hasAlpha?: boolean;
	/** Whether EXIF turns the picture sideways or upside down. */
	isRotated?: boolean;
	/** The length of a video, if its metadata was read. */
	seconds?: number;
	fps?: number;
	codec?: string;
	isSilent?: boolean;
	alt?: string;
	coverAt?: number;
	cover?: unknown;
	/** An upload. */
	reference?: FileReference;
}
