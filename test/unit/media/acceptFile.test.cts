import {
	acceptFile,
	megabytes,
	refusePath,
	refuseVideo,
	sizeLimit,
	type Takes,
} from '../../../nodes/Postiz/media/acceptFile';
import { MAX_BYTES, SNIFF_LENGTH } from '../../../nodes/Postiz/media/fileType';
import { MP4, PNG, REFUSED, TAKEN } from '../../shared/samples.cjs';
import { problemOf } from '../support/problem.cjs';

const LABEL = 'The file “cup” in data';
const POSTED = ['png', 'jpg', 'gif', 'webp', 'mp4'];
const ALL: Takes[] = ['anyUpload', 'postMedia', 'pictures'];

const accept = (head: Uint8Array, takes: Takes, size = 1000) =>
	acceptFile({ label: LABEL, head, size }, takes);

describe('what a file starts with decides', () => {
	test.each(TAKEN)('%s', (extension, mime, head) => {
		expect(accept(head, 'anyUpload')).toMatchObject({ extension, mime });
		if (POSTED.includes(extension)) {
			expect(accept(head, 'postMedia')).toMatchObject({ extension, mime });
		} else {
			expect(problemOf(() => accept(head, 'postMedia'))).toEqual([
				`${LABEL} is of type ${extension.toUpperCase()}, which posts cannot have`,
				'Posts can have PNG, JPEG, GIF and WebP pictures and MP4 videos, with paths that end in these types. Convert it first.',
			]);
		}
		if (extension === 'mp4') {
			expect(problemOf(() => accept(head, 'pictures'))).toEqual([
				`${LABEL} is a video; Images allows only pictures`,
				'Use a JPEG, PNG, GIF or WebP picture instead.',
			]);
		} else {
			expect(accept(head, 'pictures')).toMatchObject({ extension, mime });
		}
	});

	test.each(REFUSED)('%s', (_kind, head) => {
		for (const takes of ALL) {
			expect(problemOf(() => accept(head, takes))).toEqual([
				`${LABEL} is not of a type that Postiz accepts`,
				expect.stringContaining(
					'JPEG, PNG, GIF and WebP pictures and MP4 videos. Convert it first',
				),
			]);
		}
	});
});

test('an empty file is refused as such', () => {
	for (const takes of ALL) {
		expect(problemOf(() => accept(Buffer.alloc(0), takes, 0))).toEqual([
			`${LABEL} is empty`,
			'Check the node that created it: there is nothing to upload.',
		]);
	}
});

describe('the size', () => {
	test.each([
		['pictures', PNG, MAX_BYTES.image, '10.1 MB; the maximum for pictures is 10 MB'],
		['videos', MP4, MAX_BYTES.video, '1024.1 MB; the maximum for videos is 1024 MB'],
	])('of %s may be the max, and no byte more', (_kind, head, max, words) => {
		expect(() => accept(head, 'postMedia', max)).not.toThrow();
		expect(problemOf(() => accept(head, 'postMedia', max + 1))).toEqual([
			`${LABEL} has ${words}`,
			'Make it smaller first.',
		]);
	});

	test('of a download is limited by how it starts', () => {
		const limit = (head: Uint8Array) => sizeLimit({ label: LABEL, head }, 'postMedia');
		const { maxBytes, tooLarge } = limit(PNG);
		expect(maxBytes).toBe(MAX_BYTES.image);
		expect(tooLarge.message).toBe(
			`${LABEL} has more than 10 MB; the maximum for pictures is 10 MB`,
		);
		expect(limit(MP4).maxBytes).toBe(MAX_BYTES.video);
		const pdf = Buffer.from('%PDF-1.7\n'.padEnd(SNIFF_LENGTH));
		expect(problemOf(() => limit(pdf))[0]).toBe(`${LABEL} is not of a type that Postiz accepts`);
	});

	test.each([
		[1, '0.1'],
		[104_858, '0.2'],
		[1_048_576, '1'],
		[1_048_577, '1.1'],
	])('%i bytes are %s MB, rounded up', (bytes, words) => {
		expect(megabytes(bytes)).toBe(words);
	});
});

describe('of an uploaded file the path decides', () => {
	const path = (name: string, takes: Takes) => () => refusePath(name, takes, LABEL);

	test.each([
		['https://media.example/cup.png', ALL],
		['/uploads/cup.jpeg?size=small', ALL],
		['/uploads/cup.JPEG', ['anyUpload', 'pictures']],
		['https://media.example/pour.mp4', ['anyUpload', 'postMedia']],
		['https://media.example/cup.avif', ['anyUpload', 'pictures']],
		['https://media.example/cup', ['anyUpload', 'pictures']],
	] as Array<[string, Takes[]]>)('%s is for %j', (name, fitting) => {
		for (const takes of ALL) {
			if (fitting.includes(takes)) expect(path(name, takes)).not.toThrow();
			else expect(path(name, takes)).toThrow(LABEL);
		}
	});

	test('an ending that no post can carry is named; without one the file is', () => {
		expect(problemOf(path('https://media.example/cup.avif', 'postMedia'))[0]).toBe(
			`${LABEL} is of type AVIF, which posts cannot have`,
		);
		expect(problemOf(path('https://media.example/cup', 'postMedia'))[0]).toBe(
			`${LABEL} cannot be posted`,
		);
		expect(problemOf(path('https://media.example/cup.PNG', 'postMedia'))[0]).toBe(
			`${LABEL} cannot be posted: its path must end in lowercase letters`,
		);
	});

	test('a video is one in capitals and before a query too', () => {
		for (const name of ['a.MP4', 'a.mp4?x=.png', 'a.mp4#x.png']) {
			expect(() => refuseVideo(name, LABEL)).toThrow('is a video');
		}
		for (const name of ['a.png?x=.mp4', 'mp4', 'a.mp4.png']) {
			expect(() => refuseVideo(name, LABEL)).not.toThrow();
		}
	});
});
