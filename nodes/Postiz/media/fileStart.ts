import { createHash } from 'node:crypto';
import { imageSize } from 'image-size';

import type { PixelSize } from '../providers/types';
import { SNIFF_LENGTH } from './fileType';

/** How many bytes are read of a file: photos of cameras may contain a preview before their own dimensions. */
export const START_LENGTH = 262_144;
/** How many of them identify a file, with its size. Other files of the same size very unlikely share them. */
const IDENTITY_LENGTH = 65_536;

/** What the first bytes of a file say. The bytes themselves would take too much memory. */
export interface FileStart {
	/** In bytes. */
	size: number;
	/** Enough bytes to recognize the type. */
	head: Uint8Array;
	digest: string;
	/** The size of a picture, if it can be read. */
	pixels?: PixelSize;
}

/** Reads the first {@link START_LENGTH} bytes of a file with this size. */
export const readStart = (start: Uint8Array, size: number): FileStart => ({
	size,
	// A copy, so that the rest can be freed.
	head: Uint8Array.from(start.subarray(0, SNIFF_LENGTH)),
	digest: createHash('sha256').update(start.subarray(0, IDENTITY_LENGTH)).digest('base64url'),
	pixels: pixelsOf(start),
});

function pixelsOf(start: Uint8Array): FileStart['pixels'] {
	try {
		const { width, height } = imageSize(start);
		return width > 0 && height > 0 ? { width, height } : undefined;
	} catch {
		// The library throws all kinds of errors for anything but intact pictures.
		return undefined;
	}
}
