import type { FileSource } from '../../../nodes/Postiz/media/fileSource';
import {
	createUncheckedFile,
	createUploadFile,
	createUrlFile,
	type MediaFile,
} from '../../../nodes/Postiz/media/mediaFile';
import { createMp4, createPng, createSampleFile, JPEG, MP4, PNG } from '../../shared/samples.cjs';
import { CUP, UPLOAD, createSource, createUploads, createUploadSource } from './createStorage.cjs';

describe('inspecting files', () => {
	const open = async (named: FileSource) => {
		const [file] = await createUploads({
			files: { a: createSampleFile(MP4, 5000) },
		}).inspector.inspect([named]);
		return file;
	};

	test('does not open a URL', async () => {
		for (const url of [CUP, 'http://media.example/cup', 'https://media.example/cup.avif']) {
			expect(await open({ from: 'url', url })).toEqual(createUrlFile(url));
		}
	});

	test('reads the type of a file from its bytes, once', async () => {
		const { inspector, opened } = createUploads({ files: { a: createSampleFile(JPEG, 5000) } });
		const named = createSource('a');
		const [file, same] = await inspector.inspect([named, named]);
		expect(file).toMatchObject({ kind: 'image', extension: 'jpg', local: { size: 5000 } });
		expect([same, inspector.getInspectedFile(named)]).toEqual([file, file]);
		expect(opened).toHaveLength(1);
	});

	test('has no file before it is inspected', () => {
		const { inspector } = createUploads();
		expect(inspector.findInspectedFile(createSource('a'))).toBeUndefined();
		expect(() => inspector.getInspectedFile(createSource('a'))).toThrow('must be inspected before');
	});

	test('inspects a file on the web with `inspectsUrls`', async () => {
		const { inspector } = createUploads({ web: { [CUP]: createSampleFile(JPEG, 5000) } });
		const [file] = await inspector.inspect([{ from: 'url', url: CUP }], { inspectsUrls: true });
		expect(file).toEqual({ kind: 'image', extension: 'jpg', url: CUP });
		const missing = inspector.inspect([{ from: 'url', url: `${CUP}x` }], { inspectsUrls: true });
		await expect(missing).rejects.toThrow('could not be downloaded');
	});

	test('rejects an uploaded file by its path, unless it is sent unchanged', async () => {
		expect(await open(createUploadSource(CUP))).toEqual(createUploadFile(UPLOAD));
		const avif = { id: 'u1', path: 'https://media.example/cup.avif', own: 1 };
		await expect(open({ from: 'upload', reference: avif })).rejects.toThrow(
			'The uploaded file https://media.example/cup.avif cannot be posted',
		);
		expect(await open({ from: 'upload', reference: avif, isUnchecked: true })).toEqual(
			createUncheckedFile(avif),
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
		const { inspector, opened } = createUploads({ files });
		const checked = await inspector.inspect(Object.keys(files).map((id) => createSource(id)));
		expect(checked.filter(({ pixels }) => pixels)).toEqual([]);
		const measured = await Promise.all(
			checked.map(async (file) => await inspector.inspectAndAddFacts(file)),
		);
		expect(measured.filter(({ pixels }) => pixels)).toMatchObject([{ pixels: PIXELS }]);
		expect(opened).toHaveLength(5);
	});

	test.each<{ title: string; how: Parameters<typeof createMp4>[0]; reads: number }>([
		{ title: 'at its start', how: {}, reads: 1 },
		{ title: 'at its end', how: { isLast: true, gap: 3_000_000 }, reads: 2 },
	])('reads the length of a video $title, in a file and at a URL', async ({ how, reads }) => {
		const video = createMp4({ seconds: 12.5, ...how });
		const at = 'https://media.example/a.mp4';
		const { inspector, requestedUrls } = createUploads({
			files: { a: video },
			web: { [at]: video },
		});
		const [local] = await inspector.inspect([createSource('a')]);
		const expected = { seconds: 12.5, fps: 30, codec: 'H.264', bytes: video.length };
		expect(await inspector.inspectAndAddFacts(local)).toMatchObject(expected);
		expect(await inspector.inspectAndAddFacts(createUrlFile(at))).toMatchObject(expected);
		expect(requestedUrls).toHaveLength(reads);
	});

	test('reads the type at a URL without an ending', async () => {
		const { inspector } = createUploads({ web: { 'https://media.example/a': PICTURE } });
		const file = await inspector.inspectAndAddFacts(createUrlFile('https://media.example/a'));
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
		{ title: 'skips a file of an existing post', files: [createUncheckedFile(UPLOAD)], reads: 0 },
	])('$title', async ({ files, reads, pixels }) => {
		const { inspector, requestedUrls } = createUploads({ web: { [CUP]: PICTURE } });
		for (const file of files) {
			const { pixels: measured, bytes } = await inspector.inspectAndAddFacts(file);
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
		const { inspector, requestedUrls } = createUploads({ web, saysLength });
		const reads = [0, 1].map(async () => await inspector.compareWithUpload(file, CUP));
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
			expected: 'different',
		},
		{
			what: 'a longer file with its beginning',
			own: createSampleFile(PNG, READ, 1),
			uploaded: createSampleFile(PNG, READ + 9, 1),
			expected: 'different',
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
			expected: 'different',
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
		['another beginning', createSampleFile(PNG, READ + 9, 2), 'different'],
		['a known end', createSampleFile(PNG, 5000, 1), 'different'],
	])('if only the upload is of unknown length, and has %s', async (_what, uploaded, expected) => {
		const own = createSampleFile(PNG, READ + 9, 1);
		const { inspector } = createUploads({
			files: { own },
			web: { [CUP]: uploaded },
			saysLength: false,
		});
		const [file] = await inspector.inspect([createSource('own')]);
		expect(await inspector.compareWithUpload(file!, CUP)).toBe(expected);
	});

	test('if the stored file has no path', async () => {
		const { inspector } = createUploads({ files: { own: createSampleFile(PNG, 5000, 1) } });
		const [file] = await inspector.inspect([createSource('own')]);
		expect(await inspector.compareWithUpload(file!, undefined)).toBe('uncompared');
	});

	test.each([createUrlFile(`${CUP}#top`), createUploadFile(UPLOAD)])(
		'without a request to its own URL: %j',
		async (file) => {
			expect(await compare(file, {})).toEqual({ found: 'same', requestedUrls: [] });
		},
	);
});
