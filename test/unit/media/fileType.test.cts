import {
	detectFileType,
	isPostablePath,
	MAX_BYTES,
	SNIFF_LENGTH,
} from '../../../nodes/Postiz/media/fileType';
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

test.each([
	['https://media.example/cup.png', true],
	['/uploads/cup.jpeg', true],
	['/uploads/cup.JPEG', false],
	['http://media.example/pour.mp4?size=small', true],
	['https://media.example/cup.jpg#top', false],
	['https://media.example/cup.jpg?a#top', true],
	['https://media.example/cup', false],
	['https://media.example/cup?file=cup.png', false],
	['https://media.example/cup.avif', false],
	['https://media.example/png', false],
])('%s can be posted: %s', (path, isPostable) => {
	expect(isPostablePath(path)).toBe(isPostable);
});
