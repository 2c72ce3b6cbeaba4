import { rm, truncate } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import type {
	IBinaryData,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeParameters,
	INodeType,
} from 'n8n-workflow';

import { readExample } from '../demo/example.cjs';
import { startService, type Service } from '../service/server.cjs';
import { fileOf, HEIC, JPEG, MP4, PNG, TAKEN } from '../service/samples.cjs';
import { startFileServer, trustAnyCertificate, type FileServer } from './fileServer.cjs';
import {
	memoryFile,
	runNode,
	runWorkflow,
	storedFile,
	storedPath,
	type NodeRunOptions,
	type WorkflowJson,
} from './harness.cjs';
import { channelEntry, createPost, onlyBody, postRequests, storedPosts } from './posts.cjs';

const MEGABYTE = 1_048_576;

jest.setTimeout(30_000);

let service: Service;
beforeAll(async () => {
	service = await startService({ hourlyLimit: 10_000 });
});
afterEach(() => service.reset());
afterAll(() => service.close());

type Files = Record<string, IBinaryData>;
const items = (...files: Files[]): INodeExecutionData[] =>
	files.map((binary, index) => ({ json: { row: index }, binary }));

const picture = (mark: number, size = 100) => fileOf(PNG, size, mark);
const file = (content: Buffer, fileName?: string) => memoryFile(content, { fileName });
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

const uploadFile = async (
	binaryField: string,
	input: INodeExecutionData[],
	options: Partial<NodeRunOptions> = {},
) =>
	await runNode({
		service,
		items: input,
		parameters: { resource: 'upload', operation: 'file', binaryField },
		...options,
	});

const uploadUrl = async (
	url: string,
	parameters: INodeParameters = {},
	options: Partial<NodeRunOptions> = {},
) =>
	await runNode({
		service,
		parameters: { resource: 'upload', operation: 'fromUrl', url, ...parameters },
		...options,
	});

const called = (path: string, { requests } = service) =>
	requests.filter((request) => request.path.endsWith(path));
const uploads = () => called('/upload');
/** The names that files had before their upload; the service does not give them back. */
const namesOf = (output: INodeExecutionData[], { state } = service) =>
	output.map(({ json }) => state.media.find(({ id }) => id === json.id)?.originalName);
const arrived = () => uploads().map(({ body }) => (body as { file: IDataObject }).file);
const errorsOf = (output: INodeExecutionData[][]) => output.flat().map(({ json }) => json.error);

describe('Upload File', () => {
	test.each<[string, (content: Buffer, fileName?: string) => IBinaryData | Promise<IBinaryData>]>([
		['memory', file],
		['n8n’s files', async (content, fileName) => await storedFile(content, { fileName })],
	])('sends a file that n8n keeps in %s', async (_place, keep) => {
		const content = fileOf(MP4, 3 * MEGABYTE + 17, 7);
		const { output, error } = await uploadFile(
			'data',
			items({ data: await keep(content, 'pour.mp4') }),
		);
		expect(error).toBeUndefined();
		const [{ id, path, name, originalName, size, sha256: sum }] = service.state.media;
		expect([originalName, size, sum]).toEqual(['pour.mp4', content.length, sha256(content)]);
		expect(output).toEqual([
			[
				{
					json: { id, name, originalName: null, path, thumbnail: null, alt: null },
					pairedItem: { item: 0 },
				},
			],
		]);
		expect(service.requests).toHaveLength(1);
		expect(arrived()).toEqual([{ name: 'pour.mp4', type: 'video/mp4', size: content.length }]);
		const { headers } = uploads()[0];
		expect(headers['content-type']).toMatch(/^multipart\/form-data; boundary=[-.\w]{1,70}$/);
		expect(Number(headers['content-length'])).toBeGreaterThan(content.length);
		expect(headers['transfer-encoding']).toBeUndefined();
	});

	test.each(TAKEN)('tells a %s from its bytes', async (ending, mime, head) => {
		const binary = memoryFile(head, { fileName: 'file.bin', mimeType: 'text/plain' });
		const { error } = await uploadFile('data', items({ data: binary }));
		expect(error).toBeUndefined();
		expect(arrived()).toEqual([{ name: `file.${ending}`, type: mime, size: head.length }]);
	});

	test.each([
		['photo.heic', 'photo.png'],
		['photo', 'photo.png'],
		[undefined, 'file.png'],
		['../../etc/photo.PNG', 'photo.PNG'],
		['Tässchen ☕ 東京.png', 'Tässchen ☕ 東京.png'],
	])('corrects the name %s', async (fileName, name) => {
		await uploadFile('data', items({ data: file(PNG, fileName) }));
		expect(arrived()).toMatchObject([{ name }]);
	});

	test('several fields of several items give an item each, in their order', async () => {
		const input = items(
			{ a: file(picture(1), 'a1.png'), b: file(picture(2), 'b1.png') },
			{ b: file(picture(3), 'b2.png'), a: file(picture(4), 'a2.png') },
		);
		const { output } = await uploadFile('b, a', input);
		expect(
			output[0].map((item) => [...namesOf([item]), (item.pairedItem as { item: number }).item]),
		).toEqual([
			['b1.png', 0],
			['a1.png', 0],
			['b2.png', 1],
			['a2.png', 1],
		]);
	});

	test('* takes all files of the item', async () => {
		const input = items(
			{ a: file(picture(1), 'a.png'), b: file(picture(2), 'b.png') },
			{
				c: file(picture(3), 'c.png'),
			},
		);
		const { output } = await uploadFile('*', input);
		expect(namesOf(output[0])).toEqual(['a.png', 'b.png', 'c.png']);
	});

	test('the same bytes go over once, however many items hold them', async () => {
		const content = picture(1);
		const input = items(
			{ data: await storedFile(content) },
			{ data: await storedFile(content) },
			{ data: await storedFile(picture(2)) },
		);
		const { output } = await uploadFile('data', input);
		expect(uploads()).toHaveLength(2);
		expect(output[0].map(({ json }) => json.id)).toEqual(
			[content, content, picture(2)].map(
				(bytes) => service.state.media.find((media) => media.sha256 === sha256(bytes))!.id,
			),
		);
	});

	test('the same bytes go over once, whether n8n keeps them in memory or in its files', async () => {
		const content = fileOf(MP4, 11 * MEGABYTE, 1);
		const { output } = await uploadFile(
			'data',
			items(
				{ data: await storedFile(content) },
				{ data: file(content) },
				{ data: await storedFile(content) },
				{ data: file(fileOf(MP4, content.length, 2)) },
			),
		);
		expect(uploads()).toHaveLength(2);
		const [a, b, c, d] = output[0].map(({ json }) => json.id);
		expect([b, c]).toEqual([a, a]);
		expect(d).not.toBe(a);
	});

	test('an image of exactly 10 MB is not too large', async () => {
		const { error } = await uploadFile('data', items({ data: file(picture(0, 10 * MEGABYTE)) }));
		expect(error).toBeUndefined();
		expect(service.state.media).toMatchObject([{ size: 10 * MEGABYTE }]);
	});

	test('with OAuth', async () => {
		const { error } = await uploadFile('data', items({ data: await storedFile(picture(1)) }), {
			authentication: 'oAuth2',
		});
		expect(error).toBeUndefined();
		expect(uploads()[0].headers.authorization).toMatch(/^pos_/);
		expect(service.state.media).toHaveLength(1);
	});

	test('thousands of files are looked at without opening them all at once', async () => {
		const shared = await storedFile(picture(1));
		const { output } = await uploadFile(
			'data',
			items(...Array.from({ length: 3000 }, () => ({ data: shared }))),
		);
		expect(output[0]).toHaveLength(3000);
		expect(uploads()).toHaveLength(1);
	});
});

