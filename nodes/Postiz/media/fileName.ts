import { takeStart } from '../common/text';
import type { FileType } from './fileType';

/** Returns a valid file name with the extension of the type: shortened, without folders and control characters. */
export function toFileName(name = '', { extension }: FileType): string {
	const baseName = name.replace(/\p{Cc}/gu, '').replace(/^.*[\\/]/s, '');
	// Cut first, as trimming is slow for long runs of dots and spaces.
	const stem = takeStart(baseName, 120).replace(/\.(?=\w*[a-z])[a-z\d]{1,5}$/i, '');
	return `${stem.replace(/^[\s.]+|[\s.]+$/g, '') || 'file'}.${extension}`;
}
