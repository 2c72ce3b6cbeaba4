import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';

import { createFileForm, toFileName, UploadStream } from '../../../nodes/Postiz/media/uploadStream';
import { requireFileType, MAX_BYTES } from '../../../nodes/Postiz/media/fileType';
import { anyCharacter } from '../../harness/characters.cjs';
import { JPEG, PNG } from '../../shared/samples.cjs';

const createFile = (size?: number) => ({
	label: 'The file',
	name: 'cup.jpg',
	size,
	type: requireFileType('The file', PNG, 99),
	open: async () => await Promise.reject(new Error('nobody is to open it')),
});

test('describes a file by its name, type and size before it reads it', async () => {
	let wasRead = false;
	const bytes = (async function* () {
		wasRead = true;
		yield Buffer.from('abc');
	})();
	const file = createFileForm(createFile(3), bytes).get('file') as File;
	expect([file.name, file.type, file.size]).toEqual(['cup.png', 'image/png', 3]);
	expect(wasRead).toBe(false);
	expect(await text(file.stream())).toBe('abc');
});

describe('a file that is being sent', () => {
	const createStream = (...texts: string[]) =>
		Readable.from(texts.map((part) => Buffer.from(part)));
	async function* createFailingStream(error: Error) {
		yield Buffer.from('ab');
		throw error;
	}

	test.each([3, undefined])('arrives whole if it has the announced length: %p', async (size) => {
		const stream = new UploadStream(createFile(size), createStream('ab', 'c'));
		expect(await text(stream.read())).toBe('abc');
		expect(stream.readProblem).toBeUndefined();
	});

	const BROKEN = 'The file could not be read completely';
	test.each<{
		title: string;
		size?: number;
		bytes: () => AsyncIterable<Uint8Array>;
		message: string;
	}>([
		{ title: 'shorter than announced', size: 3, bytes: () => createStream('ab'), message: BROKEN },
		{
			title: 'longer than announced',
			size: 3,
			bytes: () => createStream('ab', 'cd'),
			message: BROKEN,
		},
		{
			title: 'broken off',
			size: 3,
			bytes: () => createFailingStream(new Error('disk gone')),
			message: BROKEN,
		},
		{
			title: 'broken off, of unknown length',
			bytes: () => createFailingStream(new Error('gone')),
			message: BROKEN,
		},
		{
			title: 'endless',
			bytes: () => Readable.from([Buffer.alloc(MAX_BYTES.image), Buffer.from('a')]),
			message: 'The file is more than 10 MB; the maximum for pictures is 10 MB',
		},
	])('ends the request if it is $title', async ({ size, bytes, message }) => {
		const stream = new UploadStream(createFile(size), bytes());
		await expect(text(stream.read())).rejects.toThrow('could not be read completely');
		expect(stream.readProblem).toMatchObject({ message });
	});

	test('does not hide a bug in the node', async () => {
		const bytes = createFailingStream(new TypeError('x is not a function'));
		await expect(text(new UploadStream(createFile(3), bytes).read())).rejects.toThrow(TypeError);
	});
});

describe('the name of an upload', () => {
	const [jpeg, png] = [JPEG, PNG].map((head) => requireFileType('It', head, 99));

	const listUnchanged = (...names: string[]) => names.map((name): [string, string] => [name, name]);

	test.each([
		...listUnchanged('cup.jpg', 'Cup of the day.jpg', 'Tässchen ☕ 東京.jpg'),
		...listUnchanged('say "cheese".jpg', "it's 50% off; yes.jpg"),
		// Wrong and missing extensions are corrected.
		...['cup.heic', 'cup.PNG', 'cup', 'cup.', '.. cup.jpg', 'cup.a1', 'cup.a', 'cup.1a'].map(
			(name) => [name, 'cup.jpg'],
		),
		['menu v1.2', 'menu v1.2.jpg'],
		['2026.11.21', '2026.11.21.jpg'],
		['cup.jpg.png', 'cup.jpg.jpg'],
		['Dr. Bean', 'Dr. Bean.jpg'],
		['Photo.JPeG', 'Photo.jpg'],
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
	] as Array<[string | undefined, string]>)('turns %j of a JPEG into %j', (name, fitted) => {
		expect(toFileName(name, jpeg)).toBe(fitted);
	});

	test('makes any name valid', () => {
		fc.assert(
			fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), (name) => {
				const fitted = toFileName(name, jpeg);
				expect(fitted).not.toMatch(/[\p{Cc}/\\]/u);
				expect(fitted).toMatch(/^[^.\s].*\.jpg$/is);
			}),
		);
	});

	test('reads a name of endless spaces and dots quickly', () => {
		expect(toFileName(`cup${' .'.repeat(100_000)}x.jpg`, jpeg)).toBe('cup.jpg');
	});

	test('shortens a long name between characters, and keeps its ending', () => {
		expect(toFileName(`${'☕'.repeat(500)}.jpeg`, jpeg)).toBe(`${'☕'.repeat(120)}.jpg`);
		expect(toFileName(`a${'😀'.repeat(121)}`, png)).toBe(`a${'😀'.repeat(59)}.png`);
	});
});