describe('refused before a byte is sent', () => {
	afterEach(() => expect(service.requests).toEqual([]));

	const TAKES = 'Postiz takes JPEG, PNG, GIF, WebP, AVIF, BMP and TIFF pictures and MP4 videos.';

	test.each<[string, string, Files, string, string]>([
		[
			'a HEIC picture that is called .jpg',
			'data',
			{ data: file(HEIC, 'photo.jpg') },
			'The file “photo.jpg” in data is a HEIC picture, which Postiz does not take',
			'Convert it to JPEG or PNG first.',
		],
		[
			'a PDF',
			'data',
			{ data: file(Buffer.from('%PDF-1.7'), 'menu.png') },
			'The file “menu.png” in data is a PDF, which Postiz does not take',
			TAKES,
		],
		[
			'a text',
			'data',
			{ data: file(Buffer.from('hello')) },
			'The file in data is of an unknown type, which Postiz does not take',
			TAKES,
		],
		[
			'an empty file',
			'data',
			{ data: file(Buffer.alloc(0), 'cup.png') },
			'The file “cup.png” in data is empty',
			'Check the node that made it: there is nothing to upload.',
		],
		[
			'a picture over 10 MB',
			'data',
			{ data: file(picture(0, 10 * MEGABYTE + 1), 'big.png') },
			'The file “big.png” in data has 10.1 MB; Postiz takes pictures of at most 10 MB',
			'Make it smaller first.',
		],
		[
			'a field that is missing',
			'photo',
			{ data: file(PNG), cover: file(PNG) },
			'The item has no binary field “photo”',
			'It has: data, cover. Correct the name.',
		],
		[
			'an item without files',
			'data',
			{},
			'The item has no binary field “data”',
			'It has no files at all. Check that the node before hands its file on, or choose another source.',
		],
		[
			'all files where there are none',
			'*',
			{},
			'The item has no files, and * stands for all of them',
			'It has no files at all. Check that the node before hands its file on, or choose another source.',
		],
		[
			'a file without content',
			'data',
			{ data: { mimeType: 'image/png' } as IBinaryData },
			'The file in data has no content',
			'Its data must be a text in base64, and is missing. Check the node that made it.',
		],
		[
			'no name',
			'={{ "" }}',
			{ data: file(PNG) },
			'No file is named to upload',
			'Enter the name of the binary field that holds it, usually data.',
		],
		[
			'an address',
			'https://media.example/cup.png',
			{ data: file(PNG) },
			'Binary Field takes names of fields only',
			'To upload from a web address, choose the operation Upload From URL.',
		],
	])('%s', async (_kind, field, files, message, description) => {
		const { error, output } = await uploadFile(field, items(files));
		expect(error).toMatchObject({ message, description });
		expect(output.flat()).toEqual([]);
	});

	test('a file that n8n no longer has', async () => {
		const binary = await storedFile(picture(1), { fileName: 'cup.png' });
		await rm(await storedPath(binary));
		const { error } = await uploadFile('data', items({ data: binary }));
		expect(error?.message).toBe('The file “cup.png” in data is no longer there');
		expect(error?.description).toMatch(
			/^n8n could not read it: .+ Run the node that made it again\.$/,
		);
	});

	test('one bad file among many, so that a mistake costs no request', async () => {
		const { error } = await uploadFile(
			'data',
			items({ data: file(picture(1)) }, { data: file(picture(2)) }, { data: file(HEIC, 'c.jpg') }),
		);
		expect(error?.message).toBe(
			'Item 3 of 3: The file “c.jpg” in data is a HEIC picture, which Postiz does not take',
		);
	});

	test.each([
		['media', 'The item has no files, and * stands for all of them'],
		['thread', 'The item has no files, and * stands for all of them'],
		['settings', 'Channel (X): Article Cover: The item has no files, and * stands for all of them'],
	])('all files of an item without any: %s', async (place, message) => {
		const all = { file: [{ source: 'binary', binaryField: '*' }] };
		const { error } = await createPost(service, {
			media: place === 'media' ? all : {},
			thread: place === 'thread' ? { segment: [{ content: 'two', media: all }] } : {},
			channels: {
				channel: [
					channelEntry(service, 'x', {
						settings: place === 'settings' ? { article_cover: '*' } : {},
					}),
				],
			},
		});
		expect(error?.message).toBe(message);
	});

	test.each(['media', 'thread', 'settings'])('files of a post: %s', async (place) => {
		const bad = { file: [{ source: 'binary', binaryField: 'data' }] };
		const { error } = await createPost(
			service,
			{
				media: place === 'media' ? bad : {},
				thread: place === 'thread' ? { segment: [{ content: 'two', media: bad }] } : {},
				channels: {
					channel: [
						channelEntry(service, 'x', {
							settings: place === 'settings' ? { article_cover: 'data' } : {},
						}),
					],
				},
			},
			{ items: items({ data: file(HEIC, 'photo.jpg') }) },
		);
		expect(error?.message).toBe(
			'The file “photo.jpg” in data is a HEIC picture, which Postiz does not take',
		);
	});

	test.each(['avif', 'bmp', 'tiff'])(
		'%s, which can be uploaded, but not posted',
		async (ending) => {
			const [, , head] = TAKEN.find(([known]) => known === ending)!;
			const { error } = await createPost(
				service,
				{ media: { file: [{ source: 'binary', binaryField: 'data' }] } },
				{ items: items({ data: file(head, 'cup.png') }) },
			);
			expect(error).toMatchObject({
				message: `The file “cup.png” in data is of type ${ending.toUpperCase()}, which no post can carry`,
				description: 'Convert it to JPEG, PNG, GIF or WebP first.',
			});
		},
	);
});

