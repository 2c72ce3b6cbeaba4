import { imageSize } from 'image-size';

import type { PixelSize } from '../providers/types';

/** The size of a picture from its first bytes; undefined if it cannot be read from them. */
export function pixelSize(head: Uint8Array): PixelSize | undefined {
	try {
		const { width, height } = imageSize(head);
		return width > 0 && height > 0 ? { width, height } : undefined;
	} catch {
		return undefined;
	}
}
