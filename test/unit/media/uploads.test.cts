import { Readable } from 'node:stream';

import type { IExecuteFunctions } from 'n8n-workflow';

import type { Takes } from '../../../nodes/Postiz/media/acceptFile';
import type { FileSource } from '../../../nodes/Postiz/media/fileSource';
import {
	plannedReference,
	plannedUpload,
	plannedUrl,
	type MediaFile,
} from '../../../nodes/Postiz/media/mediaFile';
import { Uploads } from '../../../nodes/Postiz/media/uploads';
import type { ApiAnswer, Exchange } from '../../../nodes/Postiz/transport/answer';
import type { ApiRequest, PostizClient } from '../../../nodes/Postiz/transport/client';
import { endpoints } from '../../../nodes/Postiz/transport/endpoints';
import { Instance } from '../../../nodes/Postiz/transport/instance';
import { fileOf, JPEG, MP4, PNG, pngOf } from '../../shared/samples.cjs';
import { storageOf, stored } from './binaries.cjs';

const CUP = 'https://media.example/cup.png';
const UPLOAD = { id: 'u1', path: CUP };
const NO_CLIENT = {} as PostizClient;

const upload = (path: string): FileSource => ({
	from: 'upload',
	reference: { ...UPLOAD, path },
});

const source = (id: string, fileName = 'cup.png'): FileSource => ({
	from: 'binary',
	field: 'data',
	binary: stored(id, fileName),
});

/** The exchange of a client that answers like this. */
const exchanging =
	(answer: (request: ApiRequest) => Promise<Exchange>) =>
	async (request: ApiRequest, trying?: (send: typeof answer) => Promise<Exchange>) =>
		await (trying?.(answer) ?? answer(request));

interface Refusals {
	/** Answers instead of the service. */
	answerTo?: (content: Buffer) => ApiAnswer | undefined;
	/** The status that addresses are rejected with. */
	urlStatus?: number;
}