describe('a failed upload', () => {
	const THREE = () =>
		items(
			{ data: file(picture(1), 'a.png') },
			{ data: file(picture(2), 'b.png') },
			{
				data: file(picture(3), 'c.png'),
			},
		);
	const failSecond = (fault: Partial<Service['faults']['pending'][number]>) =>
		service.faults.push({ match: { path: /\/upload$/ }, kind: 'status', skip: 1, ...fault });

	test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'fails its item and no other: %s',
		async (onError) => {
			failSecond({ status: 400, body: { message: 'The file is damaged' } });
			const { output, error } = await uploadFile('data', THREE(), { onError });
			expect(error).toBeUndefined();
			const failed = {
				row: 1,
				error: 'The file “b.png” in data was refused by Postiz: The file is damaged',
				details: 'Open the file to see whether it is whole, or save it anew in another format.',
			};
			const names = output.map((items) => items.map((item) => namesOf([item])[0] ?? item.json));
			expect(names).toEqual(
				onError === 'continueErrorOutput'
					? [['a.png', 'c.png'], [failed]]
					: [['a.png', failed, 'c.png']],
			);
			expect(service.state.media).toHaveLength(2);
		},
	);

	test('a file that is refused before it is sent fails its item and no other', async () => {
		const [first, , third] = THREE();
		const { output } = await uploadFile('data', [first, ...items({ data: file(HEIC) }), third], {
			onError: 'continueRegularOutput',
		});
		expect(errorsOf(output)).toEqual([
			undefined,
			'Item 2 of 3: The file in data is a HEIC picture, which Postiz does not take',
			undefined,
		]);
	});

	test('ends the node where nothing is to go on, and no further file is sent', async () => {
		service.faults.push({ match: { path: /\/upload$/ }, kind: 'status', status: 500 });
		const input = items(
			...Array.from({ length: 20 }, (_, mark) => ({ data: file(picture(mark)) })),
		);
		const { error, output } = await uploadFile('data', input);
		expect(error).toMatchObject({
			message: 'Postiz failed to answer (status 500)',
			httpCode: '500',
		});
		expect(output.flat()).toEqual([]);
		expect(uploads().length).toBeLessThanOrEqual(5);
	});

	test.each([401, 402, 429])(
		'with status %s concerns all files: no further one is sent',
		async (status) => {
			service.faults.push({ match: { path: /\/upload$/ }, kind: 'status', status, times: 20 });
			const input = items(
				...Array.from({ length: 20 }, (_, mark) => ({ data: file(picture(mark)) })),
			);
			const { output } = await uploadFile('data', input, { onError: 'continueRegularOutput' });
			const [first, ...others] = errorsOf(output).map(String);
			expect(others).toHaveLength(19);
			for (const error of others) expect(error).toContain(first);
			expect(others.at(-1)).toBe(
				`Item 20 of 20: A file was not uploaded, because another one failed: ${first}`,
			);
			expect(uploads().length).toBeLessThanOrEqual(3);
		},
	);

	test.each([
		[
			'413',
			{ status: 413 },
			'The file “b.png” in data has 0.1 MB, more than this Postiz instance takes',
		],
		[
			'an answer that does not say where the file is',
			{ kind: 'wrongJson' as const, body: { ok: true } },
			'Postiz took the file, but did not say where it is',
		],
		['a page', { kind: 'html502' as const }, 'Postiz failed to answer (status 502)'],
		[
			'a lost connection',
			{ kind: 'resetBefore' as const },
			'The connection to Postiz was lost while a file was uploaded (0.1 MB)',
		],
		[
			'a lost answer',
			{ kind: 'resetAfter' as const },
			'The connection to Postiz was lost while a file was uploaded (0.1 MB)',
		],
	])('is explained: %s', async (_kind, fault, message) => {
		failSecond(fault);
		const { output } = await uploadFile('data', THREE(), { onError: 'continueRegularOutput' });
		expect(errorsOf(output).map((error) => String(error).replace(/^Item 2 of 3: /, ''))).toEqual([
			'undefined',
			message,
			'undefined',
		]);
		expect(uploads()).toHaveLength(3);
	});

	test('a file that breaks off while it is read does not leave the service waiting', async () => {
		const binary = await storedFile(fileOf(MP4, 2 * MEGABYTE), { fileName: 'pour.mp4' });
		await truncate(await storedPath(binary), MEGABYTE);
		const { error } = await uploadFile('data', items({ data: binary }));
		expect(error).toMatchObject({
			message: 'The file “pour.mp4” in data could not be read to its end',
			description: 'It broke off, or changed, while it was uploaded. Run the workflow again.',
		});
		expect(service.state.media).toEqual([]);
	});
});

