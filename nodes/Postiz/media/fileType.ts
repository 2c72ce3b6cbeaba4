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

/** True if a post may have a file with this path (docs/api.md, Limits, Files of a post). */
export function isPostablePath(path: string): boolean {
	return /\.(png|jpe?g|gif|webp|mp4)$/.test(path.replace(/\?.*$/s, ''));
}
