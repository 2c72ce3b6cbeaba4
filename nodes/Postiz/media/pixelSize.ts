import { imageSize } from 'image-size';

import type { PixelSize } from '../providers/types';

/** The size of a picture by its first bytes, if they say it. */
export function pixelSizeOf(start: Uint8Array): PixelSize | undefined {
	try {
		// The library reads beyond the end of bytes that lie among others in memory.
		const { width, height } = imageSize(Uint8Array.from(start));
		return width > 0 && height > 0 ? { width, height } : undefined;
	} catch {
		// The library throws all kinds of errors for anything but intact pictures.
		return undefined;
	}
}