describe('a cancelled execution', () => {
	const SIZE = 24 * MEGABYTE;

	/** A service that takes seconds to read an upload, and never answers. */
	async function startSlowService() {
		let begun!: () => void;
		const started = new Promise<void>((resolve) => (begun = resolve));
		const ended: Array<Promise<{ received: number; complete: boolean }>> = [];
		const server = await startFileServer((request) => {
			let received = 0;
			request.on('error', () => undefined);
			request.on('data', (chunk: Buffer) => {
				received += chunk.length;
				request.pause();
				setTimeout(() => request.resume(), 10);
				begun();
			});
			ended.push(
				new Promise((resolve) =>
					request.once('close', () => resolve({ received, complete: request.complete })),
				),
			);
		});
		return { server, started, ended };
	}

	test.each(['file', 'post'])(
		'stops the streams, and sends no further file: %s',
		async (resource) => {
			const { server, started, ended } = await startSlowService();
			const input = await Promise.all(
				Array.from({ length: 8 }, async (_, mark) => ({
					json: {},
					binary: { data: await storedFile(fileOf(MP4, SIZE, mark)) },
				})),
			);
			const options = {
				credentials: { apiKey: 'key', host: server.origin },
				cancelWhen: started,
				onError: 'continueRegularOutput' as const,
			};
			const { run } =
				resource === 'file'
					? await uploadFile('data', input, options)
					: await createPost(
							service,
							{ media: { file: [{ source: 'binary', binaryField: 'data' }] } },
							{ items: input, ...options },
						);
			expect(run.status).toBe('canceled');
			for (const { received, complete } of await Promise.all(ended)) {
				expect(received).toBeLessThan(SIZE / 2);
				expect(complete).toBe(false);
			}
			await server.close();
			expect(server.requests.length).toBeGreaterThan(0);
			expect(server.requests.length).toBeLessThanOrEqual(3);
		},
	);
});

