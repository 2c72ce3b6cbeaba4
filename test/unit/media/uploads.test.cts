import type { Cache } from '../../../nodes/Postiz/common/memoize';
import type { FileSource } from '../../../nodes/Postiz/media/fileSource';
import {
	createUploadFile,
	createUrlFile,
	type MediaFile,
} from '../../../nodes/Postiz/media/mediaFile';
import type { UploadedFile } from '../../../nodes/Postiz/transport/apiTypes';
import { createSampleFile, PNG } from '../../shared/samples.cjs';
import { CUP, UPLOAD, createSource, createUploads } from './createStorage.cjs';

describe('sends a file once', () => {
	const send = async (files: Record<string, Buffer>, sources: FileSource[]) => {
		const { inspector, uploads, opened, ...seen } = createUploads({ files });
		const named = await inspector.inspect(sources);
		const known = await uploads.uploadAll(named);
		const references = named.map((file) => known.get(file)!);
		return { ...seen, opened: opened.map(({ id }) => id).join(''), references };
	};

	test('for any number of posts, and opens it to check it and to send it', async () => {
		const content = createSampleFile(PNG, 5000);
		const once = await send({ a: content }, [createSource('a')]);
		expect([once.contents, once.opened]).toEqual([[content], 'aa']);
		const reference = { id: 'upload-1', path: 'https://media.example/upload-1/cup.png' };
		expect(once.references).toEqual([reference]);
		const again = await send({ a: content }, [
			createSource('a'),
			createSource('a'),
			createSource('a'),
		]);
		expect(again.contents).toEqual([content]);
		expect(again.references).toEqual([reference, reference, reference]);
	});

	test('wherever n8n stores it, but not for another file with the same beginning', async () => {
		const start = createSampleFile(PNG, 300_000, 1);
		const [a, b] = ['a', 'b'].map((end) => Buffer.concat([start, Buffer.from(end)]));
		const files = { a, b, c: createSampleFile(PNG, 300_001, 2), d: Buffer.from(a) };
		const named = ['a', 'b', 'c', 'd'].map((id) => createSource(id));
		const { contents, opened, references } = await send(files, named);
		expect(contents).toHaveLength(3);
		const ids = references.map(({ id }) => id);
		expect(ids[3]).toBe(ids[0]);
		expect(new Set(ids).size).toBe(3);
		// To check, compare and send them.
		expect([...opened].sort().join('')).toBe('aaabbbcccdd');
	});

	test('in all attempts', async () => {
		const known: Cache<UploadedFile> = new Map();
		const files = { a: createSampleFile(PNG, 5000) };
		const failing = createUploads({ files, known, results: [new Error('It failed')] });
		const attempts = [failing, createUploads({ files, known }), createUploads({ files, known })];
		const sent: unknown[] = [];
		for (const { inspector, uploads } of attempts) {
			const [file] = await inspector.inspect([createSource('a')]);
			await uploads.upload(file).then(
				({ id }) => sent.push(id),
				() => sent.push('failed'),
			);
		}
		expect(sent).toEqual(['failed', 'upload-1', 'upload-1']);
		expect(attempts.map(({ requests }) => requests.length)).toEqual([1, 1, 0]);
	});

	test('and fetches a URL once, whatever its fragment', async () => {
		const { urls, references } = await send({}, [
			{ from: 'url', url: CUP, alt: 'A cup' },
			{ from: 'url', url: `${CUP}#top` },
		]);
		expect(urls).toEqual([CUP]);
		expect(references).toEqual([
			{ id: CUP, path: CUP, alt: 'A cup' },
			{ id: CUP, path: CUP },
		]);
	});
});

describe('a reference', () => {
	const COVER = createUploadFile({ id: 'c', path: CUP });
	const KNOWN = { ...UPLOAD, thumbnail: 'https://media.example/old.png', own: 1 };

	test.each<{ title: string; file: MediaFile; expected: object }>([
		{ title: 'only what is known', file: createUploadFile(UPLOAD), expected: UPLOAD },
		{ title: 'what it had', file: createUploadFile(KNOWN), expected: KNOWN },
		{
			title: 'what was entered in place of it',
			file: { ...createUploadFile(KNOWN), alt: 'A cup', cover: COVER, coverAt: 1500 },
			expected: { ...KNOWN, alt: 'A cup', thumbnail: CUP, thumbnailTimestamp: 1500 },
		},
		{ title: 'nothing empty', file: { ...createUploadFile(UPLOAD), alt: '' }, expected: UPLOAD },
		{
			title: 'the first moment, too',
			file: { ...createUploadFile(UPLOAD), coverAt: 0 },
			expected: { ...UPLOAD, thumbnailTimestamp: 0 },
		},
		{
			title: 'of an upload its ID and path',
			file: { ...createUrlFile(CUP), cover: createUrlFile('https://media.example/a.mp4.png') },
			expected: { id: CUP, path: CUP, thumbnail: 'https://media.example/a.mp4.png' },
		},
	])('has $title', async ({ file, expected }) => {
		const references = await createUploads().uploads.uploadAll([file, file]);
		expect([...references]).toStrictEqual([[file, expected]]);
	});

	test('has no cover at a URL that the service rejects', async () => {
		const { uploads, requests } = createUploads();
		const path = 'http://localhost:4007/c.png';
		const file = { ...createUrlFile(CUP), cover: createUploadFile({ id: 'c', path }) };
		await expect(uploads.uploadAll([file])).rejects.toThrow(`Cover cannot be ${path}`);
		expect(requests).toEqual([]);
	});
});

test('opens eight files at a time to check and compare them', async () => {
	const ids = Array.from({ length: 20 }, (_, index) => `file-${index}`);
	const files = Object.fromEntries(
		ids.map((id, index) => [id, createSampleFile(PNG, 300_000, index)]),
	);
	const { inspector, uploads, context, opened } = createUploads({ files });
	const sources = ids.map((id) => createSource(id));
	const checked = await inspector.inspect(sources.slice(0, 10));
	const checkedCount = opened.length;
	const openFile = context.helpers.getBinaryStream.bind(context.helpers);
	let release: () => void = () => {};
	const released = new Promise<void>((resolve) => (release = resolve));
	let waitingCount = 0;
	context.helpers.getBinaryStream = async (...args) => {
		waitingCount++;
		await released;
		return await openFile(...args);
	};
	const all = Promise.all([
		uploads.uploadAll(checked),
		...sources.slice(10).map(async (source) => await inspector.inspect([source])),
	]);
	await new Promise((resolve) => setImmediate(resolve));
	expect([checkedCount, waitingCount]).toEqual([10, 8]);
	release();
	await all;
});
