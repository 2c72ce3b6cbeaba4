/** A type of file that the service takes (API: Limits). */
export interface FileType {
	mime: string;
	extension: string;
	kind: 'image' | 'video';
	/** False for pictures that can be uploaded, but that no post may carry. */
	postable: boolean;
}

/** How many of a file's first bytes are needed to tell its type. */
export const SNIFF_LENGTH = 64;

/** The largest upload in bytes, by kind (API: Limits). */
export const MAX_BYTES = { image: 10_485_760, video: 1_073_741_824 };

const image = (mime: string, extension: string, postable = true): FileType => ({
	mime,
	extension,
	kind: 'image',
	postable,
});

const PNG = image('image/png', 'png');
const JPEG = image('image/jpeg', 'jpg');
const GIF = image('image/gif', 'gif');
const WEBP = image('image/webp', 'webp');
const AVIF = image('image/avif', 'avif', false);
const BMP = image('image/bmp', 'bmp', false);
const TIFF = image('image/tiff', 'tiff', false);
const MP4: FileType = { mime: 'video/mp4', extension: 'mp4', kind: 'video', postable: true };

const SIGNATURES: Array<[offset: number, bytes: string, type: FileType | string]> = [
	[0, '\x89PNG\r\n\x1a\n', PNG],
	[0, '\xff\xd8\xff', JPEG],
	[0, 'GIF87a', GIF],
	[0, 'GIF89a', GIF],
	[0, 'II*\0', TIFF],
	[0, 'MM\0*', TIFF],
	[0, 'BM', BMP],
	[0, '%PDF', 'a PDF'],
	[0, 'ID3', 'an MP3'],
	[0, '\xff\xfb', 'an MP3'],
	[0, '\x1aE\xdf\xa3', 'a WebM or Matroska video'],
	[0, 'OggS', 'an Ogg file'],
	[0, 'PK\x03\x04', 'a ZIP archive or Office document'],
	[0, '8BPS', 'a Photoshop picture'],
];

const RIFF_TYPES: Record<string, FileType | string> = {
	WEBP,
	'AVI ': 'an AVI video',
	WAVE: 'a WAV sound',
};

const OTHER_BRANDS: Array<[RegExp, FileType | string]> = [
	[/^(avif|avis)/, AVIF],
	[/^(heic|heix|heim|heis|hevc|hevx|mif1|msf1)/, 'a HEIC picture'],
	[/^qt {2}/, 'a QuickTime video (MOV)'],
	[/^(M4A|M4B|M4P)/, 'an M4A sound'],
	[/^crx/, 'a camera raw picture'],
	[/^3g/, 'a 3GP video'],
];

/**
 * Tells a file's type from its first bytes, whatever its name says: a type that the service takes,
 * or in words what else it is (API: Limits).
 */
export function detectFileType(head: Uint8Array): FileType | string {
	const text = Array.from(head.subarray(0, SNIFF_LENGTH), (byte) => String.fromCharCode(byte)).join(
		'',
	);
	if (text.startsWith('RIFF')) return RIFF_TYPES[text.slice(8, 12)] ?? 'a RIFF file';
	if (text.slice(4, 8) === 'ftyp') return detectBrand(text);
	if (/^(moov|mdat|wide|free|skip)$/.test(text.slice(4, 8))) return 'a QuickTime video (MOV)';
	const signature = SIGNATURES.find(([offset, bytes]) => text.startsWith(bytes, offset));
	if (signature) return signature[2];
	const start = text
		.replace(/^\xef\xbb\xbf/, '')
		.trimStart()
		.toLowerCase();
	if (start.startsWith('<svg') || start.startsWith('<?xml')) return 'an SVG or XML file';
	if (start.startsWith('<')) return 'a web page';
	if (start.startsWith('{') || start.startsWith('[')) return 'JSON text';
	return 'of an unknown type';
}

// A HEIC or AVIF may call itself mif1 first and name its real type among the compatible brands.
function detectBrand(text: string): FileType | string {
	const brand = text.slice(8, 12);
	const compatible = text.slice(16).match(/[\s\S]{4}/g) ?? [];
	if (/^(mif1|msf1)/.test(brand) && compatible.some((other) => /^avi[fs]/.test(other))) return AVIF;
	return OTHER_BRANDS.find(([pattern]) => pattern.test(brand))?.[1] ?? MP4;
}

/** A file name whose ending fits the type, made from whatever name the file had. */
export function fitFileName(name: string | undefined, { extension }: FileType): string {
	const bare = (name ?? '')
		.replace(/^.*[\\/]/, '')
		.replace(/\p{Cc}/gu, '')
		.trim();
	const fits = extension === 'jpg' ? /\.jpe?g$/i : new RegExp(`\\.${extension}$`, 'i');
	if (fits.test(bare)) return bare;
	const stem = bare.replace(/\.[a-z\d]{1,5}$/i, '') || 'file';
	return `${stem}.${extension}`;
}
