import { withoutQuery } from '../values/webAddress';
import type { FileType } from './fileType';

/** Other spellings of extensions. */
const ALSO: Record<string, string> = { jpg: 'jpeg', tiff: 'tif' };

/** A file name with the extension of the type in lowercase, of limited length, without folders and control characters. */
export function fitFileName(name: string | undefined, { extension }: FileType): string {
	const bare = (name ?? '').replace(/\p{Cc}/gu, '').replace(/^.*[\\/]/s, '');
	const [, stem, ending] = /^(.*?)\.((?=\w*[a-z])[a-z\d]{1,5})$/isu.exec(bare) ?? ['', bare, ''];
	const also = ALSO[extension];
	const shortened = [...stem.replace(/^[\s.]+/, '')].slice(0, 120).join('');
	// Only on the shortened name, as this pattern is slow for long runs of dots and spaces.
	return `${shortened.replace(/[\s.]+$/, '') || 'file'}.${ending.toLowerCase() === also ? also : extension}`;
}

/** The name of the file at an address, if it has one. */
export function fileNameAt(url: string): string | undefined {
	const name = withoutQuery(url).replace(/^.*\//, '');
	try {
		return decodeURIComponent(name) || undefined;
	} catch {
		return name || undefined;
	}
}
