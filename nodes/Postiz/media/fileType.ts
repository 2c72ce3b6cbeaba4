import { withoutQuery } from '../values/webAddress';

/** A file type that the service accepts (docs/api.md, Limits). */
export interface FileType {
	mime: string;
	extension: string;
	kind: 'image' | 'video';
}

/** The number of bytes needed to recognize a type. */
export const SNIFF_LENGTH = 64;

/** The max size of uploads in bytes (docs/api.md, Limits). */
export const MAX_BYTES = { image: 10_485_760, video: 1_073_741_824 };

const image = (format: string, extension = format): FileType => ({
	mime: `image/${format}`,
	extension,
	kind: 'image',
});

// The starts of files, with bytes as characters from \x00 to \xff.
const SIGNATURES: Array<[start: string | RegExp, type: FileType]> = [
	['\x89PNG\r\n\x1a\n', image('png')],
	[/^\xff\xd8\xff/, image('jpeg', 'jpg')],
	[/^GIF8[79]a/, image('gif')],
	[/^RIFF.{4}WEBP/s, image('webp')],
	// Some programs use the reserved bytes for marks; then the size of a known header follows.
	[/^BM(.{4}\0{4}|.{12}[\f(48@l|]\0{3})/s, image('bmp')],
	[/^(II\*\0|MM\0\*)/, image('tiff')],
	[/^.{4}ftypavi[fs]/s, image('avif')],
	// HEIC, QuickTime, M4A and 3GP start in the same way.
	[
		/^.{4}ftyp(?!hei[cxmsv]|hev[cxms]|mif1|msf1|miaf|qt {2}|M4[AB]|3g)/s,
		{ mime: 'video/mp4', extension: 'mp4', kind: 'video' },
	],
];

/** The type by the first {@link SNIFF_LENGTH} bytes; undefined if the service rejects it (docs/api.md, Limits). */
export function detectFileType(head: Uint8Array): FileType | undefined {
	const text = String.fromCharCode(...head.subarray(0, SNIFF_LENGTH));
	const known = SIGNATURES.find(([start]) =>
		typeof start === 'string' ? text.startsWith(start) : start.test(text),
	);
	return known?.[1];
}

/** Other files that people give, and what to do with them. */
const FOREIGN: Array<[start: RegExp, is: string, todo: string]> = [
	[/^.{4}ftyp(hei|hev|mif1|msf1|miaf)/s, 'a HEIC photo', 'Convert it to JPEG first.'],
	[/^.{4}(ftypqt|moov|wide|mdat)/s, 'a QuickTime movie', 'Convert it to MP4 with H.264 first.'],
	[/^.E\xdf\xa3/s, 'a WebM or MKV video', 'Convert it to MP4 with H.264 first.'],
	[/^%PDF/, 'a PDF', 'Convert its pages to pictures first.'],
	[/^\s*(<\?xml[^>]*>\s*)?<svg/i, 'an SVG drawing', 'Convert it to PNG first.'],
	[
		/^\s*<(!doctype|html|head|body|\?xml)/i,
		'a web page, not a file',
		'Share it with everybody who has the link, give the address of the file itself, or load it with a node such as Google Drive.',
	],
];

/** What a file is that the service rejects, and what to do with it; undefined if nobody knows. */
export function foreignType(head: Uint8Array): { is: string; todo: string } | undefined {
	const text = String.fromCharCode(...head.subarray(0, SNIFF_LENGTH));
	const [, is, todo] = FOREIGN.find(([start]) => start.test(text)) ?? [];
	return is && todo ? { is, todo } : undefined;
}

/** True if a post may have a file with this path (docs/api.md, Limits, Files of a post). */
export function isPostablePath(path: string): boolean {
	return /\.(png|jpe?g|gif|webp|mp4)$/.test(path.replace(/\?.*$/s, ''));
}

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