describe('Upload From URL', () => {
	const content = fileOf(JPEG, 200_000, 3);
	const OTHER = fileOf(PNG, 5000, 4);
	const answer: RequestListener = (request, response) => {
		switch (request.url!.split('?')[0]) {
			case '/cup.jpg':
			case '/cup':
				return response.writeHead(200, { 'content-length': content.length }).end(content);
			case '/other.png':
				return response.writeHead(200, { 'content-length': OTHER.length }).end(OTHER);
			case '/moved':
				return response.writeHead(302, { location: '/cup.jpg' }).end();
			case '/chunked':
				response.write(content.subarray(0, 1000));
				return response.end(content.subarray(1000));
			case '/packed': {
				const packed = gzipSync(content);
				response.setHeader('content-encoding', 'gzip');
				return response.writeHead(200, { 'content-length': packed.length }).end(packed);
			}
			case '/broken': {
				response.writeHead(200, { 'content-length': content.length });
				response.write(content.subarray(0, 100_000), () => response.destroy());
				return undefined;
			}
			case '/cut': {
				response.write(content.subarray(0, 100_000), () => response.destroy());
				return undefined;
			}
			case '/endless': {
				const write = () => {
					while (!response.destroyed && response.write(content));
				};
				response.on('drain', write);
				return write();
			}
			case '/heic':
				// What follows the beginning never comes.
				return response.write(Buffer.concat([HEIC, Buffer.alloc(1000)]));
			case '/page':
				return response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in</html>');
			case '/huge.jpg':
				response.writeHead(200, { 'content-length': 11 * MEGABYTE });
				return response.write(content);
			default:
				return response.writeHead(404).end();
		}
	};
	let open: FileServer;
	let secure: FileServer;

	beforeAll(async () => {
		open = await startFileServer(answer);
		secure = await startFileServer(answer, { secure: true });
	});
	beforeEach(() => trustAnyCertificate());
	afterEach(() => {
		jest.restoreAllMocks();
		open.requests.length = secure.requests.length = 0;
	});
	afterAll(async () => {
		await open.close();
		await secure.close();
	});

	const calls = () => service.requests.map(({ path }) => path.split('/').pop());
	const DOWNLOAD = { downloadMedia: true };

	test('lets the service fetch it', async () => {
		const generous = await startService({ allowPrivateUploadUrls: true });
		const url = `${secure.origin}/cup.jpg?size=1`;
		const { output, error } = await uploadUrl(` ${url} `, {}, { service: generous });
		await generous.close();
		expect(error).toBeUndefined();
		expect(generous.requests.map(({ path, body }) => [path.split('/').pop(), body])).toEqual([
			['upload-from-url', { url }],
		]);
		expect(output[0]).toMatchObject([{ json: { path: expect.stringMatching(/\.jpg$/) } }]);
		expect(namesOf(output[0], generous)).toEqual(['cup.jpg']);
		expect(secure.requests).toHaveLength(1);
	});

	test('several addresses, each once, whatever follows #', async () => {
		const generous = await startService({ allowPrivateUploadUrls: true });
		const [cup, other] = ['cup.jpg', 'other.png'].map((name) => `${secure.origin}/${name}`);
		const { output } = await uploadUrl(
			`${cup}#top, ${other}#a.b, ${cup}`,
			{},
			{ service: generous },
		);
		await generous.close();
		expect(namesOf(output[0], generous)).toEqual(['cup.jpg', 'other.png', 'cup.jpg']);
		expect(generous.requests).toHaveLength(2);
	});

	test('what the service refuses to fetch is told', async () => {
		const { error } = await uploadUrl(`${secure.origin}/cup.jpg?token=secret`);
		expect(error).toMatchObject({
			message: `Postiz could not fetch ${secure.origin}/cup.jpg: URL must be a public HTTPS URL and cannot point to internal network addresses`,
			description:
				'Check that the address opens a picture or an MP4 video without signing in. Turn on Download Files if Needed to let n8n fetch the file where Postiz cannot.',
		});
		expect([calls(), secure.requests]).toEqual([['upload-from-url'], []]);
	});

	test('what the service refuses to fetch is downloaded by n8n, where that is allowed', async () => {
		const { error } = await uploadUrl(`${secure.origin}/cup.jpg`, DOWNLOAD);
		expect(error).toBeUndefined();
		expect(calls()).toEqual(['upload-from-url', 'upload']);
		expect(arrived()).toEqual([{ name: 'cup.jpg', type: 'image/jpeg', size: content.length }]);
		expect(service.state.media).toMatchObject([{ sha256: sha256(content) }]);
		expect(secure.requests).toMatchObject([{ path: '/cup.jpg' }]);
		expect(JSON.stringify(secure.requests[0].headers)).not.toContain(service.apiKey);
	});

	test('an older instance cannot fetch files', async () => {
		const older = await startService({ missingEndpoints: ['POST /upload-from-url'] });
		const refused = await uploadUrl(`${secure.origin}/cup.jpg`, {}, { service: older });
		const downloaded = await uploadUrl(`${secure.origin}/cup.jpg`, DOWNLOAD, { service: older });
		await older.close();
		expect(refused.error?.message).toBe('This Postiz instance cannot fetch files from the web');
		expect(downloaded.error).toBeUndefined();
		expect(older.state.media).toMatchObject([{ sha256: sha256(content) }]);
	});

	test.each([
		['cup', 'cup.jpg'],
		['cup.jpg', 'cup.jpg'],
		['cup?file=b.png', 'cup.jpg'],
		['moved', 'moved.jpg'],
		['chunked', 'chunked.jpg'],
		['packed', 'packed.jpg'],
	])('n8n downloads %s without asking the service to', async (path, name) => {
		const { error } = await uploadUrl(`${open.origin}/${path}`, DOWNLOAD);
		expect(error).toBeUndefined();
		expect(service.state.media).toMatchObject([{ originalName: name, sha256: sha256(content) }]);
		expect(calls()).not.toContain('upload-from-url');
	});

	test.each([
		['once where the server tells its length', 'cup', 1],
		['once where n8n has to find its length out', 'chunked', 1],
		['again where the length told is wrong', 'packed', 2],
	])('a file is downloaded %s', async (_case, path, times) => {
		await uploadUrl(`${open.origin}/${path}`, DOWNLOAD);
		expect(open.requests).toHaveLength(times);
		expect(service.state.media).toHaveLength(1);
	});

	test('a file whose length is known passes through while it is being downloaded', async () => {
		const slow = await startFileServer((_request, response) => {
			response.writeHead(200, { 'content-length': content.length });
			response.write(content.subarray(0, 100_000));
			const waiting = setInterval(() => {
				if (uploads().length === 0) return;
				clearInterval(waiting);
				response.end(content.subarray(100_000));
			}, 10);
		});
		const { error } = await uploadUrl(`${slow.origin}/cup`, DOWNLOAD);
		await slow.close();
		expect(error).toBeUndefined();
		expect(service.state.media).toMatchObject([{ sha256: sha256(content) }]);
	});

	test.each([
		['cup', 'it does not start with https://', () => open.origin],
		['cup.jpg', 'it does not start with https://', () => open.origin],
		['cup', 'it does not end in .png, .jpg, .jpeg, .gif, .webp or .mp4', () => secure.origin],
	])('nothing is sent where n8n may not download: %s, %s', async (path, reason, origin) => {
		const { error } = await uploadUrl(`${origin()}/${path}`);
		expect(error).toMatchObject({
			message: `Postiz cannot fetch ${origin()}/${path}: ${reason}`,
			description:
				'Turn on Download Files if Needed to let n8n fetch the file, or use another address.',
		});
		expect([service.requests, open.requests, secure.requests]).toEqual([[], [], []]);
	});

	test.each([
		['missing', /could not be downloaded: its server answered with status 404$/],
		['broken', /\/broken could not be downloaded: the connection was cut off$/],
		['cut', /\/cut could not be downloaded: the connection was cut off$/],
		[
			'endless',
			/^The file at .+\/endless has more than 10 MB; Postiz takes pictures of at most 10 MB$/,
		],
		['heic', /^The file at .+\/heic is a HEIC picture, which Postiz does not take$/],
		['page', /^The file at .+\/page is a web page, which Postiz does not take$/],
		['huge.jpg', /^The file at .+\/huge\.jpg has 11 MB; Postiz takes pictures of at most 10 MB$/],
	])('what cannot be downloaded is told, and not sent: %s', async (path, message) => {
		const { error } = await uploadUrl(`${open.origin}/${path}`, DOWNLOAD);
		expect(error?.message).toMatch(message);
		expect(error?.description).toMatch(/\.$/);
		expect(service.state.media).toEqual([]);
	});

	test('a server that does not answer at all', async () => {
		const gone = await startFileServer(answer);
		await gone.close();
		const { error } = await uploadUrl(`${gone.origin}/cup`, DOWNLOAD);
		expect(error?.message).toMatch(
			/\/cup could not be downloaded: its server could not be reached$/,
		);
	});

	test.each([
		['={{ "" }}', 'The URL is empty'],
		['cup.png', 'URL: “cup.png” is no web address'],
		['ftp://media.example/cup.png', 'URL: “ftp://media.example/cup.png” is no address of the web'],
	])('no address: %s', async (url, message) => {
		const { error } = await uploadUrl(url);
		expect(error?.message).toBe(message);
		expect(service.requests).toEqual([]);
	});

	test('one that fails leaves the others alone', async () => {
		const { output } = await uploadUrl('={{ $json.url }}', DOWNLOAD, {
			items: ['cup', 'missing', 'other.png'].map((path) => ({
				json: { url: `${open.origin}/${path}` },
			})),
			onError: 'continueRegularOutput',
		});
		expect(errorsOf(output)).toEqual([undefined, expect.stringContaining('status 404'), undefined]);
		expect(service.state.media).toHaveLength(2);
	});
});

