import { Problem } from '../common/problem';
import { MAX_BYTES, createTooLargeProblem } from './fileSize';
import { POSTABLE_TYPES } from './postablePath';

/** A file type that posts support (docs/api.md, Limits). */
export interface FileType {
	mime: string;
	extension: string;
	kind: 'image' | 'video';
}

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

/**
 * The first bytes of file types, as characters from \x00 to \xff. Unsupported types have a description and a remedy.
 */
const SIGNATURES: Array<[start: RegExp, type: FileType | { description: string; remedy: string }]> =
	[
		[/^\x89PNG\r\n/, createImageType('png')],
		[/^\xff\xd8\xff/, createImageType('jpeg', 'jpg')],
		[/^GIF8[79]a/, createImageType('gif')],
		[/^RIFF.{4}WEBP/s, createImageType('webp')],
		[
			/^.{4}ftyp(hei|hev|mif1|msf1|miaf)/s,
			{ description: 'a HEIC photo', remedy: CONVERT_TO_JPEG },
		],
		[
			/^(BM.{4}\0{4}|II\*\0|MM\0\*|.{4}ftypavi[fs])/s,
			{ description: 'a BMP, TIFF or AVIF picture', remedy: CONVERT_TO_JPEG },
		],
		[
			/^.{4}(ftypqt {2}|moov|wide|mdat)/s,
			{ description: 'a QuickTime movie', remedy: CONVERT_TO_MP4 },
		],
		[/^.{4}ftyp(M4[AB]|3g)/s, { description: 'a sound or 3GP file', remedy: CONVERT_TO_MP4 }],
		[/^.{4}ftyp/s, { mime: 'video/mp4', extension: 'mp4', kind: 'video' }],
		[/^.E\xdf\xa3/s, { description: 'a WebM or MKV video', remedy: CONVERT_TO_MP4 }],
		[/^%PDF/, { description: 'a PDF', remedy: 'Convert its pages to pictures first.' }],
		[
			// Drawing programs write their name in a comment, which is often longer than the start.
			/^\s*(<\?xml[^>]*>\s*(<!--(?!.*<(html|!doctype html))|<!doctype svg)|(<\?xml[^>]*>\s*)?<svg)/is,
			{ description: 'an SVG drawing', remedy: 'Convert it to PNG first.' },
		],
		[
			/^\s*<(!doctype|html|head|body|\?xml)/i,
			{
				description: 'a web page, not a file',
				remedy:
					'Share it with everyone who has the link, use the address of the file itself, or load it with a node such as Google Drive.',
			},
		],
	];

/**
 * Detects the type of a file by its first {@link SNIFF_LENGTH} bytes. Throws {@link Problem} that names `label` if
 * posts don't support it.
 */
export function requireFileType(label: string, start: Uint8Array, size: number): FileType {
	if (size === 0) {
		throw new Problem(`${label} is empty`, USE_ANOTHER_FILE);
	}
	const text = String.fromCharCode(...start.subarray(0, SNIFF_LENGTH));
	const [, type] = SIGNATURES.find(([start]) => start.test(text)) ?? [];
	if (!type || 'description' in type) {
		throw new Problem(
			`${label} is ${type?.description ?? 'not a file type that Postiz accepts'}`,
			`Postiz checks the content, not the name. ${type?.remedy ?? `${POSTABLE_TYPES} A web address must open the file itself, without signing in.`}`,
		);
	}
	if (size > MAX_BYTES[type.kind]) throw createTooLargeProblem(label, type.kind, size);
	return type;
}
