import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

import { createFileForm, UploadStream } from '../../../nodes/Postiz/media/uploadStream';
import { requireFileType } from '../../../nodes/Postiz/media/fileType';
import { MAX_BYTES } from '../../../nodes/Postiz/media/fileSize';
import { PNG } from '../../shared/samples.cjs';

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
