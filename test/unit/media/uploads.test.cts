import { Readable } from 'node:stream';

import type { IExecuteFunctions } from 'n8n-workflow';

import type { FileSource } from '../../../nodes/Postiz/media/fileSource';
import {
	PREVIEW_ID,
	toPreview,
	Uploads,
	type CheckedFile,
	type UploadOptions,
} from '../../../nodes/Postiz/media/uploads';
import type { ApiRequest, PostizClient } from '../../../nodes/Postiz/transport/client';
import type { ApiAnswer, Exchange } from '../../../nodes/Postiz/transport/types';
import { fileOf, MP4, PNG } from '../../service/samples.cjs';
import { storageOf, stored } from './binaries.cjs';

const CUP = 'https://media.example/cup.png';
const UPLOAD = { id: 'u1', path: CUP };
const OPTIONS: UploadOptions = { takes: 'postMedia', continuesOnError: false };
const NO_CLIENT = {} as PostizClient;

const source = (id: string, fileName = 'cup.png'): FileSource => ({
	from: 'binary',
	field: 'data',
	binary: stored(id, fileName),
});

/** A service that takes every file, and what it was sent; `answerTo` refuses some. */
function createService(answerTo: (content: Buffer) => ApiAnswer | undefined = () => undefined) {
	const contents: Buffer[] = [];
	const urls: string[] = [];
	const take = async ({ path, body }: ApiRequest): Promise<ApiAnswer> => {
		if (path === '/upload-from-url') {
			const { url } = body as unknown as { url: string };
			urls.push(url);
			return { status: 201, headers: {}, body: { id: url, path: url } };
		}
		const file = (body as FormData).get('file') as File;
		const chunks: Uint8Array[] = [];
		for await (const chunk of file.stream() as unknown as AsyncIterable<Uint8Array>) {
			chunks.push(chunk);
		}
		const content = Buffer.concat(chunks);
		contents.push(content);
		const id = `upload-${contents.length}`;
		return (
			answerTo(content) ?? {
				status: 201,
				headers: {},
				body: { id, path: `https://media.example/${id}/${file.name}` },
			}
		);
	};
	const client = {
		exchange: async (request: ApiRequest): Promise<Exchange> => ({
			kind: 'answer',
			answer: await take(request),
		}),
		isLimitOver: async () => false,
		explain: (exchange: Exchange, request: ApiRequest) =>
			(exchange.kind === 'answer' ? request.explain?.(exchange.answer) : undefined) ?? {
				message: 'It failed',
				description: '',
			},
	} as unknown as PostizClient;
	return { client, contents, urls };
}

test.each([
	[1_073_741_824, undefined],
	[
		1_073_741_825,
		'The file “pour.mp4” in data has 1024.1 MB; Postiz takes videos of at most 1024 MB',
	],
])('a video of %s bytes is measured without reading it', async (fileSize, message) => {
	const context = {
		getInputData: () => [],
		helpers: {
			getBinaryMetadata: async () => ({ fileSize }),
			getBinaryStream: async () => Readable.from([MP4, Buffer.alloc(100)]),
		},
	} as unknown as IExecuteFunctions;
	const uploads = new Uploads(context, NO_CLIENT, OPTIONS);
	const checked = uploads.check(source('filesystem-v2:1', 'pour.mp4'));
	await (message === undefined
		? expect(checked).resolves.toMatchObject({ type: { extension: 'mp4' } })
		: expect(checked).rejects.toThrow(message));
});

describe('checking', () => {
	const check = async (checked: FileSource, takes: UploadOptions['takes'] = 'postMedia') =>
		await new Uploads(storageOf({}).context, NO_CLIENT, { ...OPTIONS, takes }).check(checked);

	test('leaves open what lies at an address, unless its ending says that it is wrong', async () => {
		for (const url of [CUP, 'http://media.example/cup', 'https://media.example/cup.avif']) {
			expect(await check({ from: 'url', url })).toEqual({ from: 'url', url });
		}
		await expect(
			check({ from: 'url', url: 'https://media.example/a.mp4?key=secret' }, 'pictures'),
		).rejects.toThrow('https://media.example/a.mp4 is a video; Images takes pictures only');
	});

	test('refuses an uploaded file by its path', async () => {
		const upload = { from: 'upload', ...UPLOAD } as const;
		expect(await check(upload)).toEqual(upload);
		await expect(
			check({ ...upload, path: 'https://media.example/cup.avif' }),
		).rejects.toMatchObject({
			message:
				'The uploaded file https://media.example/cup.avif is of type AVIF, which no post can carry',
		});
	});
});

