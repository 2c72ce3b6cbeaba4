/** A type of file that the service takes (docs/api.md, Limits). */
export interface FileType {
	mime: string;
	extension: string;
	kind: 'image' | 'video';
}

/** A type of file that the service refuses, in words for people, and what to do about it. */
export interface ForeignType {
	kind: 'other';
	name: string;
	advice: string;
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

const foreign =
	(advice: string) =>
	(name: string): ForeignType => ({ kind: 'other', name, advice });

const picture = foreign('Convert it to JPEG or PNG first.');
const video = foreign('Convert it to MP4 first.');
const document = foreign('Posts can have JPEG, PNG, GIF and WebP pictures and MP4 videos.');
const page = foreign(
	'The file itself is required. If it comes from a web address, check that the address opens it without signing in.',
);

const QUICKTIME = video('a QuickTime video (MOV)');
const MP3 = document('an MP3 audio file');

// What a file starts with, its bytes read as characters from \x00 to \xff.
const SIGNATURES: Array<[start: string | RegExp, type: FileType | ForeignType]> = [
	['\x89PNG\r\n\x1a\n', image('png')],
	['\xff\xd8\xff', image('jpeg', 'jpg')],
	[/^GIF8[79]a/, image('gif')],
	[/^RIFF.{4}WEBP/s, image('webp')],
	// Some programs leave marks of their own in the reserved bytes; the size of a known header follows.
	[/^BM(.{4}\0{4}|.{12}[\f(48@l|]\0{3})/s, image('bmp')],
	[/^(II\*\0|MM\0\*)/, image('tiff')],
	[/^.{4}ftypavi[fs]/s, image('avif')],
	// Its real type stands among the compatible brands, where the service does not look for it.
	[/^.{4}ftyp(mif1|msf1|miaf).{4}(.{4})*?avi[fs]/s, picture('an AVIF picture in a HEIF container')],
	[/^.{4}ftyp(hei[cxmsv]|hev[cxms]|mif1|msf1|miaf)/s, picture('a HEIC picture')],
	[/^.{4}ftypqt {2}/s, QUICKTIME],
	[/^.{4}ftypM4[AB]/s, document('an M4A audio file')],
	[/^.{4}ftyp3g/s, video('a 3GP video')],
	[/^.{4}ftyp/s, { mime: 'video/mp4', extension: 'mp4', kind: 'video' }],
	[/^.{4}(moov|mdat|wide|free|skip)/s, QUICKTIME],
	[/^RIFF.{4}AVI /s, video('an AVI video')],
	[/^RIFF.{4}WAVE/s, document('a WAV audio file')],
	['\x1aE\xdf\xa3', video('a WebM or Matroska video')],
	['ID3', MP3],
	[/^\xff[\xf2\xf3\xfa\xfb]/, MP3],
	['%PDF', document('a PDF')],
	['PK\x03\x04', document('a ZIP archive or Office document')],
	[/^(\xef\xbb\xbf)?\s*<svg[\s>]/i, picture('an SVG drawing')],
	[/^(\xef\xbb\xbf)?\s*<\?xml/i, document('an XML file or SVG drawing')],
	[/^(\xef\xbb\xbf)?\s*</, page('a web page')],
	[/^(\xef\xbb\xbf)?\s*[[{]/, page('JSON text')],
];

/** A file's type by its first {@link SNIFF_LENGTH} bytes (docs/api.md, Limits). */
export function detectFileType(head: Uint8Array): FileType | ForeignType {
	const text = String.fromCharCode(...head.subarray(0, SNIFF_LENGTH));
	const known = SIGNATURES.find(([start]) =>
		typeof start === 'string' ? text.startsWith(start) : start.test(text),
	);
	return known?.[1] ?? document('of an unknown type');
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