/** A service that accepts every file, and records what it received. */
function createService({ answerTo = () => undefined, urlStatus }: Refusals = {}) {
	const contents: Buffer[] = [];
	const urls: string[] = [];
	const requests: ApiRequest[] = [];
	const take = async ({ path, body }: ApiRequest): Promise<ApiAnswer> => {
		if (path === '/upload-from-url') {
			const { url } = body as unknown as { url: string };
			urls.push(url);
			if (urlStatus) return { status: urlStatus, headers: {}, body: {} };
			return { status: 201, headers: {}, body: { id: url, path: url, name: 'c.png' } };
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
		instance: new Instance(),
		exchange: exchanging(async (request) => {
			requests.push(request);
			return { kind: 'answer', answer: await take(request) };
		}),
		explain: (exchange: Exchange, request: ApiRequest) =>
			(exchange.kind === 'answer' ? request.explain?.(exchange.answer) : undefined) ?? {
				message: 'It failed',
				description: '',
			},
	} as unknown as PostizClient;
	return { client, contents, urls, requests };
}

test.each([
	[1_073_741_824, undefined],
	[1_073_741_825, 'The file “pour.mp4” in data has 1024.1 MB; the maximum for videos is 1024 MB'],
])('a video of %s bytes is measured without reading it', async (fileSize, message) => {
	const context = {
		getInputData: () => [],
		helpers: {
			getBinaryMetadata: async () => ({ fileSize }),
			getBinaryStream: async () => Readable.from([MP4, Buffer.alloc(100)]),
		},
	} as unknown as IExecuteFunctions;
	const uploads = new Uploads(context, NO_CLIENT, 'postMedia');
	const opened = uploads.open([source('filesystem-v2:1', 'pour.mp4')]);
	await (message === undefined
		? expect(opened).resolves.toMatchObject([{ kind: 'video', ending: 'mp4' }])
		: expect(opened).rejects.toThrow(message));
});

describe('opening', () => {
	const open = async (source: FileSource, takes: Takes = 'postMedia') => {
		const [file] = await new Uploads(storageOf({}).context, NO_CLIENT, takes).open([source]);
		return file;
	};

	test('leaves open what lies at an address, unless its ending says that it is wrong', async () => {
		for (const url of [CUP, 'http://media.example/cup', 'https://media.example/cup.avif']) {
			expect(await open({ from: 'url', url })).toEqual(plannedUrl(url));
		}
		await expect(
			open({ from: 'url', url: 'https://media.example/a.mp4?key=secret' }, 'pictures'),
		).rejects.toThrow('https://media.example/a.mp4 is a video; Images allows only pictures');
	});

	test('a file of an item is what its bytes say, which are read once', async () => {
		const { context, opened } = storageOf({ a: fileOf(JPEG, 5000) });
		const uploads = new Uploads(context, NO_CLIENT, 'postMedia');
		const named = source('a');
		const [file, same] = await uploads.open([named, named]);
		expect(file).toMatchObject({ kind: 'image', ending: 'jpg', local: { size: 5000 } });
		expect([same, uploads.fileOf(named)]).toEqual([file, file]);
		expect(opened).toHaveLength(1);
	});

	test('with `readsUrls`, a file on the web is too', async () => {
		const { context } = storageOf({}, { [CUP]: fileOf(JPEG, 5000) });
		const uploads = new Uploads(context, NO_CLIENT, 'postMedia');
		const [file] = await uploads.open([{ from: 'url', url: CUP }], true);
		expect(file).toEqual({ kind: 'image', ending: 'jpg', url: CUP });
		const missing = uploads.open([{ from: 'url', url: `${CUP}x` }], true);
		await expect(missing).rejects.toThrow('could not be downloaded');
	});

	test('refuses an uploaded file by its path', async () => {
		expect(await open(upload(CUP))).toEqual(plannedUpload(UPLOAD));
		await expect(open(upload('https://media.example/cup.avif'))).rejects.toMatchObject({
			message:
				'The uploaded file https://media.example/cup.avif is of type AVIF, which posts cannot have',
		});
	});

	test('takes a reference as it is, whatever its path', async () => {
		const reference = { id: 'u1', path: 'https://media.example/cup.avif', own: 1 };
		expect(await open({ from: 'upload', asIs: true, reference })).toEqual(
			plannedReference(reference),
		);
	});

	test('keeps what else is known of a file, and nothing empty', async () => {
		const path = 'https://media.example/a.mp4';
		const plain = plannedUpload({ ...UPLOAD, path });
		expect(await open({ ...upload(path), alt: '' })).toEqual(plain);
		expect(await open({ ...upload(path), alt: 'Tea', cover: upload(CUP), coverAt: 0 })).toEqual({
			...plain,
			alt: 'Tea',
			cover: plannedUpload(UPLOAD),
			coverAt: 0,
		});
	});

	test.each<[string, FileSource]>([
		['at an address', { from: 'url', url: 'https://media.example/a.MP4?b=1' }],
		['uploaded before', upload('https://media.example/a.mp4')],
		['of the item', source('a', 'cup.png')],
	])('refuses a video %s as a cover', async (_where, cover) => {
		const { context } = storageOf({ a: fileOf(MP4, 5000) });
		const uploads = new Uploads(context, NO_CLIENT, 'postMedia');
		await expect(uploads.open([{ from: 'url', url: CUP, cover }])).rejects.toThrow(
			'Cover is a video',
		);
	});
});

describe('a file is sent once', () => {
	const upload = async (files: Record<string, Buffer>, sources: FileSource[]) => {
		const { context, opened } = storageOf(files);
		const service = createService();
		const uploads = new Uploads(context, service.client, 'postMedia');
		const checked = await uploads.open(sources);
		const known = await uploads.references(checked);
		const references = checked.map((file) => known.get(file)!);
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
		const start = fileOf(PNG, 70_000, 1);
		const [a, b] = ['a', 'b'].map((end) => Buffer.concat([start, Buffer.from(end)]));
		const files = { a, b, c: fileOf(PNG, 70_001, 2) };
		const { contents, opened, references } = await upload(
			files,
			['a', 'b', 'c'].map((id) => source(id)),
		);
		expect(contents).toHaveLength(3);
		expect(new Set(references.map(({ id }) => id)).size).toBe(3);
		// Only files with the same start are read again, to compare them.
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
});

describe('an address that the service refuses', () => {
	const upload = async (urlStatus: number, address = CUP) => {
		const content = fileOf(PNG, 5000);
		const { context, asked } = storageOf({}, { [address]: content });
		const service = createService({ urlStatus });
		const uploads = new Uploads(context, service.client, 'postMedia');
		const uploaded = await uploads.upload(plannedUrl(address)).catch((error: unknown) => error);
		return { ...service, asked, content, uploaded };
	};

	test.each([400, 404, 408, 422, 500, 502])('with %d is fetched by n8n', async (status) => {
		const { urls, contents, content, uploaded } = await upload(status);
		expect(urls).toEqual([CUP]);
		expect(contents).toEqual([content]);
		expect(uploaded).toMatchObject({ id: 'upload-1' });
	});

	test.each([
		'http://media.example/cup.png',
		'https://media.example/cup',
		'ftp+https://media.example/cup.png',
	])('is not asked for %s, which the service could not fetch', async (address) => {
		const { urls, requests } = await upload(400, address);
		expect(urls).toEqual([]);
		expect(requests).toMatchObject([endpoints.upload()]);
	});

	test.each([401, 402, 403, 406, 429])('with %d is not fetched at all', async (status) => {
		const { contents, asked, uploaded } = await upload(status);
		expect(asked).toEqual([]);
		expect(contents).toEqual([]);
		expect(uploaded).toBeInstanceOf(Error);
	});
});

describe('an upload', () => {
	/** A service that answers with these exchanges in order, and how often it was called. */
	const uploadTo = async (exchanges: Exchange[], cancelled: () => boolean = () => false) => {
		const { context } = storageOf({ a: fileOf(PNG, 5000), b: fileOf(PNG, 6000) });
		Object.assign(context, { getExecutionCancelSignal: () => ({ aborted: cancelled() }) });
		const left = [...exchanges];
		const client = {
			exchange: exchanging(async ({ path, body }) => {
				if (path === '/upload') {
					const file = (body as FormData).get('file') as File;
					for await (const _chunk of file.stream() as unknown as AsyncIterable<Uint8Array>);
				}
				return left.shift()!;
			}),
			instance: new Instance(),
			explain: (exchange: Exchange) => ({
				message: exchange.kind,
				description: '',
				...(exchange.kind === 'answer' && { httpCode: String(exchange.answer.status) }),
			}),
		} as unknown as PostizClient;
		const uploads = new Uploads({ ...context, continueOnFail: () => true }, client, 'postMedia');
		const [first, second] = await uploads.open([source('a'), source('b')]);
		const upload = async (file: MediaFile) =>
			await uploads.upload(file).catch((error: unknown) => error);
		return { first: await upload(first), second: await upload(second), left };
	};
	const answered = (status: number, body: unknown = {}): Exchange => ({
		kind: 'answer',
		answer: { status, headers: {}, body },
	});
	const taken = answered(201, { id: 'u', path: CUP });
	const explanation = { message: 'It was cut off', description: '' };
	const lost: Exchange = { kind: 'unknown', explanation };
	const unsent: Exchange = { kind: 'notSent', explanation, temporary: false };

	test.each([...[401, 402, 403, 406, 429].map((status) => answered(status)), unsent])(
		'that is refused for all is the last, also if failures do not end the node: %j',
		async (exchange) => {
			const { first, second, left } = await uploadTo([exchange, taken]);
			expect(first).toMatchObject({ message: exchange.kind });
			expect(second).toMatchObject({ isFollowUp: true });
			expect(left).toHaveLength(1);
		},
	);

	test.each([
		['that is refused with 400', answered(400), 'answer'],
		['of which the connection is lost', lost, 'The connection to Postiz was lost while a file'],
	])('%s does not keep the next one back', async (_what, exchange, message) => {
		const { first, second } = await uploadTo([exchange, taken]);
		expect(first).toMatchObject({ message: expect.stringContaining(message) });
		expect(second).toMatchObject({ id: 'u' });
	});

	test.each([{ id: 'u' }, { path: CUP }, { id: 7, path: CUP }, { id: 'u', path: 7 }, null, 'ok'])(
		'that is answered with %j has no address',
		async (body) => {
			const { first } = await uploadTo([answered(201, body), taken]);
			expect(first).toMatchObject({
				message: "Postiz accepted the file, but didn't return its address",
			});
		},
	);

	test.each<[string, Exchange[]]>([
		['before it was sent', []],
		['while it was lost', [lost]],
		['while it was not sent', [unsent]],
	])('of an execution that is cancelled %s says so', async (_when, exchanges) => {
		let asked = 0;
		const isCancelled = () => asked++ >= exchanges.length;
		const { first, left } = await uploadTo(exchanges, isCancelled);
		expect(first).toMatchObject({
			message: 'The execution was cancelled while files were uploaded',
		});
		expect(left).toEqual([]);
	});
});

test('three files go over at a time, and keep their order though the first is the slowest', async () => {
	const files = Object.fromEntries([...'abcdefg'].map((id, mark) => [id, fileOf(PNG, 50 + mark)]));
	const { client, contents } = createService();
	const answers: Array<() => void> = [];
	const slow = {
		...client,
		exchange: async (...call: Parameters<PostizClient['exchange']>) => {
			const exchange = await client.exchange(...call);
			await new Promise<void>((answer) => answers.push(answer));
			return exchange;
		},
	} as unknown as PostizClient;
	const uploads = new Uploads(storageOf(files).context, slow, 'postMedia');
	const checked = await uploads.open(Object.keys(files).map((id) => source(id)));
	const sent = uploads.references(checked);
	const settle = async () =>
		await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
	for (let answered = 0; answered < checked.length; answered++) {
		for (let turn = 0; turn < 20; turn++) await settle();
		expect(contents).toHaveLength(Math.min(checked.length, answered + 3));
		// The first one is answered last.
		(answers.splice(1, 1)[0] ?? answers[0])();
	}
	const references = await sent;
	expect([...references.keys()]).toEqual(checked);
	expect(references.get(checked[0])).toMatchObject({ id: 'upload-1' });
});

test('a service that stores a large video is given half an hour', async () => {
	const { context } = storageOf({ a: fileOf(PNG, 5000) });
	const { client, requests } = createService();
	const uploads = new Uploads(context, client, 'postMedia');
	const [file] = await uploads.open([source('a')]);
	await uploads.upload(file);
	await uploads.upload(plannedUrl(CUP));
	expect(requests.map(({ path, timeout }) => [path, timeout])).toEqual([
		['/upload', 1_800_000],
		['/upload-from-url', 1_800_000],
	]);
});

describe('after a file that was refused', () => {
	const bad = fileOf(PNG, 3000);
	const upload = async (continueOnFail: boolean) => {
		const files: Record<string, Buffer> = { bad };
		for (let size = 1; size <= 9; size++) files[`good ${size}`] = fileOf(PNG, 4000 + size);
		const { context } = storageOf(files);
		const { client, contents } = createService({
			answerTo: (content) =>
				content.equals(bad) ? { status: 400, headers: {}, body: { message: 'odd' } } : undefined,
		});
		const uploads = new Uploads(
			{ ...context, continueOnFail: () => continueOnFail },
			client,
			'postMedia',
		);
		const checked = await uploads.open(Object.keys(files).map((id) => source(id)));
		const results = await Promise.allSettled(checked.map((file) => uploads.upload(file)));
		return {
			contents,
			reasons: results.flatMap((result) => ('reason' in result ? [result.reason as object] : [])),
		};
	};
	const refused = { message: 'The file “cup.png” in data was rejected by Postiz: odd' };

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
	const { client } = createService({
		answerTo: () => {
			throw mistake;
		},
	});
	const uploads = new Uploads(context, client, 'postMedia');
	const [one, two] = await uploads.open([source('one'), source('two')]);
	await expect(uploads.upload(one)).rejects.toBe(mistake);
	await expect(uploads.upload(two)).rejects.toBe(mistake);

	const broken = {
		getInputData: () => [],
		helpers: { getBinaryMetadata: async () => await Promise.reject(mistake) },
	} as unknown as IExecuteFunctions;
	const files = new Uploads(broken, client, 'postMedia');
	await expect(files.open([source('filesystem-v2:1')])).rejects.toBe(mistake);
	const fetching = {
		getInputData: () => [],
		continueOnFail: () => true,
		helpers: { httpRequest: async () => await Promise.reject(mistake) },
		getExecutionCancelSignal: () => undefined,
	} as unknown as IExecuteFunctions;
	const address = plannedUrl('http://media.example/cup.png');
	await expect(new Uploads(fetching, client, 'postMedia').upload(address)).rejects.toBe(mistake);
});

describe('a reference', () => {
	const COVER = plannedUpload({ id: 'c', path: CUP });
	const KNOWN = { ...UPLOAD, thumbnail: 'https://media.example/old.png', own: 1 };

	test.each<[string, MediaFile, object]>([
		['only what is known', plannedUpload(UPLOAD), UPLOAD],
		['what it had', plannedUpload(KNOWN), KNOWN],
		[
			'what was entered in place of it',
			{ ...plannedUpload(KNOWN), alt: 'A cup', cover: COVER, coverAt: 1500 },
			{ ...KNOWN, alt: 'A cup', thumbnail: CUP, thumbnailTimestamp: 1500 },
		],
		['nothing empty', { ...plannedUpload(UPLOAD), alt: '' }, UPLOAD],
		[
			'the first moment, too',
			{ ...plannedUpload(UPLOAD), coverAt: 0 },
			{ ...UPLOAD, thumbnailTimestamp: 0 },
		],
	])('has %s', async (_what, file, expected) => {
		const uploads = new Uploads(storageOf({}).context, NO_CLIENT, 'postMedia');
		const references = await uploads.references([file, file]);
		expect([...references]).toEqual([[file, expected]]);
	});

	test('has nothing of an upload but its ID and path', async () => {
		const client = createService().client;
		const uploads = new Uploads(storageOf({}).context, client, 'postMedia');
		const file = { ...plannedUrl(CUP), cover: plannedUrl('https://media.example/c.png') };
		expect((await uploads.references([file])).get(file)).toEqual({
			id: CUP,
			path: CUP,
			thumbnail: 'https://media.example/c.png',
		});
	});

	test.each([
		['https://media.example/a.mp4', 'Cover is a video'],
		['http://localhost:4007/c.png', 'Cover cannot be http://localhost:4007/c.png'],
	])('has no cover at %s', async (path, message) => {
		const uploads = new Uploads(storageOf({}).context, NO_CLIENT, 'postMedia');
		// Without a client, its video could not have been uploaded before.
		const file = { ...plannedUrl(CUP), cover: plannedUpload({ id: 'c', path }) };
		await expect(uploads.references([file])).rejects.toThrow(message);
	});
});

describe('pictures are measured', () => {
	const measure = async (files: Record<string, Buffer>) => {
		const { context, opened } = storageOf(files);
		const uploads = new Uploads(context, NO_CLIENT, 'postMedia');
		const checked = await uploads.open(Object.keys(files).map((id) => source(id)));
		const before = opened.length;
		const measured = await Promise.all(
			[...checked, ...checked].map(async (file) => await uploads.measure(file)),
		);
		return { checked, measured, openings: opened.length - before };
	};

	test('by their first bytes, once; other files have no size', async () => {
		const { checked, measured, openings } = await measure({
			a: pngOf(400, 300),
			b: fileOf(MP4, 5000),
			c: fileOf(PNG, 24),
		});
		const sizes = [{ width: 400, height: 300 }, undefined, undefined];
		expect(measured.map(({ pixels }) => pixels)).toEqual([...sizes, ...sizes]);
		// They were opened when they were checked.
		expect(openings).toBe(0);
		expect(checked.every(({ pixels }) => pixels === undefined)).toBe(true);
	});

	test('also at an address, and where they were uploaded to', async () => {
		const { context, asked } = storageOf({}, { [CUP]: pngOf(401, 300) });
		const uploads = new Uploads(context, NO_CLIENT, 'postMedia');
		for (const file of [plannedUrl(CUP), plannedUpload(UPLOAD)]) {
			expect((await uploads.measure(file)).pixels).toEqual({ width: 401, height: 300 });
		}
		expect(asked).toEqual([CUP]);
	});

	test('and one that cannot be read is left to the service', async () => {
		const file = plannedUrl(CUP);
		const uploads = new Uploads(storageOf({}).context, NO_CLIENT, 'postMedia');
		expect(await uploads.measure(file)).toEqual(file);
	});

	test('but those of an existing post are not read', async () => {
		const { context, asked } = storageOf({}, { [CUP]: pngOf(401, 300) });
		const uploads = new Uploads(context, NO_CLIENT, 'postMedia');
		expect(await uploads.measure(plannedReference(UPLOAD))).toEqual(plannedReference(UPLOAD));
		expect(asked).toEqual([]);
	});
});

describe('a file is compared with an uploaded one by its size and first bytes', () => {
	const OWN = 'https://acme.example/cup.png';
	/** How much of a file is read. */
	const READ = 262_144;
	const compare = async (file: MediaFile, web: Record<string, Buffer>, saysLength = true) => {
		const { context, asked } = storageOf({}, web, { saysLength });
		const uploads = new Uploads(context, NO_CLIENT, 'postMedia');
		const looks = [0, 1].map(async () => await uploads.compareAt(file, CUP));
		const [found, again] = await Promise.all(looks);
		expect(again).toBe(found);
		return { found, asked: asked.sort() };
	};

	test.each<[string, Buffer, Buffer | undefined, string]>([
		['the same file', fileOf(PNG, 5000, 1), fileOf(PNG, 5000, 1), 'same'],
		['another file of its size', fileOf(PNG, 5000, 1), fileOf(PNG, 5000, 2), 'other'],
		['a longer file with its beginning', fileOf(PNG, READ, 1), fileOf(PNG, READ + 9, 1), 'unknown'],
		['the same large file', fileOf(PNG, READ + 9, 1), fileOf(PNG, READ + 9, 1), 'same'],
		['one of unknown length', fileOf(PNG, READ), fileOf(PNG, READ), 'unknown'],
		['nothing', fileOf(PNG, 5000, 1), undefined, 'unknown'],
	])('at the path lies %s', async (what, own, there, expected) => {
		const web = { [OWN]: own, ...(there && { [CUP]: there }) };
		const saysLength = what !== 'one of unknown length';
		const { found, asked } = await compare(plannedUrl(OWN), web, saysLength);
		expect(found).toBe(expected);
		expect(asked).toEqual([OWN, CUP]);
	});

	test.each([plannedUrl(`${CUP}#top`), plannedUpload(UPLOAD)])(
		'which takes no look at its own address: %j',
		async (file) => {
			expect(await compare(file, {})).toEqual({ found: 'same', asked: [] });
		},
	);
});
