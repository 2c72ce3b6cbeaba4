/** A type of file that the service takes (docs/api.md, Limits). */
export interface FileType {
	mime: string;
	extension: string;
	kind: 'image' | 'video';
}

/** How many of a file's first bytes are needed to recognize its type. */
export const SNIFF_LENGTH = 64;

/** The largest upload in bytes, by kind (docs/api.md, Limits). */
export const MAX_BYTES = { image: 10_485_760, video: 1_073_741_824 };

const image = (format: string, extension = format): FileType => ({
	mime: `image/${format}`,
	extension,
	kind: 'image',
});

// What a file starts with, its bytes read as characters from \x00 to \xff.
const SIGNATURES: Array<[start: string | RegExp, type: FileType]> = [
	['\x89PNG\r\n\x1a\n', image('png')],
	[/^\xff\xd8\xff/, image('jpeg', 'jpg')],
	[/^GIF8[79]a/, image('gif')],
	[/^RIFF.{4}WEBP/s, image('webp')],
	// Some programs leave marks of their own in the reserved bytes; the size of a known header follows.
	[/^BM(.{4}\0{4}|.{12}[\f(48@l|]\0{3})/s, image('bmp')],
	[/^(II\*\0|MM\0\*)/, image('tiff')],
	[/^.{4}ftypavi[fs]/s, image('avif')],
	// HEIC, QuickTime, M4A and 3GP begin like it.
	[
		/^.{4}ftyp(?!hei[cxmsv]|hev[cxms]|mif1|msf1|miaf|qt {2}|M4[AB]|3g)/s,
		{ mime: 'video/mp4', extension: 'mp4', kind: 'video' },
	],
];

/** A file's type by its first {@link SNIFF_LENGTH} bytes; undefined for one that the service refuses (docs/api.md, Limits). */
export function detectFileType(head: Uint8Array): FileType | undefined {
	const text = String.fromCharCode(...head.subarray(0, SNIFF_LENGTH));
	const known = SIGNATURES.find(([start]) =>
		typeof start === 'string' ? text.startsWith(start) : start.test(text),
	);
	return known?.[1];
}

/** Extensions that can be written in two ways. */
const ALIKE: Record<string, string[]> = { jpg: ['jpg', 'jpeg'], tiff: ['tif', 'tiff'] };

/** A file name that fits the type, of limited length, without folders and control characters. */
export function fitFileName(name: string | undefined, { extension }: FileType): string {
	const bare = (name ?? '').replace(/\p{Cc}/gu, '').replace(/^.*[\\/]/s, '');
	const [, stem, ending] = /^(.*?)(\.(?=\w*[a-z])[a-z\d]{1,5})?$/isu.exec(bare) ?? ['', bare, ''];
	const fits = (ALIKE[extension] ?? [extension]).includes((ending ?? '').slice(1).toLowerCase());
	const shortened = [...stem.replace(/^[\s.]+/, '')].slice(0, 120).join('');
	// Only now, as the search for an end of dots and spaces takes seconds in a name that is full of them.
	return `${shortened.replace(/[\s.]+$/, '') || 'file'}${fits ? ending : `.${extension}`}`;
}
