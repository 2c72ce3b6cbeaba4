import type { FileSource } from '../../../nodes/Postiz/media/fileSource';
import {
	createAsIsFile,
	createUploadFile,
	createUrlFile,
	type MediaFile,
} from '../../../nodes/Postiz/media/mediaFile';
import type { UploadedFile } from '../../../nodes/Postiz/transport/apiTypes';
import type { Cache } from '../../../nodes/Postiz/common/memoize';
import { createSampleFile, JPEG, MP4, createMp4, PNG, createPng } from '../../shared/samples.cjs';
import { createSource, createUploads } from './createStorage.cjs';

const CUP = 'https://media.example/cup.png';
const UPLOAD = { id: 'u1', path: CUP };

const createUploadSource = (path: string): FileSource => ({
	from: 'upload',
	reference: { ...UPLOAD, path },
});

describe('opening', () => {
	const open = async (named: FileSource) => {
		const [file] = await createUploads({
			files: { a: createSampleFile(MP4, 5000) },
		}).uploads.inspect([named]);
		return file;
	};

	test('does not open a URL', async () => {
		for (const url of [CUP, 'http://media.example/cup', 'https://media.example/cup.avif']) {
			expect(await open({ from: 'url', url })).toEqual(createUrlFile(url));
		}
	});

	test('reads the type of a file from its bytes, once', async () => {
		const { uploads, opened } = createUploads({ files: { a: createSampleFile(JPEG, 5000) } });
		const named = createSource('a');
		const [file, same] = await uploads.inspect([named, named]);
		expect(file).toMatchObject({ kind: 'image', extension: 'jpg', local: { size: 5000 } });
		expect([same, uploads.getFile(named)]).toEqual([file, file]);
		expect(opened).toHaveLength(1);
	});

	test('has no file before it is inspected', () => {
		const { uploads } = createUploads();
		expect(uploads.findFile(createSource('a'))).toBeUndefined();
		expect(() => uploads.getFile(createSource('a'))).toThrow('must be inspected before');
	});

	test('inspects a file on the web with `inspectsUrls`', async () => {
		const { uploads } = createUploads({ web: { [CUP]: createSampleFile(JPEG, 5000) } });
		const [file] = await uploads.inspect([{ from: 'url', url: CUP }], { inspectsUrls: true });
		expect(file).toEqual({ kind: 'image', extension: 'jpg', url: CUP });
		const missing = uploads.inspect([{ from: 'url', url: `${CUP}x` }], { inspectsUrls: true });
		await expect(missing).rejects.toThrow('could not be downloaded');
	});

	test('rejects an uploaded file by its path, unless it is sent unchanged', async () => {
		expect(await open(createUploadSource(CUP))).toEqual(createUploadFile(UPLOAD));
		const avif = { id: 'u1', path: 'https://media.example/cup.avif', own: 1 };
		await expect(open({ from: 'upload', reference: avif })).rejects.toThrow(
			'The uploaded file https://media.example/cup.avif cannot be posted',
		);
		expect(await open({ from: 'upload', reference: avif, asIs: true })).toEqual(
			createAsIsFile(avif),
		);
	});

	test('keeps other details of a file, except empty ones', async () => {
		const path = 'https://media.example/a.mp4';
		const plain = createUploadFile({ ...UPLOAD, path });
		expect(await open({ ...createUploadSource(path), alt: '' })).toEqual(plain);
		expect(
			await open({
				...createUploadSource(path),
				alt: 'Tea',
				cover: createUploadSource(CUP),
				coverAt: 0,
			}),
		).toEqual({
			...plain,
			alt: 'Tea',
			cover: createUploadFile(UPLOAD),
			coverAt: 0,
		});
	});

	test.each<[string, FileSource]>([
		['at an address', { from: 'url', url: 'https://media.example/a.MP4?b=1' }],
		['uploaded before', createUploadSource('https://media.example/a.mp4')],
		['of the item', createSource('a')],
	])('rejects a video %s as a cover', async (_where, cover) => {
		await expect(open({ from: 'url', url: CUP, cover })).rejects.toThrow('Cover is a video');
	});
});

test.each([
	'https://postiz.example/uploads/a.mp4',
	'https://files.example/a.mp4',
	'https://elsewhere.example/a.mp4',
])(
	'reads the upload of a model as one, or as a file on the web with the same details: %s',
	async (path) => {
		const thumbnail = 'https://files.example/cup.png';
		const reference = { ...UPLOAD, path, alt: 'Tea', thumbnail, thumbnailTimestamp: 1500 };
		const { uploads, client } = createUploads({ isTool: true });
		client.instance.filesOrigin = 'https://files.example';
		const [file] = await uploads.inspect([{ from: 'upload', reference: reference, asIs: true }]);
		const details = { alt: 'Tea', cover: createUrlFile(thumbnail), coverAt: 1500 };
		expect(file).toEqual(
			path.includes('elsewhere')
				? { ...createUrlFile(path), ...details }
				: createAsIsFile(reference),
		);
	},
);

