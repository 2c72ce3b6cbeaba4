import fc from 'fast-check';

import {
	detectFileType,
	fitFileName,
	MAX_BYTES,
	SNIFF_LENGTH,
} from '../../../nodes/Postiz/media/fileType';
import { anyCharacter } from '../../harness/characters.cjs';
import { REFUSED, TAKEN } from '../../shared/samples.cjs';

const bytes = (text: string) => Buffer.from(text, 'latin1');
const typeOf = (text: string) => detectFileType(bytes(text));
/** A file in the ISO base media format with this brand and its compatible ones. */
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
		['MP4 of another brand', media('qt x'), 'mp4'],
	])('%s', (_kind, head, extension) => {
		expect(typeOf(head)).toMatchObject({ extension });
	});

	test('the limits are 10 MB and 1 GB', () => {
		expect(MAX_BYTES).toEqual({ image: 10 * 1024 ** 2, video: 1024 ** 3 });
	});
});

test.each([
	...REFUSED.map(([, head]) => head.toString('latin1')),
	...['heic', 'heix', 'hevc', 'mif1', 'msf1', 'miaf', 'qt  ', 'M4A ', '3gp4'].map((brand) =>
		media(brand, 'isom', 'avif'),
	),
	'\0\0\0\x08wide\0\0\0\0mdat',
	'RIFF\x24\0\0\0WAVEfmt ',
	'BMW is a maker of cars and motorcycles',
	'BM\x1a\0\0\0\0 and more',
	// Too short.
	...['RIFF\x1a\0\0\0WEB', '\x89PNG', 'GIF8', 'BM', '\xff\xd8', 'II*'],
	'BM\x1a\0\0\0\x01\x02\x03\x04\x36\0\0\0\x28\0',
	// After other bytes, signatures mean nothing.
	...[...TAKEN.map(([, , head]) => head.toString('latin1')), media('isom')].map(
		(head) => `some text ${head}`,
	),
])('the service refuses %j', (head) => {
	expect(typeOf(head)).toBeUndefined();
});

test('only the beginning counts', () => {
	const long = Buffer.concat([bytes('GIF89a'), Buffer.alloc(10_000, '<svg')]);
	expect(detectFileType(long)).toMatchObject({ extension: 'gif' });
	expect(detectFileType(long.subarray(0, SNIFF_LENGTH))).toEqual(detectFileType(long));
});

describe('file names', () => {
	const [jpeg, png, tiff, mp4] = ['jpg', 'png', 'tiff', 'mp4'].map((ending) =>
		detectFileType(TAKEN.find(([extension]) => extension === ending)![2])!,
	);

	const stays = (...names: string[]) => names.map((name): [string, string] => [name, name]);

	test.each([
		...stays('cup.jpg', 'cup.jpeg', 'Cup of the day.jpg', 'Tässchen ☕ 東京.jpg'),
		...stays('say "cheese".jpg', "it's 50% off; yes.jpg"),
		// Wrong and missing extensions are corrected.
		...['cup.heic', 'cup.PNG', 'cup', 'cup.', '.. cup.jpg', 'cup.a1', 'cup.a', 'cup.1a'].map(
			(name) => [name, 'cup.jpg'],
		),
		['menu v1.2', 'menu v1.2.jpg'],
		['2026.11.21', '2026.11.21.jpg'],
		['cup.jpg.png', 'cup.jpg.jpg'],
		['Dr. Bean', 'Dr. Bean.jpg'],
		// Before 2.12, Postiz keeps the ending, and posts take it only in lowercase.
		['IMG_0001.JPG', 'IMG_0001.jpg'],
		['Photo.JPeG', 'Photo.jpeg'],
		// Missing names are replaced.
		...[undefined, '', '.', '..', '.jpg', '   ', '\n', '/', 'folder/', '.png'].map((name) => [
			name,
			'file.jpg',
		]),
		// Folders and control characters are removed.
		...['/home/acme/cup.jpg', 'C:\\Pictures\\cup.jpg', '../../cup.jpg', 'a\u2028b/cup.jpg'].map(
			(name) => [name, 'cup.jpg'],
		),
		['cup\r\nX-Evil: 1.jpg', 'cupX-Evil: 1.jpg'],
		['cup\0\x1b\x7f\x85.jpg', 'cup.jpg'],
	] as Array<[string | undefined, string]>)('of a JPEG called %j: %j', (name, fitted) => {
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

	test('any name becomes one that fits, and one with nothing to correct stays', () => {
		const plain = /^[a-zäöüß東京☕][ a-zäöüß東京☕0-9_,;:'()!&%-]{0,30}[a-z0-9東京☕]$/u;
		fc.assert(
			fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), (name) => {
				const fitted = fitFileName(name, jpeg);
				expect(fitted).not.toMatch(/[\p{Cc}/\\]/u);
				expect(fitted).toMatch(/^[^.\s].*\.jpe?g$/is);
			}),
		);
		fc.assert(
			fc.property(fc.stringMatching(plain), (stem) => {
				expect(fitFileName(`${stem}.jpg`, jpeg)).toBe(`${stem}.jpg`);
			}),
		);
	});

	test('one of endless spaces and dots is read at once', () => {
		expect(fitFileName(`cup${' .'.repeat(100_000)}x.jpg`, jpeg)).toBe('cup.jpg');
	});

	test('a long one is shortened between characters, and keeps its ending', () => {
		expect(fitFileName(`${'☕'.repeat(500)}.jpeg`, jpeg)).toBe(`${'☕'.repeat(120)}.jpeg`);
		expect(fitFileName('😀'.repeat(121), png)).toBe(`${'😀'.repeat(120)}.png`);
	});
});
