import { Problem } from '../common/problem';
import { removeQuery } from '../common/webAddress';

/** A file type that posts support (docs/api.md, Limits). */
export interface FileType {
	mime: string;
	extension: string;
	kind: 'image' | 'video';
}

/** The max size of uploads in bytes (docs/api.md, Limits). */
export const MAX_BYTES = { image: 10_485_760, video: 1_073_741_824 };

/** The number of bytes needed to recognize a type. */
export const SNIFF_LENGTH = 64;

const createImageType = (format: string, extension = format): FileType => ({
	mime: `image/${format}`,
	extension,
	kind: 'image',
});

export const USE_ANOTHER_FILE = 'Use another file, or check the node that created it.';
const CONVERT_TO_JPEG = 'Convert it to JPEG first.';
const CONVERT_TO_MP4 = 'Convert it to MP4 with H.264 first.';

/** The supported types, and what to do with any other file. */
const POSTABLE_TYPES =
	'Posts can have JPEG, PNG, GIF and WebP pictures and MP4 videos, with a lowercase file extension. Convert it first.';

type UnsupportedType = [description: string, remedy: string];

/** The first bytes of file types, as characters from \x00 to \xff. */
const SIGNATURES: Array<[start: RegExp, type: FileType | UnsupportedType]> = [
	[/^\x89PNG\r\n/, createImageType('png')],
	[/^\xff\xd8\xff/, createImageType('jpeg', 'jpg')],
	[/^GIF8[79]a/, createImageType('gif')],
	[/^RIFF.{4}WEBP/s, createImageType('webp')],
	[/^.{4}ftyp(hei|hev|mif1|msf1|miaf)/s, ['a HEIC photo', CONVERT_TO_JPEG]],
	[
		/^(BM.{4}\0{4}|II\*\0|MM\0\*|.{4}ftypavi[fs])/s,
		['a BMP, TIFF or AVIF picture', CONVERT_TO_JPEG],
	],
	[/^.{4}(ftypqt {2}|moov|wide|mdat)/s, ['a QuickTime movie', CONVERT_TO_MP4]],
	[/^.{4}ftyp(M4[AB]|3g)/s, ['an audio or 3GP file', CONVERT_TO_MP4]],
	[/^.{4}ftyp/s, { mime: 'video/mp4', extension: 'mp4', kind: 'video' }],
	[/^.E\xdf\xa3/s, ['a WebM or MKV video', CONVERT_TO_MP4]],
	[/^%PDF/, ['a PDF', 'Convert its pages to pictures first.']],
	[
		// Drawing programs write their name in a comment, which is often longer than the start.
		/^\s*(<\?xml[^>]*>\s*(<!--(?!.*<(html|!doctype html))|<!doctype svg)|(<\?xml[^>]*>\s*)?<svg)/is,
		['an SVG drawing', 'Convert it to PNG first.'],
	],
	[
		/^\s*<(!doctype|html|head|body|\?xml)/i,
		[
			'a web page, not a file',
			'Share it with everyone who has the link, use the address of the file itself, or load it with a node such as Google Drive.',
		],
	],
];

/**
 * Detects the type of a file by its first {@link SNIFF_LENGTH} bytes. Throws {@link Problem} that names `label` if
 * posts don't support it.
 */
export function requireFileType(label: string, start: Uint8Array, size: number): FileType {
	if (size === 0) throw new Problem(`${label} is empty`, USE_ANOTHER_FILE);
	const text = String.fromCharCode(...start.subarray(0, SNIFF_LENGTH));
	const [, type] = SIGNATURES.find(([start]) => start.test(text)) ?? [];
	if (!type || Array.isArray(type)) {
		const [
			description = 'not a file type that Postiz accepts',
			remedy = `${POSTABLE_TYPES} A web address must open the file itself, without signing in.`,
		] = type ?? [];
		throw new Problem(
			`${label} is ${description}`,
			`Postiz checks the content, not the name. ${remedy}`,
		);
	}
	if (size > MAX_BYTES[type.kind]) throw createTooLargeProblem(label, type.kind, size);
	return type;
}

/** Creates the problem of a file above {@link MAX_BYTES}. The size is unknown if reading stopped at the limit. */
export function createTooLargeProblem(
	label: string,
	kind: keyof typeof MAX_BYTES,
	size?: number,
): Problem {
	const limit = toMegabytes(MAX_BYTES[kind]);
	const actual = size === undefined ? `more than ${limit}` : toMegabytes(size);
	return new Problem(
		`${label} is ${actual} MB; the maximum for ${kind === 'image' ? 'pictures' : 'videos'} is ${limit} MB`,
		'Make it smaller first.',
	);
}

/** In MB, rounded up. */
const toMegabytes = (bytes: number) => String(Math.ceil((bytes / 1_048_576) * 10) / 10);

/** True if a post may have a file with this path (docs/api.md, Limits, Files of a post). */
export function isPostablePath(path: string): boolean {
	return /\.(png|jpe?g|gif|webp|mp4)$/.test(path.replace(/\?.*/s, ''));
}

/** Throws {@link Problem} if posts can't have a file with this path. `label` names it in messages. */
export function assertPostablePath(path: string, label: string): void {
	if (isPostablePath(path)) return;
	const isFromOldRelease = /\.mp4s$/.test(removeQuery(path));
	throw new Problem(
		`${label} cannot be posted`,
		isFromOldRelease
			? 'This release of Postiz gives MP4 files the wrong name. Update Postiz.'
			: POSTABLE_TYPES,
	);
}