describe('media of posts', () => {
	const media = (...file: INodeParameters[]) => ({ file });
	const field = (binaryField: string, alt = '') => ({ source: 'binary', binaryField, alt });
	const uploadOf = (mark: number) =>
		service.state.media.find(({ sha256: sum }) => sum === sha256(picture(mark)))!;
	const reference = (mark: number) => {
		const { id, path } = uploadOf(mark);
		return { id, path };
	};
	const EARLIER = { id: 'earlier', path: 'https://media.example/earlier.webp?v=1' };

	test('take any mix of sources, in the given order, with alt text', async () => {
		const server = await startFileServer((_request, response) => response.end(picture(9)));
		const { error } = await createPost(
			service,
			{
				media: media(
					field('b', 'The second'),
					{ source: 'url', url: `${server.origin}/nine`, alt: 'From the web' },
					{ source: 'upload', file: JSON.stringify({ ...EARLIER, alt: 'Own' }), alt: '' },
					{ source: 'upload', file: '={{ $json.uploaded }}', alt: 'New' },
					field('a, c', 'Two'),
				),
				channels: { channel: [channelEntry(service, 'mastodon')] },
				options: { downloadMedia: true },
			},
			{
				items: [
					{
						json: { uploaded: { ...EARLIER, name: 'earlier.webp', thumbnail: null } },
						binary: { a: file(picture(1)), b: file(picture(2)), c: await storedFile(picture(3)) },
					},
				],
			},
		);
		await server.close();
		expect(error).toBeUndefined();
		expect(onlyBody(service).posts[0].value).toEqual([
			{
				content: 'Fresh beans',
				image: [
					{ ...reference(2), alt: 'The second' },
					{ ...reference(9), alt: 'From the web' },
					{ ...EARLIER, alt: 'Own' },
					{ ...EARLIER, alt: 'New' },
					{ ...reference(1), alt: 'Two' },
					{ ...reference(3), alt: 'Two' },
				],
			},
		]);
		expect(storedPosts(service)[0].parts[0].image).toHaveLength(6);
	});

	test('all fields of the item', async () => {
		await createPost(
			service,
			{ media: media(field('*', 'Ours')) },
			{ items: items({ b: file(picture(1)), a: file(picture(2)) }) },
		);
		expect(onlyBody(service).posts[0].value).toMatchObject([
			{ image: [1, 2].map((mark) => ({ ...reference(mark), alt: 'Ours' })) },
		]);
	});

	test('every segment has its own, and settings too', async () => {
		const { error } = await createPost(
			service,
			{
				media: media(field('video')),
				thread: {
					segment: [
						{ content: 'two', media: media(field('a'), field('b')) },
						{ content: 'three' },
						{ content: '', media: media(field('b')) },
					],
				},
				channels: {
					channel: [
						channelEntry(service, 'youtube', {
							title: 'How we pour',
							type: 'public',
							settings: { thumbnail: 'cover' },
						}),
						channelEntry(service, 'devto', {
							title: 'How we pour',
							settings: { main_image: JSON.stringify(EARLIER) },
						}),
					],
				},
			},
			{
				items: items({
					video: await storedFile(fileOf(MP4, 5000, 1)),
					a: file(picture(1)),
					b: file(picture(2)),
					cover: file(picture(3)),
				}),
			},
		);
		expect(error).toBeUndefined();
		const { id, path } = service.state.media.find(({ type }) => type === 'video/mp4')!;
		const { posts } = onlyBody(service);
		for (const { value } of posts) {
			expect((value as IDataObject[]).map(({ image }) => image)).toEqual([
				[{ id, path }],
				[reference(1), reference(2)],
				[],
				[reference(2)],
			]);
		}
		expect(posts[0].settings).toMatchObject({ thumbnail: reference(3) });
		expect(posts[1].settings).toMatchObject({ main_image: EARLIER });
		expect(uploads()).toHaveLength(4);
	});

	test.each([
		['one request for all', true, 1],
		['a request each', false, 20],
	])(
		'a picture that 20 items publish on 3 channels is uploaded once: %s',
		async (_kind, combineItems, requests) => {
			const content = picture(1, 200_000);
			const { output, error } = await createPost(
				service,
				{
					combineItems,
					options: { maxPosts: 60 },
					media: media(field('data')),
					channels: {
						channel: ['x', 'linkedin', 'bluesky'].map((name) => channelEntry(service, name)),
					},
				},
				{
					items: items(
						...(await Promise.all(
							Array.from({ length: 20 }, async () => ({ data: await storedFile(content) })),
						)),
					),
				},
			);
			expect(error).toBeUndefined();
			expect(output[0]).toHaveLength(60);
			expect(uploads()).toHaveLength(1);
			expect(postRequests(service)).toHaveLength(requests);
			expect(service.requests).toHaveLength(requests + 1);
			const [{ id, path }] = service.state.media;
			for (const { parts } of storedPosts(service)) expect(parts[0].image).toEqual([{ id, path }]);
		},
	);

	test('several go over at a time, and keep their order though the first is the slowest', async () => {
		service.faults.push({ match: { path: /\/upload$/ }, kind: 'latency', delay: 1500 });
		service.faults.push({ match: { path: /\/upload$/ }, kind: 'latency', delay: 50, times: 5 });
		const marks = [1, 2, 3, 4, 5, 6];
		await createPost(
			service,
			{ media: media(field('*')) },
			{ items: items(Object.fromEntries(marks.map((mark) => [`f${mark}`, file(picture(mark))]))) },
		);
		const times = uploads().map(({ at }) => at);
		expect(Math.max(...times) - Math.min(...times)).toBeLessThan(1500);
		expect(onlyBody(service).posts[0].value).toMatchObject([{ image: marks.map(reference) }]);
	});

	test('no more than three at a time', async () => {
		service.faults.push({ match: { path: /\/upload$/ }, kind: 'latency', delay: 600, times: 7 });
		await createPost(
			service,
			{ media: media(field('*')) },
			{
				items: items(
					Object.fromEntries(
						Array.from({ length: 7 }, (_, mark) => [`f${mark}`, file(picture(mark))]),
					),
				),
			},
		);
		const times = uploads().map(({ at }) => at);
		expect(times).toHaveLength(7);
		expect(times[2] - times[0]).toBeLessThan(500);
		expect(times[3] - times[0]).toBeGreaterThanOrEqual(590);
		expect(times[6] - times[3]).toBeGreaterThanOrEqual(590);
	});

	test('a failed upload fails the items that need it, and no other', async () => {
		service.faults.push({ match: { path: /\/upload$/ }, kind: 'status', status: 500 });
		const { output } = await createPost(
			service,
			{ media: media(field('data')), content: '={{ "Post " + $json.row }}' },
			{
				items: items(
					{ data: file(picture(1)) },
					{ data: file(picture(2)) },
					{ data: file(picture(1)) },
					{ data: file(HEIC, 'd.jpg') },
					{ data: file(picture(3)) },
				),
				onError: 'continueRegularOutput',
			},
		);
		expect(errorsOf(output)).toEqual([
			'Postiz failed to answer (status 500)',
			undefined,
			'Postiz failed to answer (status 500)',
			'Item 4 of 5: The file “d.jpg” in data is a HEIC picture, which Postiz does not take',
			undefined,
		]);
		expect(output[0].map(({ pairedItem }) => (pairedItem as { item: number }).item)).toEqual([
			0, 1, 2, 3, 4,
		]);
		expect(storedPosts(service).map(({ parts }) => parts[0].published)).toEqual([
			'Post 1',
			'Post 4',
		]);
	});

	test('without that, a failed upload ends the node before a post is sent', async () => {
		service.faults.push({ match: { path: /\/upload$/ }, kind: 'status', status: 500 });
		const { error } = await createPost(
			service,
			{ media: media(field('data')) },
			{ items: items({ data: file(picture(1)) }, { data: file(picture(2)) }) },
		);
		expect(error?.message).toBe('Postiz failed to answer (status 500)');
		expect(postRequests(service)).toEqual([]);
	});

	test('without that, the error is the one that ended the uploads, whichever item it came to', async () => {
		service.faults.push({
			match: { path: /\/upload$/ },
			kind: 'status',
			status: 400,
			body: { message: 'The file is damaged' },
		});
		const slow = fileOf(PNG, 5 * MEGABYTE, 1);
		const { error } = await createPost(
			service,
			{ media: media(field('data')) },
			{
				items: items(
					{ data: await storedFile(slow) },
					...[2, 3, 4, 5].map((mark) => ({ data: file(picture(mark)) })),
				),
			},
		);
		expect(error?.message).toMatch(/was refused by Postiz: The file is damaged$/);
		expect(error?.message).not.toContain('another one failed');
		expect(postRequests(service)).toEqual([]);
	});

	test.each([
		[field('={{ $json.nothing }}'), 'Media: Binary Field is empty'],
		[{ source: 'upload', file: '={{ $json.nothing }}' }, 'Media: Uploaded File is empty'],
		[field('data', '={{ ({ a: 1 }) }}'), 'Media: Alt Text cannot be “{"a":1}”'],
		[
			{ source: 'upload', file: '{"id":"1","path":"https://media.example/a.png#x"}' },
			'The uploaded file https://media.example/a.png cannot be posted',
		],
		[field('photo'), 'The item has no binary field “photo”'],
		[{ source: 'upload', file: 'photo' }, 'Uploaded File is no uploaded file'],
		[
			{ source: 'upload', file: '{"id":"1","path":"https://media.example/a.avif"}' },
			'The uploaded file https://media.example/a.avif cannot be posted',
		],
		[{ source: 'url', url: 'photo.png' }, 'URL: “photo.png” is no web address'],
		[
			{ source: 'url', url: 'http://media.example/a.png' },
			'Postiz cannot fetch http://media.example/a.png: it does not start with https://',
		],
	])('a source that is none is told, and nothing is sent: %j', async (entry, message) => {
		const { error } = await createPost(
			service,
			{ media: media(entry) },
			{ items: items({ data: file(PNG) }) },
		);
		expect(error?.message).toBe(message);
		expect(service.requests).toEqual([]);
	});
});

