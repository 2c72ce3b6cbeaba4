import {
	detectFileType,
	fitFileName,
	MAX_BYTES,
	SNIFF_LENGTH,
	type FileType,
} from '../../../nodes/Postiz/media/fileType';
import { REFUSED, TAKEN } from '../../shared/samples.cjs';

const bytes = (text: string) => Buffer.from(text, 'latin1');
const typeOf = (text: string) => detectFileType(bytes(text));
/** A file of the ISO base media format with that brand and those it is compatible with. */
const media = (brand: string, ...compatible: string[]) =>
	`\0\0\0${String.fromCharCode(16 + 4 * compatible.length)}ftyp${brand}\0\0\0\0${compatible.join('')}`;

describe('what the service takes', () => {
	test.each(TAKEN)('%s', (extension, mime, head) => {
		expect(detectFileType(head)).toEqual({
			mime,
			extension,
			kind: mime.split('/')[0],
		});
	});

	test.each([
		['GIF of 1987', 'GIF87a\x01\0\x01\0', 'gif'],
		['JPEG from a camera', '\xff\xd8\xff\xe1\0\x10Exif\0\0', 'jpg'],
		['JPEG without a header', '\xff\xd8\xff\xdb\0\x43', 'jpg'],
		['TIFF, big endian', 'MM\0*\0\0\0\x08', 'tiff'],
		['AVIF sequence', media('avis', 'avif'), 'avif'],
		[
			'BMP with marks in its reserved bytes',
			'BM\x1a\0\0\0\x01\x02\x03\x04\x36\0\0\0\x28\0\0\0',
			'bmp',
		],
		...['isom', 'mp41', 'mp42', 'avc1', 'iso5', 'dash', 'MSNV', 'M4V ', 'M4VH'].map((brand) => [
			`MP4 of brand ${brand}`,
			media(brand, 'isom', 'mp41'),
			'mp4',
		]),
	])('%s', (_kind, head, extension) => {
		expect(typeOf(head)).toMatchObject({ extension });
	});

	test('the limits are 10 MB and 1 GB', () => {
		expect(MAX_BYTES).toEqual({ image: 10 * 1024 ** 2, video: 1024 ** 3 });
	});
});

describe('what it refuses', () => {
	test.each(REFUSED)('%s', (_kind, head) => {
		expect(detectFileType(head)).toMatchObject({ kind: 'other' });
	});

	test.each([
		['a HEIC picture', media('heic', 'mif1')],
		['a HEIC picture', media('heix', 'mif1', 'heic')],
		['a HEIC picture', media('mif1', 'mif1', 'heic')],
		['a HEIC picture', media('hevc', 'msf1')],
		['an AVIF picture in a HEIF container', media('mif1', 'miaf', 'avif')],
		['a QuickTime video (MOV)', media('qt  ')],
		['a QuickTime video (MOV)', '\0\0\0\x08wide\0\0\0\0mdat'],
		['a QuickTime video (MOV)', '\0\0\x10\0moov\0\0\0\x6cmvhd'],
		['a 3GP video', media('3gp4')],
		['an M4A audio file', media('M4A ')],
		['an AVI video', 'RIFF\x24\0\0\0AVI LIST'],
		['a WAV audio file', 'RIFF\x24\0\0\0WAVEfmt '],
		['a WebM or Matroska video', '\x1aE\xdf\xa3\x9f'],
		['an MP3 audio file', 'ID3\x04\0'],
		['an MP3 audio file', '\xff\xfb\x90\x64'],
		['a PDF', '%PDF-1.7\n'],
		['a ZIP archive or Office document', 'PK\x03\x04\x14'],
		['an SVG drawing', '<svg xmlns="http://www.w3.org/2000/svg">'],
		['an SVG drawing', '\xef\xbb\xbf\n <SVG width="1">'],
		['an XML file or SVG drawing', '<?xml version="1.0"?>'],
		['a web page', '<!DOCTYPE html><html>'],
		['a web page', '\n<html lang="en">'],
		['JSON text', '{"error":"not found"}'],
		['JSON text', ' [1]'],
		['of an unknown type', 'hello'],
		['of an unknown type', 'BMW is a maker of cars and motorcycles'],
		['of an unknown type', '\0\0\0\0\0\0\0\0'],
		['of an unknown type', ''],
	])('%s, with what to do', (name, head) => {
		expect(typeOf(head)).toEqual({
			kind: 'other',
			name,
			advice: expect.stringMatching(/^[A-Z].+\.$/),
		});
	});

	test.each(['RIFF\x1a\0\0\0WEB', '\x89PNG', 'GIF8', 'BM', '\xff\xd8'])(
		'a file that breaks off within its first bytes: %j',
		(head) => {
			expect(typeOf(head)).toMatchObject({ kind: 'other' });
		},
	);
});

test('only the beginning counts', () => {
	const long = Buffer.concat([bytes('GIF89a'), Buffer.alloc(10_000, '<svg')]);
	expect(detectFileType(long)).toMatchObject({ extension: 'gif' });
	expect(detectFileType(long.subarray(0, SNIFF_LENGTH))).toEqual(detectFileType(long));
	const late = Buffer.concat([bytes(media('mif1', 'miaf')), Buffer.alloc(64), bytes('avif')]);
	expect(detectFileType(late)).toMatchObject({ name: 'a HEIC picture' });
});

