import { Problem } from '../values/problem';
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

const TO_MP4 = 'Convert it to MP4 with H.264 first.';

/** Other files that people give, and what to do with them. */
const FOREIGN = [
	{
		start: /^.{4}ftyp(hei|hev|mif1|msf1|miaf)/s,
		is: 'a HEIC photo',
		todo: 'Convert it to JPEG first.',
	},
	{ start: /^.{4}(ftypqt|moov|wide|mdat)/s, is: 'a QuickTime movie', todo: TO_MP4 },
	{ start: /^.E\xdf\xa3/s, is: 'a WebM or MKV video', todo: TO_MP4 },
	{ start: /^%PDF/, is: 'a PDF', todo: 'Convert its pages to pictures first.' },
	{
		start: /^\s*(<\?xml[^>]*>\s*)?<svg/i,
		is: 'an SVG drawing',
		todo: 'Convert it to PNG first.',
	},
	{
		start: /^\s*<(!doctype|html|head|body|\?xml)/i,
		is: 'a web page, not a file',
		todo: 'Share it with everybody who has the link, give the address of the file itself, or load it with a node such as Google Drive.',
	},
];

/** What a file is that the service rejects, and what to do with it; undefined if nobody knows. */
export function foreignType(head: Uint8Array): { is: string; todo: string } | undefined {
	const text = String.fromCharCode(...head.subarray(0, SNIFF_LENGTH));
	return FOREIGN.find(({ start }) => start.test(text));
}

/** True if a post may have a file with this path (docs/api.md, Limits, Files of a post). */
export function isPostablePath(path: string): boolean {
	return /\.(png|jpe?g|gif|webp|mp4)$/.test(path.replace(/\?.*$/s, ''));
}

/** What the files of an operation are for, which decides about their types. */
export type Takes = 'anyUpload' | 'postMedia' | 'pictures';

/** The type of a file that the service accepts. */
export function acceptFile(
	{
		label,
		type,
		size,
		foreign,
	}: { label: string; type?: FileType; size: number; foreign?: ReturnType<typeof foreignType> },
	takes: Takes,
): FileType {
	if (size === 0) {
		throw new Problem(
			`${label} is empty`,
			'There is nothing to upload. Give another file, or check the node that created it.',
		);
	}
	if (!type && foreign) {
		throw new Problem(
			`${label} is ${foreign.is}`,
			`Its content decides, not its name. ${foreign.todo}`,
		);
	}
	if (!type) {
		throw new Problem(
			`${label} is not of a type that Postiz accepts`,
			`Its content decides, not its name. ${POSTABLE} A web address must lead to the file itself, without signing in.`,
		);
	}
	refusePath(`.${type.extension}`, takes, label);
	if (size > MAX_BYTES[type.kind]) throw tooLarge(label, type.kind, size);
	return type;
}

const KINDS = { image: 'pictures', video: 'videos' };

/** The problem of a file above {@link MAX_BYTES}; `size` is undefined if reading stopped there. */
export function tooLarge(label: string, kind: FileType['kind'], size?: number): Problem {
	const limit = megabytes(MAX_BYTES[kind]);
	const has = size === undefined ? `more than ${limit}` : megabytes(size);
	return new Problem(
		`${label} has ${has} MB; the maximum for ${KINDS[kind]} is ${limit} MB`,
		'Make it smaller first.',
	);
}

const POSTABLE =
	'Posts can have JPEG, PNG, GIF and WebP pictures and MP4 videos, with paths that end in these types. Convert it first.';

/** Refuses the path of a file that can't be used. `label` names it in messages. */
export function refusePath(path: string, takes: Takes, label: string): void {
	const [, extension = ''] = /\.(\w{1,5})$/.exec(withoutQuery(path)) ?? [];
	if (takes === 'pictures' && extension.toLowerCase() === 'mp4') {
		throw new Problem(
			`${label} is a video; Images allows only pictures`,
			'Use a JPEG, PNG, GIF or WebP picture instead.',
		);
	}
	if (takes !== 'postMedia' || isPostablePath(path)) return;
	if (isPostablePath(path.toLowerCase())) {
		throw new Problem(
			`${label} cannot be posted: its path must end in lowercase letters`,
			'Upload the file with Media > Upload File, and use the path that it returns.',
		);
	}
	if (extension === 'mp4s') {
		throw new Problem(
			`${label} cannot be posted: this Postiz names MP4 files wrongly`,
			'Newer releases of Postiz do not: update it.',
		);
	}
	throw new Problem(
		extension === ''
			? `${label} cannot be posted`
			: `${label} is of type ${extension.toUpperCase()}, which posts cannot have`,
		POSTABLE,
	);
}

/** Formats a size in bytes, in MB. */
export function megabytes(bytes: number): string {
	return String(Math.ceil((bytes / 1_048_576) * 10) / 10);
}

/** A file name with the extension of the type, of limited length, without folders and control characters. */
export function fitFileName(name = '', { extension }: FileType): string {
	const bare = name.replace(/\p{Cc}/gu, '').replace(/^.*[\\/]/s, '');
	const stem = bare.replace(/\.(?=\w*[a-z])[a-z\d]{1,5}$/i, '').replace(/^[\s.]+/, '');
	const shortened = [...stem].slice(0, 120).join('');
	// Only on the shortened name, as this pattern is slow for long runs of dots and spaces.
	return `${shortened.replace(/[\s.]+$/, '') || 'file'}.${extension}`;
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
