import { crc32, deflateSync } from 'node:zlib';

/** Beginnings of files that show their type, written from the specifications of the formats. */
const toBytes = (text: string) => Buffer.from(text, 'latin1');

/** Of 1,000 by 1,000 pixels. */
export const PNG = toBytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x03\xe8\0\0\x03\xe8\b');
export const JPEG = toBytes('\xff\xd8\xff\xe0\0\x10JFIF\0');
export const MP4 = toBytes('\0\0\0\x18ftypisom\0\0\x02\0isomiso2');
export const HEIC = toBytes('\0\0\0\x18ftypheic\0\0\0\0mif1heic');

/** Accepted types: extension, MIME type, beginning. */
export const ACCEPTED_FILES: Array<[ending: string, mime: string, head: Buffer]> = [
	['png', 'image/png', PNG],
	['jpg', 'image/jpeg', JPEG],
	['gif', 'image/gif', toBytes('GIF89a\x01\0\x01\0')],
	['webp', 'image/webp', toBytes('RIFF\x1a\0\0\0WEBPVP8 ')],
	['avif', 'image/avif', toBytes('\0\0\0\x1cftypavif\0\0\0\0')],
	['bmp', 'image/bmp', toBytes('BM\x1a\0\0\0\0\0\0\0')],
	['tiff', 'image/tiff', toBytes('II*\0\x08\0\0\0')],
	['mp4', 'video/mp4', MP4],
];

/** Rejected types. */
export const REJECTED_FILES: Array<[kind: string, head: Buffer]> = [
	['mov', toBytes('\0\0\0\x14ftypqt  \0\0\0\0')],
	['mp3', toBytes('ID3\x04\0\0\0\0\0\0')],
	['svg', toBytes('<svg xmlns="http://www.w3.org/2000/svg"></svg>')],
	['pdf', toBytes('%PDF-1.7\n')],
	['heic', HEIC],
	['text', toBytes('hello')],
	['empty file', Buffer.alloc(0)],
];

function createChunk(type: string, data: Buffer): Buffer {
	const content = Buffer.concat([toBytes(type), data]);
	const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
	length.writeUInt32BE(data.length);
	sum.writeUInt32BE(crc32(content));
	return Buffer.concat([length, content, sum]);
}

/** A valid gray PNG of a size in pixels. */
export function createPng(width: number, height: number): Buffer {
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width);
	header.writeUInt32BE(height, 4);
	// 8 bits of gray per pixel.
	header[8] = 8;
	const rows = Buffer.alloc((width + 1) * height);
	return Buffer.concat([
		toBytes('\x89PNG\r\n\x1a\n'),
		createChunk('IHDR', header),
		createChunk('IDAT', deflateSync(rows)),
		createChunk('IEND', Buffer.alloc(0)),
	]);
}

/** A JPEG without a picture, with an EXIF orientation from 1 to 8. */
export function createJpeg(width: number, height: number, orientation: number): Buffer {
	const [order, entry, size] = [Buffer.alloc(8), Buffer.alloc(14), Buffer.alloc(4)];
	order.write('II*\0\b');
	entry.writeUInt16LE(1);
	entry.writeUInt16LE(0x0112, 2);
	entry.writeUInt16LE(3, 4);
	entry.writeUInt32LE(1, 6);
	entry.writeUInt16LE(orientation, 10);
	const exif = Buffer.concat([toBytes('Exif\0\0'), order, entry, Buffer.alloc(4)]);
	const length = Buffer.alloc(2);
	length.writeUInt16BE(exif.length + 2);
	size.writeUInt16BE(height);
	size.writeUInt16BE(width, 2);
	return Buffer.concat([
		...[toBytes('\xff\xd8\xff\xe1'), length, exif],
		...[toBytes('\xff\xc0\0\x11\x08'), size, toBytes('\x03'), Buffer.alloc(9)],
	]);
}

const createBox = (type: string, ...content: Buffer[]): Buffer => {
	const data = Buffer.concat(content);
	const length = Buffer.alloc(4);
	length.writeUInt32BE(data.length + 8);
	return Buffer.concat([length, toBytes(type), data]);
};
const toNumbers = (...values: number[]) => {
	const data = Buffer.alloc(values.length * 4);
	values.forEach((value, index) => data.writeUInt32BE(Math.round(value), index * 4));
	return data;
};
const TURNED = [0, 65_536, 0, 2 ** 32 - 65_536, 0, 0, 0, 0, 2 ** 30];
const UPRIGHT = [65_536, 0, 0, 0, 65_536, 0, 0, 0, 2 ** 30];

const createHandler = (track: string) =>
	createBox('hdlr', toNumbers(0, 0), toBytes(track), toNumbers(0, 0, 0));

/** An MP4 with only its metadata; `isLast` puts them after `gap` bytes. */
export function createMp4({
	seconds = 10,
	width = 1080,
	height = 1920,
	fps = 30,
	codec = 'avc1',
	isRotated = false,
	isSilent = false,
	isLong = false,
	gap = 0,
	isLast = false,
}: {
	seconds?: number;
	width?: number;
	height?: number;
	fps?: number;
	codec?: string;
	isRotated?: boolean;
	isSilent?: boolean;
	/** Its headers have 64-bit times. */
	isLong?: boolean;
	gap?: number;
	isLast?: boolean;
} = {}): Buffer {
	const ticks = 90_000;
	const createTimes = (perSecond: number) =>
		isLong
			? toNumbers(2 ** 24, 0, 0, 0, 0, perSecond, 0, seconds * perSecond, 0)
			: toNumbers(0, 0, 0, perSecond, seconds * perSecond, 0);
	const header = createBox(
		'tkhd',
		isLong
			? toNumbers(2 ** 24, ...Array<number>(12).fill(0))
			: toNumbers(...Array<number>(10).fill(0)),
		toNumbers(...(isRotated ? TURNED : UPRIGHT), width * 65_536, height * 65_536),
	);
	const samples = createBox('stsd', toNumbers(0, 1), createBox(codec, Buffer.alloc(78)));
	const times = createBox('stts', toNumbers(0, 1, seconds * fps, ticks / fps));
	const media = createBox(
		'mdia',
		createBox('mdhd', createTimes(ticks)),
		createHandler('vide'),
		createBox('minf', createBox('stbl', samples, times)),
	);
	const moov = createBox(
		'moov',
		createBox('mvhd', createTimes(1000)),
		createBox('trak', header, media),
		...(isSilent ? [] : [createBox('trak', createBox('mdia', createHandler('soun')))]),
	);
	const data = createBox('mdat', Buffer.alloc(gap));
	return Buffer.concat([MP4, ...(isLast ? [data, moov] : [moov, data])]);
}

/** A file of so many bytes, which differs by its `mark`. */
export function createSampleFile(head: Buffer, size: number, mark = 0): Buffer {
	const file = Buffer.alloc(size, mark);
	head.copy(file);
	return file;
}