test.each(['uploads/a.mp4', 'http://localhost/a.mp4'])(
	'rejects the upload of a model if n8n may not reach it: %s',
	async (path) => {
		const { uploads } = createUploads({ isTool: true });
		const message = `“${path}” is not a file of this Postiz instance`;
		await expect(uploads.inspect([createUploadSource(path)])).rejects.toThrow(message);
	},
);

describe('the cover of an upload of a model', () => {
	const path = 'https://postiz.example/uploads/a.mp4';
	const createCovered = (thumbnail: string): FileSource => ({
		from: 'upload',
		reference: { ...UPLOAD, path, thumbnail },
		asIs: true,
	});

	test('is uploaded if it is on another host', async () => {
		const { uploads, urls } = createUploads({ isTool: true });
		const [file] = await uploads.inspect([createCovered(CUP)]);
		expect(file).toEqual({ ...createAsIsFile({ ...UPLOAD, path }), cover: createUrlFile(CUP) });
		const references = await uploads.uploadAll([file]);
		expect([...references.values()]).toEqual([{ ...UPLOAD, path, thumbnail: CUP }]);
		expect(urls).toEqual([CUP]);
	});

	test.each([path, 'https://elsewhere.example/a.mp4'])(
		'is rejected if n8n may not reach it, also beside %s',
		async (filePath) => {
			const { uploads } = createUploads({ isTool: true });
			const thumbnail = 'http://169.254.169.254/latest/meta-data/a.png';
			const reference = { ...UPLOAD, path: filePath, thumbnail };
			await expect(uploads.inspect([{ from: 'upload', reference }])).rejects.toThrow(
				`“${thumbnail}” is not a file of this Postiz instance`,
			);
		},
	);
});