describe('the example picture-to-three-channels', () => {
	/** Downloads a file, as n8n's own HTTP Request does with these parameters. */
	const httpRequest: INodeType = {
		description: {
			displayName: 'HTTP Request',
			name: 'httpRequest',
			group: ['input'],
			version: 4.2,
			description: '',
			defaults: {},
			inputs: ['main'],
			outputs: ['main'],
			properties: [
				{ displayName: 'URL', name: 'url', type: 'string', default: '' },
				{ displayName: 'Options', name: 'options', type: 'json', default: {} },
			],
		},
		async execute(this: IExecuteFunctions) {
			const options = this.getNodeParameter('options', 0) as {
				response: { response: { responseFormat: string; outputPropertyName: string } };
			};
			const { responseFormat, outputPropertyName } = options.response.response;
			expect(responseFormat).toBe('file');
			const content = await this.helpers.httpRequest({
				url: this.getNodeParameter('url', 0) as string,
				encoding: 'arraybuffer',
			});
			const binary = await this.helpers.prepareBinaryData(Buffer.from(content), 'picture.png');
			return [[{ json: {}, binary: { [outputPropertyName]: binary } }]];
		},
	};

	test('publishes with exactly two requests to the service', async () => {
		const server = await startFileServer((_request, response) => response.end(picture(1)));
		const { nodes, connections, settings } = JSON.parse(
			JSON.stringify(readExample('picture-to-three-channels.json')).replaceAll(
				'https://example.com',
				server.origin,
			),
		) as WorkflowJson;
		const { error, outputOf } = await runWorkflow(
			{
				nodes: nodes
					.filter(({ type }) => type !== 'n8n-nodes-base.stickyNote')
					.map((node) => ({
						...node,
						credentials: { postizApi: { id: 'postizApi', name: 'Postiz account' } },
					})),
				connections,
				settings,
			},
			{ service, nodeTypes: { 'n8n-nodes-base.httpRequest': httpRequest } },
		);
		await server.close();
		expect(error).toBeUndefined();
		expect(server.requests).toMatchObject([{ path: '/picture.png' }]);
		expect(service.requests.map(({ method, path }) => `${method} ${path.split('/v1')[1]}`)).toEqual(
			['POST /upload', 'POST /posts'],
		);
		expect(outputOf('Publish')[0].map(({ json }) => json.provider)).toEqual([
			'x',
			'linkedin',
			'bluesky',
		]);
		const [{ id, path }] = service.state.media;
		expect(storedPosts(service).map(({ state, parts }) => [state, parts[0].image])).toEqual(
			Array(3).fill([
				'PUBLISHED',
				[{ id, path, alt: 'Our three winter drinks on a wooden table' }],
			]),
		);
	});
});
