import {
	acceptFile,
	detectFileType,
	foreignType,
	MAX_BYTES,
	megabytes,
	refusePath,
	tooLarge,
	type Takes,
} from '../../../nodes/Postiz/media/fileType';
import { HEIC, MP4, PNG, TAKEN } from '../../shared/samples.cjs';
import { problemOf } from '../support/problem.cjs';

const LABEL = 'The file “cup” in data';
const ALL: Takes[] = ['anyUpload', 'postMedia', 'pictures'];
const OF_POSTS = ['png', 'jpg', 'gif', 'webp', 'mp4'];

const accept = (head: Uint8Array, takes: Takes, size = 1000) =>
	acceptFile({ label: LABEL, type: detectFileType(head), size }, takes);

test.each(TAKEN)('%s is accepted where its type is', (extension, mime, head) => {
	expect(accept(head, 'anyUpload')).toMatchObject({ extension, mime });
	for (const [takes, fits] of [
		['postMedia', OF_POSTS.includes(extension)],
		['pictures', extension !== 'mp4'],
	] as Array<[Takes, boolean]>) {
		if (fits) expect(accept(head, takes)).toMatchObject({ extension, mime });
		else expect(() => accept(head, takes)).toThrow(LABEL);
	}
});

test.each<[string, Buffer, number, string, string]>([
	['of another type', HEIC, 1000, 'is not of a type that Postiz accepts', 'Its content decides'],
	['without a byte', Buffer.alloc(0), 0, 'is empty', 'There is nothing to upload'],
	[
		'larger than a picture may be',
		PNG,
		MAX_BYTES.image + 1,
		'has 10.1 MB; the maximum for pictures is 10 MB',
		'Make it smaller first.',
	],
	[
		'larger than a video may be',
		MP4,
		MAX_BYTES.video + 1,
		'has 1024.1 MB; the maximum for videos is 1024 MB',
		'Make it smaller first.',
	],
])('a file %s is refused', (_what, head, size, message, description) => {
	for (const takes of head === MP4 ? ALL.slice(0, 2) : ALL) {
		expect(problemOf(() => accept(head, takes, size))).toEqual([
			`${LABEL} ${message}`,
			expect.stringContaining(description),
		]);
	}
});

test('a file may be as large as its kind', () => {
	expect(() => accept(PNG, 'postMedia', MAX_BYTES.image)).not.toThrow();
	expect(() => accept(MP4, 'postMedia', MAX_BYTES.video)).not.toThrow();
	expect(tooLarge(LABEL, 'image').message).toBe(
		`${LABEL} has more than 10 MB; the maximum for pictures is 10 MB`,
	);
});

test.each([
	[1, '0.1'],
	[104_858, '0.2'],
	[1_048_576, '1'],
	[1_048_577, '1.1'],
])('%i bytes are %s MB, rounded up', (bytes, words) => {
	expect(megabytes(bytes)).toBe(words);
});

describe('of an uploaded file the path decides', () => {
	const video = 'is a video; Images allows only pictures';
	const untyped = 'cannot be posted';
	const uppercase = 'cannot be posted: its path must end in lowercase letters';
	const avif = 'is of type AVIF, which posts cannot have';

	test.each<[string, Partial<Record<Takes, string>>]>([
		['https://media.example/cup.png', {}],
		['/uploads/cup.jpeg?size=small', {}],
		['/uploads/cup.JPEG', { postMedia: uppercase }],
		['https://media.example/cup.avif', { postMedia: avif }],
		['https://media.example/cup', { postMedia: untyped }],
		['https://media.example/pour.mp4', { pictures: video }],
		['a.MP4', { pictures: video, postMedia: uppercase }],
		['a.mp4?x=.png', { pictures: video }],
		['a.png?x=.mp4', {}],
		['a.mp4.png', {}],
	])('%s', (path, refusals) => {
		for (const takes of ALL) {
			const refuse = () => refusePath(path, takes, LABEL);
			const refusal = refusals[takes];
			if (refusal === undefined) expect(refuse).not.toThrow();
			else expect(problemOf(refuse)[0]).toBe(`${LABEL} ${refusal}`);
		}
	});
});

test.each<[string, RegExp]>([
	['\0\0\0\x18ftypheic\0\0\0\0mif1', /is a HEIC photo; Convert it to JPEG/],
	['\0\0\0\x14ftypqt  \0\0\0\0', /is a QuickTime movie; Convert it to MP4/],
	['\n<!DOCTYPE html><html>', /is a web page, not a file; Share it/],
	['%PDF-1.7', /is a PDF; /],
	['<svg xmlns="http://www.w3.org/2000/svg">', /is an SVG drawing; /],
	['\x1a\x45\xdf\xa3\x01', /is a WebM or MKV video; /],
	['hello', /is not of a type that Postiz accepts; /],
])('%j is named by what it is', (start, said) => {
	const foreign = foreignType(Buffer.from(start, 'latin1'));
	const [message, description] = problemOf(() =>
		acceptFile({ label: 'The file', type: undefined, size: 9, foreign }, 'postMedia'),
	);
	expect(`${message}; ${description.replace('Its content decides, not its name. ', '')}`).toMatch(
		said,
	);
});

test('a path that an old Postiz gave a wrong ending says so', () => {
	expect(() => refusePath('https://media.example/abc.mp4s', 'postMedia', 'It')).toThrow(
		'this Postiz names MP4 files wrongly',
	);
});
