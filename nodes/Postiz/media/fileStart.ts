import { createHash } from 'node:crypto';

import { parseMp4, parsePicture } from './fileMetadata';
import { requireFileType } from './fileType';

/**
 * How many bytes are read of a file to inspect it. Photos may contain a preview before their own dimensions. As chunks,
 * they are a third faster than n8n's own 64 KB. Together with the size, they identify a file, so changing this changes
 * fingerprints of posts.
 */
export const START_LENGTH = 262_144;

/**
 * Reads the metadata from the first {@link START_LENGTH} bytes of a file. Doesn't keep the bytes, to save memory.
 * Throws {@link Problem} if posts can't have the file.
 */
export function inspectStart(label: string, start: Uint8Array, size = start.length) {
	const type = requireFileType(label, start, size);
	return {
		label,
		type,
		digest: createHash('sha256').update(start).digest('base64url'),
		...(type.kind === 'video' ? parseMp4(start) : { metadata: parsePicture(start) }),
	};
}