describe('a file is sent once', () => {
	const upload = async (files: Record<string, Buffer>, sources: FileSource[]) => {
		const { context, opened } = storageOf(files);
		const service = createService();
		const uploads = new Uploads(context, service.client, OPTIONS);
		const checked = await uploads.checkAll(sources);
		const references = await uploads.references(checked);
		return { ...service, opened: opened.map(({ id }) => id), references };
	};

	test('however many posts name it, and is opened to check it and to send it', async () => {
		const content = fileOf(PNG, 5000);
		const { contents, opened, references } = await upload({ a: content }, [source('a')]);
		expect(contents).toEqual([content]);
		expect(opened).toEqual(['a', 'a']);
		expect(references).toEqual([
			{ id: 'upload-1', path: 'https://media.example/upload-1/cup.png' },
		]);
		const again = await upload({ a: content }, [source('a'), source('a'), source('a')]);
		expect(again.contents).toEqual([content]);
		expect(again.references.map(({ id }) => id)).toEqual(Array(3).fill('upload-1'));
	});

	test('wherever n8n keeps its bytes', async () => {
		const content = fileOf(PNG, 5000);
		const { contents, references } = await upload({ a: content, b: Buffer.from(content) }, [
			source('a', 'a.png'),
			source('b', 'b.png'),
		]);
		expect(contents).toHaveLength(1);
		expect(new Set(references.map(({ id }) => id)).size).toBe(1);
	});

	test('but not for another of its size', async () => {
		const files = { a: fileOf(PNG, 5000, 1), b: fileOf(PNG, 5000, 2), c: fileOf(PNG, 4000) };
		const { contents, opened, references } = await upload(
			files,
			['a', 'b', 'c'].map((id) => source(id)),
		);
		expect(contents).toHaveLength(3);
		expect(new Set(references.map(({ id }) => id)).size).toBe(3);
		// Only files of one size are read once more, to compare them.
		expect(opened.filter((id) => id === 'a')).toHaveLength(3);
		expect(opened.filter((id) => id === 'b')).toHaveLength(3);
		expect(opened.filter((id) => id === 'c')).toHaveLength(2);
	});

	test('and an address is fetched once, whatever its fragment', async () => {
		const { urls, references } = await upload({}, [
			{ from: 'url', url: CUP, alt: 'A cup' },
			{ from: 'url', url: `${CUP}#top` },
		]);
		expect(urls).toEqual([CUP]);
		expect(references).toEqual([
			{ id: CUP, path: CUP, alt: 'A cup' },
			{ id: CUP, path: CUP },
		]);
	});

	test('and one that the service has already not at all', async () => {
		const { urls, contents, references } = await upload({}, [
			{ from: 'upload', ...UPLOAD, alt: 'A cup', thumbnail: CUP },
		]);
		expect([urls, contents]).toEqual([[], []]);
		expect(references).toEqual([{ ...UPLOAD, alt: 'A cup', thumbnail: CUP }]);
	});
});

describe('after a file that was refused', () => {
	const bad = fileOf(PNG, 3000);
	const upload = async (continuesOnError: boolean) => {
		const files: Record<string, Buffer> = { bad };
		for (let size = 1; size <= 9; size++) files[`good ${size}`] = fileOf(PNG, 4000 + size);
		const { context } = storageOf(files);
		const { client, contents } = createService((content) =>
			content.equals(bad) ? { status: 400, headers: {}, body: { message: 'odd' } } : undefined,
		);
		const uploads = new Uploads(context, client, { ...OPTIONS, continuesOnError });
		const checked = await uploads.checkAll(Object.keys(files).map((id) => source(id)));
		const results = await Promise.allSettled(checked.map((file) => uploads.upload(file)));
		return {
			contents,
			reasons: results.flatMap((result) => ('reason' in result ? [result.reason as object] : [])),
		};
	};
	const refused = { message: 'The file “cup.png” in data was refused by Postiz: odd' };

	test('the others are not sent, and say why', async () => {
		const { contents, reasons } = await upload(false);
		expect(contents.length).toBeLessThan(10);
		expect(reasons).toHaveLength(10 - (contents.length - 1));
		expect(reasons[0]).toMatchObject(refused);
		for (const reason of reasons.slice(1)) expect(reason).toMatchObject({ isFollowUp: true });
	});

	test('the others are sent if failures do not end the node', async () => {
		const { contents, reasons } = await upload(true);
		expect(contents).toHaveLength(10);
		expect(reasons).toMatchObject([refused]);
	});
});

