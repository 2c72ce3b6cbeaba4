import {
	assertPostablePath,
	createTooLargeProblem,
	isPostablePath,
	MAX_BYTES,
	requireFileType,
} from '../../../nodes/Postiz/media/fileType';
import { HEIC, MP4, PNG, REJECTED_FILES, ACCEPTED_FILES } from '../../shared/samples.cjs';
import { catchProblem } from '../support/catchProblem.cjs';

const LABEL = 'The file “cup” in data';
const toBytes = (text: string) => Buffer.from(text, 'latin1');
const accept = (head: Uint8Array, size = 1000) => requireFileType(LABEL, head, size);
/** A file in the ISO base media format with this brand and its compatible ones. */
const createMediaHead = (brand: string, ...compatible: string[]) =>
	`\0\0\0${String.fromCharCode(16 + 4 * compatible.length)}ftyp${brand}\0\0\0\0${compatible.join('')}`;

describe('files that posts can have', () => {
	test.each(ACCEPTED_FILES)(
		'accepts %s if its path can have that ending',
		(extension, mime, head) => {
			if (isPostablePath(`.${extension}`)) {
				expect(accept(head)).toEqual({ mime, extension, kind: mime.split('/')[0] });
			} else expect(() => accept(head)).toThrow('is a BMP, TIFF or AVIF picture');
		},
	);

	test.each([
		['GIF of 1987', 'GIF87a\x01\0\x01\0', 'gif'],
		['JPEG from a camera', '\xff\xd8\xff\xe1\0\x10Exif\0\0', 'jpg'],
		['JPEG without a header', '\xff\xd8\xff\xdb\0\x43', 'jpg'],
		...['isom', 'mp41', 'mp42', 'avc1', 'iso5', 'dash', 'MSNV', 'M4V ', 'M4VH'].map((brand) => [
			`MP4 of brand ${brand}`,
			createMediaHead(brand, 'isom', 'mp41'),
			'mp4',
		]),
		['MP4 of another brand', createMediaHead('qt x'), 'mp4'],
	])('%s', (_kind, head, extension) => {
		expect(accept(toBytes(head))).toMatchObject({ extension });
	});

	test('accepts files up to the limits', () => {
		expect(() => accept(PNG, MAX_BYTES.image)).not.toThrow();
		expect(() => accept(MP4, MAX_BYTES.video)).not.toThrow();
	});

	test('reads only the beginning', () => {
		const long = Buffer.concat([toBytes('GIF89a'), Buffer.alloc(10_000, '<svg')]);
		expect(accept(long)).toMatchObject({ extension: 'gif' });
		expect(accept(long.subarray(0, 64))).toEqual(accept(long));
	});
});

test.each([
	...REJECTED_FILES.map(([, head]) => head.toString('latin1')),
	...['heic', 'heix', 'hevc', 'mif1', 'msf1', 'miaf', 'qt  ', 'M4A ', '3gp4'].map((brand) =>
		createMediaHead(brand, 'isom', 'avif'),
	),
	'\0\0\0\x08wide\0\0\0\0mdat',
	'RIFF\x24\0\0\0WAVEfmt ',
	// Too short.
	...['RIFF\x1a\0\0\0WEB', '\x89PNG', 'GIF8', '\xff\xd8'],
	// After other bytes, signatures mean nothing.
	...[...ACCEPTED_FILES.map(([, , head]) => head.toString('latin1')), createMediaHead('isom')].map(
		(head) => `some text ${head}`,
	),
])('rejects %j', (head) => {
	expect(() => accept(toBytes(head))).toThrow(LABEL);
});

test.each<[string, Buffer, number, string, string]>([
	[
		'of another type',
		toBytes('hello'),
		9,
		'is not a file type that Postiz accepts',
		'Postiz checks the content',
	],
	['without a byte', Buffer.alloc(0), 0, 'is empty', 'Use another file'],
	[
		'larger than a picture may be',
		PNG,
		MAX_BYTES.image + 1,
		'is 10.1 MB; the maximum for pictures is 10 MB',
		'Make it smaller first.',
	],
	[
		'larger than a video may be',
		MP4,
		MAX_BYTES.video + 1,
		'is 1024.1 MB; the maximum for videos is 1024 MB',
		'Make it smaller first.',
	],
	...(
		[
			[HEIC.toString('latin1'), 'a HEIC photo', 'Convert it to JPEG'],
			['\0\0\0\x14ftypqt  \0\0\0\0', 'a QuickTime movie', 'Convert it to MP4'],
			['\n<!DOCTYPE html><html>', 'a web page, not a file', 'Share it'],
			['%PDF-1.7', 'a PDF', 'Convert its pages'],
			['<svg xmlns="http://www.w3.org/2000/svg">', 'an SVG drawing', 'Convert it to PNG'],
			['\n<?xml version="1.0"?>\n\n<svg>', 'an SVG drawing', 'Convert it to PNG'],
			[
				'<?xml version="1.0"?>\n<!-- Generator: Adobe Illustrator 28',
				'an SVG drawing',
				'Convert it',
			],
			['<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C', 'an SVG drawing', 'Convert it'],
			['<?xml version="1.0"?><!-- a --><html>', 'a web page, not a file', 'Share it'],
			['  <html>', 'a web page, not a file', 'Share it'],
			[createMediaHead('M4A '), 'an audio or 3GP file', 'Convert it to MP4'],
			['\x1a\x45\xdf\xa3\x01', 'a WebM or MKV video', 'Convert it to MP4'],
		] as const
	).map(
		([head, is, todo]) =>
			[is, toBytes(head), 9, `is ${is}`, `Postiz checks the content, not the name. ${todo}`] as [
				string,
				Buffer,
				number,
				string,
				string,
			],
	),
])('rejects a file %s with a remedy', (_what, head, size, message, description) => {
	expect(catchProblem(() => accept(head, size))).toEqual([
		`${LABEL} ${message}`,
		expect.stringContaining(description),
	]);
});

test.each([
	HEIC.toString('latin1'),
	...['avif', 'M4A '].map((brand) => createMediaHead(brand)),
	...['BM\x1a\0\0\0\0\0\0\0', '%PDF-1.7', '<svg>', '<html>', '\x1aE\xdf\xa3'],
])('ignores %j after other bytes', (head) => {
	expect(() => accept(toBytes(`some text ${head}`))).toThrow('not a file type that Postiz accepts');
});

test('limits pictures to 10 MB and videos to 1 GB', () => {
	expect(MAX_BYTES).toEqual({ image: 10 * 1024 ** 2, video: 1024 ** 3 });
});

test('names the limit if the size is unknown', () => {
	expect(createTooLargeProblem('The file “cup” in data', 'image').message).toBe(
		'The file “cup” in data is more than 10 MB; the maximum for pictures is 10 MB',
	);
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
])('allows an upload at %s: %s', (path, isPostable) => {
	expect(isPostablePath(path)).toBe(isPostable);
	const reject = () => assertPostablePath(path, LABEL);
	if (isPostable) expect(reject).not.toThrow();
	else {
		expect(catchProblem(reject)).toEqual([
			`${LABEL} cannot be posted`,
			expect.stringContaining('with a lowercase file extension'),
		]);
	}
});

test('explains the wrong ending of a path from an old Postiz', () => {
	expect(
		catchProblem(() => assertPostablePath('https://media.example/abc.mp4s', LABEL))[1],
	).toContain('This release of Postiz gives MP4 files the wrong name');
});