describe('sends a file once', () => {
	const send = async (files: Record<string, Buffer>, sources: FileSource[]) => {
		const { uploads, opened, ...seen } = createUploads({ files });
		const named = await uploads.inspect(sources);
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

	test('in all tries of a run', async () => {
		const known: Cache<UploadedFile> = new Map();
		const files = { a: createSampleFile(PNG, 5000) };
		const failing = createUploads({ files, known, results: [new Error('It failed')] });
		const tries = [failing, createUploads({ files, known }), createUploads({ files, known })];
		const sent: unknown[] = [];
		for (const { uploads } of tries) {
			const [file] = await uploads.inspect([createSource('a')]);
			await uploads.upload(file).then(
				({ id }) => sent.push(id),
				() => sent.push('failed'),
			);
		}
		expect(sent).toEqual(['failed', 'upload-1', 'upload-1']);
		expect(tries.map(({ requests }) => requests.length)).toEqual([1, 1, 0]);
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

describe('measuring files', () => {
	const PIXELS = { width: 400, height: 300 };
	const PICTURE = createPng(PIXELS.width, PIXELS.height);

	test('reads the size of pictures from the bytes of their check, and only if needed', async () => {
		const none = {
			c: createSampleFile(PNG.subarray(0, 16), 24),
			d: createPng(0, 300),
			e: createPng(400, 0),
		};
		const files = { a: PICTURE, b: createSampleFile(MP4, 5000), ...none };
		const { uploads, opened } = createUploads({ files });
		const checked = await uploads.inspect(Object.keys(files).map((id) => createSource(id)));
		expect(checked.filter(({ pixels }) => pixels)).toEqual([]);
		const measured = await Promise.all(checked.map(async (file) => await uploads.measure(file)));
		expect(measured.filter(({ pixels }) => pixels)).toMatchObject([{ pixels: PIXELS }]);
		expect(opened).toHaveLength(5);
	});

	test.each<{ title: string; how: Parameters<typeof createMp4>[0]; reads: number }>([
		{ title: 'at its start', how: {}, reads: 1 },
		{ title: 'at its end', how: { isLast: true, gap: 3_000_000 }, reads: 2 },
	])('reads the length of a video $title, in a file and at a URL', async ({ how, reads }) => {
		const video = createMp4({ seconds: 12.5, ...how });
		const at = 'https://media.example/a.mp4';
		const { uploads, requestedUrls } = createUploads({ files: { a: video }, web: { [at]: video } });
		const [local] = await uploads.inspect([createSource('a')]);
		const expected = { seconds: 12.5, fps: 30, codec: 'H.264', bytes: video.length };
		expect(await uploads.measure(local)).toMatchObject(expected);
		expect(await uploads.measure(createUrlFile(at))).toMatchObject(expected);
		expect(requestedUrls).toHaveLength(reads);
	});

	test('reads the type at a URL without an ending', async () => {
		const { uploads } = createUploads({ web: { 'https://media.example/a': PICTURE } });
		const file = await uploads.measure(createUrlFile('https://media.example/a'));
		expect(file).toMatchObject({
			kind: 'image',
			extension: 'png',
			pixels: PIXELS,
			hasAlpha: false,
		});
	});

	test.each<{ title: string; files: MediaFile[]; reads: number; pixels?: object }>([
		{
			title: 'reads a file at a URL once',
			files: [createUrlFile(CUP), createUploadFile(UPLOAD)],
			reads: 1,
			pixels: PIXELS,
		},
		{ title: 'skips a file that cannot be read', files: [createUrlFile(`${CUP}x`)], reads: 1 },
		{ title: 'skips a file of an existing post', files: [createAsIsFile(UPLOAD)], reads: 0 },
	])('$title', async ({ files, reads, pixels }) => {
		const { uploads, requestedUrls } = createUploads({ web: { [CUP]: PICTURE } });
		for (const file of files) {
			const { pixels: measured, bytes } = await uploads.measure(file);
			expect([measured, bytes]).toEqual([pixels, pixels && PICTURE.length]);
		}
		expect(requestedUrls).toHaveLength(reads);
	});
});

describe('compares a file with an uploaded one by its size and first bytes', () => {
	const OWN = 'https://acme.example/cup.png';
	/** How much of a file is read. */
	const READ = 262_144;
	const compare = async (file: MediaFile, web: Record<string, Buffer>, saysLength = true) => {
		const { uploads, requestedUrls } = createUploads({ web, saysLength });
		const reads = [0, 1].map(async () => await uploads.compareWithUpload(file, CUP));
		const [found, again] = await Promise.all(reads);
		expect(again).toBe(found);
		return { found, requestedUrls: requestedUrls.sort() };
	};

	test.each<{ what: string; own: Buffer; uploaded?: Buffer; expected: string }>([
		{
			what: 'the same file',
			own: createSampleFile(PNG, 5000, 1),
			uploaded: createSampleFile(PNG, 5000, 1),
			expected: 'same',
		},
		{
			what: 'another file of its size',
			own: createSampleFile(PNG, 5000, 1),
			uploaded: createSampleFile(PNG, 5000, 2),
			expected: 'other',
		},
		{
			what: 'a longer file with its beginning',
			own: createSampleFile(PNG, READ, 1),
			uploaded: createSampleFile(PNG, READ + 9, 1),
			expected: 'other',
		},
		{
			what: 'the same file, as long as what is read',
			own: createSampleFile(PNG, READ, 1),
			uploaded: createSampleFile(PNG, READ, 1),
			expected: 'same',
		},
		{
			what: 'the same large file',
			own: createSampleFile(PNG, READ + 9, 1),
			uploaded: createSampleFile(PNG, READ + 9, 1),
			expected: 'same',
		},
		{
			what: 'a longer large file',
			own: createSampleFile(PNG, READ + 9, 1),
			uploaded: createSampleFile(PNG, READ + 19, 1),
			expected: 'other',
		},
		{
			what: 'one of unknown length',
			own: createSampleFile(PNG, READ),
			uploaded: createSampleFile(PNG, READ),
			expected: 'uncompared',
		},
		{ what: 'nothing', own: createSampleFile(PNG, 5000, 1), expected: 'uncompared' },
	])('if the path has $what', async ({ what, own, uploaded, expected }) => {
		const web = { [OWN]: own, ...(uploaded && { [CUP]: uploaded }) };
		const saysLength = what !== 'one of unknown length';
		const { found, requestedUrls } = await compare(createUrlFile(OWN), web, saysLength);
		expect(found).toBe(expected);
		expect(requestedUrls).toEqual([OWN, CUP]);
	});

	test.each([
		['the same beginning', createSampleFile(PNG, READ + 9, 1), 'uncompared'],
		['another beginning', createSampleFile(PNG, READ + 9, 2), 'other'],
		['a known end', createSampleFile(PNG, 5000, 1), 'other'],
	])('if only the upload is of unknown length, and has %s', async (_what, uploaded, expected) => {
		const own = createSampleFile(PNG, READ + 9, 1);
		const { uploads } = createUploads({
			files: { own },
			web: { [CUP]: uploaded },
			saysLength: false,
		});
		const [file] = await uploads.inspect([createSource('own')]);
		expect(await uploads.compareWithUpload(file!, CUP)).toBe(expected);
	});

	test.each([createUrlFile(`${CUP}#top`), createUploadFile(UPLOAD)])(
		'without a request to its own URL: %j',
		async (file) => {
			expect(await compare(file, {})).toEqual({ found: 'same', requestedUrls: [] });
		},
	);
});