test('a mistake in the code is told as what it is, not as a failure of the service', async () => {
	const mistake = new TypeError('x is not a function');
	const { context } = storageOf({ one: fileOf(PNG, 10), two: fileOf(PNG, 20) });
	const { client } = createService(() => {
		throw mistake;
	});
	const uploads = new Uploads(context, client, OPTIONS);
	const [one, two] = await uploads.checkAll([source('one'), source('two')]);
	await expect(uploads.upload(one)).rejects.toBe(mistake);
	await expect(uploads.upload(two)).rejects.toBe(mistake);

	const broken = {
		helpers: { getBinaryMetadata: async () => await Promise.reject(mistake) },
	} as unknown as IExecuteFunctions;
	const files = new Uploads(broken, client, OPTIONS);
	await expect(files.check(source('filesystem-v2:1'))).rejects.toBe(mistake);
	const fetching = {
		helpers: { httpRequest: async () => await Promise.reject(mistake) },
		getExecutionCancelSignal: () => undefined,
	} as unknown as IExecuteFunctions;
	const address = { from: 'url', url: 'http://media.example/cup.png' } as const;
	await expect(new Uploads(fetching, client, OPTIONS).upload(address)).rejects.toBe(mistake);
});

test('a reference has what is known, and nothing empty', async () => {
	const { context } = storageOf({});
	const uploads = new Uploads(context, NO_CLIENT, OPTIONS);
	const known: CheckedFile = { from: 'upload', ...UPLOAD };
	const [plain, full] = await uploads.references([
		known,
		{
			...known,
			thumbnail: 'https://media.example/old.png',
			alt: 'A cup',
			cover: { from: 'upload', id: 'c', path: CUP },
			coverAt: 1500,
		},
	]);
	expect(plain).toEqual(UPLOAD);
	expect(full).toEqual({ ...UPLOAD, alt: 'A cup', thumbnail: CUP, thumbnailTimestamp: 1500 });
});

test('a preview shows what kind of file it is, before there is a reference', async () => {
	const { context } = storageOf({ a: fileOf(MP4, 5000) });
	const file = await new Uploads(context, NO_CLIENT, OPTIONS).check(source('a', 'pour'));
	expect(toPreview(file)).toEqual({ id: PREVIEW_ID, path: 'preview.mp4' });
	expect(toPreview({ ...file, size: { width: 4, height: 3 } }).size).toEqual({
		width: 4,
		height: 3,
	});
	const url: CheckedFile = { from: 'url', url: `${CUP}?a=1#top`, alt: 'A cup' };
	expect(toPreview(url)).toEqual({ id: PREVIEW_ID, path: 'preview.png', alt: 'A cup' });
	expect(toPreview({ from: 'url', url: 'https://media.example/cup' }).path).toBe('preview');
	const upload: CheckedFile = { from: 'upload', ...UPLOAD, thumbnail: CUP };
	expect(toPreview(upload)).toEqual({ ...UPLOAD, thumbnail: CUP });
	expect(toPreview({ ...upload, cover: url }).thumbnail).toBe(PREVIEW_ID);
});

describe('pictures are measured', () => {
	const picture = (width: number, height: number) => {
		const bytes = Buffer.alloc(5000);
		bytes.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
		bytes.writeUInt32BE(width, 16);
		bytes.writeUInt32BE(height, 20);
		return bytes;
	};
	const sizesOf = async (files: Record<string, Buffer>) => {
		const { context } = storageOf(files);
		const uploads = new Uploads(context, NO_CLIENT, OPTIONS);
		const checked = await uploads.checkAll(Object.keys(files).map((id) => source(id)));
		return (await uploads.measureAll(checked)).map(({ size }) => size);
	};

	test('by their first bytes; other files have no size', async () => {
		expect(
			await sizesOf({ a: picture(400, 300), b: fileOf(MP4, 5000), c: fileOf(PNG, 24) }),
		).toEqual([{ width: 400, height: 300 }, undefined, undefined]);
	});
});