// The same bytes anywhere else mean nothing: a text can begin with any of them in its midst.
test.each([
	'GIF89a\x01\0',
	'RIFF\x1a\0\0\0WEBPVP8 ',
	'BM\x1a\0\0\0\0\0\0\0',
	'II*\0\x08',
	'RIFF\x24\0\0\0AVI LIST',
	'RIFF\x24\0\0\0WAVEfmt ',
	'\xff\xfb\x90\x64',
	'<svg xmlns="">',
	'<?xml version="1.0"?>',
	'<!DOCTYPE html>',
	'{"error":"not found"}',
	...['avif', 'heic', 'qt  ', 'M4A ', '3gp4', 'isom'].map((brand) => media(brand)),
	'\0\0\0\x08wide\0\0\0\0mdat',
	media('mif1', 'miaf', 'avif'),
])('behind other bytes, %j is of an unknown type', (head) => {
	expect(typeOf(`some text ${head}`)).toMatchObject({ name: 'of an unknown type' });
});

test.each([
	['a brand at another place', media('mif1', 'xavi', 'fxxx'), 'a HEIC picture'],
	['a later brand', media('mif1', 'miaf', 'MiHB', 'avif'), 'an AVIF picture in a HEIF container'],
	['a BMP that breaks off', 'BM\x1a\0\0\0\x01\x02\x03\x04\x36\0\0\0\x28\0', 'of an unknown type'],
	['words that begin like a BMP', 'BM\x1a\0\0\0\0 and more', 'of an unknown type'],
	['QuickTime with other spaces', media('qt x'), undefined],
	['letters before XML', 'a<?xml version="1.0"?>', 'of an unknown type'],
])('%s', (_what, head, name) => {
	expect(typeOf(head)).toMatchObject(name === undefined ? { extension: 'mp4' } : { name });
});

describe('file names', () => {
	const [jpeg, png, tiff, mp4] = ['jpg', 'png', 'tiff', 'mp4'].map(
		(ending) => detectFileType(TAKEN.find(([extension]) => extension === ending)![2]) as FileType,
	);

	test.each([
		['cup.jpg', 'cup.jpg'],
		['cup.JPEG', 'cup.JPEG'],
		['Cup of the day.jpg', 'Cup of the day.jpg'],
		['Tässchen ☕ 東京.jpg', 'Tässchen ☕ 東京.jpg'],
		['say "cheese".jpg', 'say "cheese".jpg'],
		["it's 50% off; yes.jpg", "it's 50% off; yes.jpg"],
	])('a fitting one stays: %s', (name, fitted) => {
		expect(fitFileName(name, jpeg)).toBe(fitted);
	});

	test.each([
		['cup.heic', 'cup.jpg'],
		['cup.PNG', 'cup.jpg'],
		['cup', 'cup.jpg'],
		['cup.', 'cup.jpg'],
		['menu v1.2', 'menu v1.2.jpg'],
		['2026.11.21', '2026.11.21.jpg'],
		['cup.jpg.png', 'cup.jpg.jpg'],
		['Dr. Bean', 'Dr. Bean.jpg'],
		['.. cup.jpg', 'cup.jpg'],
		['cup.a1', 'cup.jpg'],
		['cup.a', 'cup.jpg'],
		['cup.1a', 'cup.jpg'],
	])('an ending that is wrong or missing is corrected: %s', (name, fitted) => {
		expect(fitFileName(name, jpeg)).toBe(fitted);
	});

	test.each([
		[png, 'a.jpg', 'a.png'],
		[tiff, 'a.tif', 'a.tif'],
		[tiff, 'a.tiff', 'a.tiff'],
		[mp4, 'a.mov', 'a.mp4'],
		[mp4, 'a.mp4', 'a.mp4'],
	])('by type: %#', (type, name, fitted) => {
		expect(fitFileName(name, type)).toBe(fitted);
	});

	test.each([undefined, '', '.', '..', '.jpg', '   ', '\n', '/', 'folder/', '.png'])(
		'one is made where there is none: %j',
		(name) => {
			expect(fitFileName(name, jpeg)).toBe('file.jpg');
		},
	);

	test.each([
		['/home/acme/cup.jpg', 'cup.jpg'],
		['C:\\Pictures\\cup.jpg', 'cup.jpg'],
		['../../cup.jpg', 'cup.jpg'],
		['a\u2028b/cup.jpg', 'cup.jpg'],
		['cup\r\nX-Evil: 1.jpg', 'cupX-Evil: 1.jpg'],
		['cup\0\x1b\x7f\x85.jpg', 'cup.jpg'],
	])('folders and control characters go: %j', (name, fitted) => {
		expect(fitFileName(name, jpeg)).toBe(fitted);
	});

	test('one of endless spaces and dots is read at once', () => {
		expect(fitFileName(`cup${' .'.repeat(100_000)}x.jpg`, jpeg)).toBe('cup.jpg');
	});

	test('a long one is shortened between characters, and keeps its ending', () => {
		expect(fitFileName(`${'☕'.repeat(500)}.jpeg`, jpeg)).toBe(`${'☕'.repeat(120)}.jpeg`);
		expect(fitFileName('😀'.repeat(121), png)).toBe(`${'😀'.repeat(120)}.png`);
	});
});
