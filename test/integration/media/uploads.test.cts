import dns from 'node:dns';
import { rm, truncate } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';

import fc from 'fast-check';
import FormData from 'form-data';
import type { OnError } from 'n8n-workflow';

import { type FileType, fitFileName, isPostablePath } from '../../../nodes/Postiz/media/fileType';
import { anyCharacter } from '../../harness/characters.cjs';
import { fileOf, HEIC, MP4, PNG, TAKEN } from '../../shared/samples.cjs';
import { afterLookUp, startFileServer, type FileServer } from '../support/fileServer.cjs';
import { memoryFile, runNode, storedFile, storedPath } from '../support/harness.cjs';
import {
	errorsOf,
	file,
	itemsWith,
	MEGABYTE,
	picture,
	uploadFile,
	uploadsTo,
} from '../support/media.cjs';
import { channelEntry, createPost, onChannels } from '../support/posts.cjs';
import { callsOf, LOOK_UP, useService } from '../support/useService.cjs';

jest.setTimeout(30_000);

const service = useService({ hourlyLimit: 10_000 });

describe('refused before a byte is sent', () => {
	let allowed: string[] = [];
	beforeEach(() => (allowed = []));
	afterEach(() => expect(callsOf(service)).toEqual(allowed));

	test.each([
		[
			'={{ "" }}',
			'No file to upload',
			'Enter the name of the binary field that contains it, or * for all files.',
		],
		[
			'https://media.example/cup.png',
			'Binary Field allows only names of fields',
			'To upload from a web address, choose the operation Upload From URL.',
		],
	])('the field %s', async (field, message, description) => {
		const { error } = await uploadFile(service, field, itemsWith({ data: file(PNG) }));
		expect(error).toMatchObject({ message, description });
	});

	test('a file that n8n no longer has', async () => {
		const binary = await storedFile(picture(1), { fileName: 'cup.png' });
		await rm(await storedPath(binary));
		const { error } = await uploadFile(service, 'data', itemsWith({ data: binary }));
		expect(error?.message).toBe('The file “cup.png” in data could not be read');
		expect(error?.description).toMatch(
			/^n8n says: .+ Give another file, or check the node that created it\. /,
		);
	});

	test('one bad file among many, so that a mistake costs no request', async () => {
		const files = [picture(1), picture(2), HEIC].map((content) => ({ data: file(content) }));
		const { error, output } = await uploadFile(service, 'data', itemsWith(...files));
		expect(error?.message).toBe('The file in data is a HEIC photo');
		expect(output.flat()).toEqual([]);
	});

	test.each(['media', 'thread', 'settings'])('files of a post: %s', async (place) => {
		// Settings of a network without a chosen channel are never read.
		if (place === 'settings') allowed = [LOOK_UP];
		const bad = { file: [{ source: 'binary', binaryField: 'data' }] };
		const { error } = await createPost(
			service,
			{
				media: place === 'media' ? bad : {},
				thread: place === 'thread' ? { segment: [{ content: 'two', media: bad }] } : {},
				...onChannels(
					channelEntry(service, 'x', {
						settings: place === 'settings' ? { article_cover: 'data' } : {},
					}),
				),
			},
			{ items: itemsWith({ data: file(HEIC, 'photo.jpg') }) },
		);
		expect(error?.message).toBe('The file “photo.jpg” in data is a HEIC photo');
	});
});

describe('a host whose name cannot be looked up for a moment', () => {
	const HOST = 'postiz.example';
	const realLookUp = dns.lookup as (...parameters: unknown[]) => void;
	const FIVE = () =>
		itemsWith(...Array.from({ length: 5 }, (_, mark) => ({ data: file(picture(mark)) })));

	/** The first `times` lookups of the host fail; later ones succeed. */
	function failLookUps(times: number, code: string) {
		let asked = 0;
		const lookUp = (host: string, ...more: unknown[]) => {
			if (host !== HOST) return realLookUp(host, ...more);
			if (asked++ >= times) return realLookUp('127.0.0.1', ...more);
			const error = Object.assign(new Error(`getaddrinfo ${code} ${HOST}`), { code });
			process.nextTick(more.at(-1) as (error: Error) => void, error);
		};
		jest.spyOn(dns, 'lookup').mockImplementation(lookUp as never);
		return () => asked;
	}
	const upload = async (onError?: OnError) =>
		await uploadFile(service, 'data', FIVE(), {
			onError,
			credentials: { host: service.apiUrl.replace(/localhost|127\.0\.0\.1/, HOST) },
		});

	afterEach(() => jest.restoreAllMocks());

	test('each file is tried again', async () => {
		const asked = failLookUps(3, 'EAI_AGAIN');
		const { error, output } = await upload();
		expect(error).toBeUndefined();
		expect(output[0]).toHaveLength(5);
		expect(service.state.media).toHaveLength(5);
		expect(asked()).toBeGreaterThan(3);
	});

	test('fails all files once one was looked up for three times in vain', async () => {
		const asked = failLookUps(Infinity, 'ENOTFOUND');
		const { output } = await upload('continueErrorOutput');
		const unreached = expect.stringContaining('Postiz could not be reached at');
		expect(errorsOf([output[1]])).toEqual(Array(5).fill(unreached));
		// Three files at a time.
		expect(asked()).toBeLessThanOrEqual(9);
	});
});

describe('a failed upload', () => {
	const THREE = () =>
		itemsWith(
			...['a.png', 'b.png', 'c.png'].map((name, mark) => ({ data: file(picture(mark), name) })),
		);

	test.each(['resetBefore', 'resetAfter'] as const)(
		'of which the connection is lost is not sent again: %s',
		async (kind) => {
			service.faults.push({ match: { path: /\/upload$/ }, kind, skip: 1 });
			const { output } = await uploadFile(service, 'data', THREE(), {
				onError: 'continueRegularOutput',
			});
			expect(errorsOf(output)).toEqual([
				undefined,
				expect.stringMatching(/^The file “b.png” in data may not have arrived: /),
				undefined,
			]);
			expect(uploadsTo(service)).toHaveLength(3);
		},
	);

	test('a file that breaks off while it is read does not leave the service waiting', async () => {
		const binary = await storedFile(fileOf(MP4, 2 * MEGABYTE), { fileName: 'pour.mp4' });
		await truncate(await storedPath(binary), MEGABYTE);
		const { error } = await uploadFile(service, 'data', itemsWith({ data: binary }));
		expect(error).toMatchObject({
			message: 'The file “pour.mp4” in data could not be read completely',
			description: 'It ended early or changed during the upload. Run the workflow again.',
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
		const server = await startFileServer(
			afterLookUp(service, (request) => {
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
			}),
		);
		return { server, started, ended };
	}

	test('stops the streams, and sends no further file', async () => {
		const { server, started, ended } = await startSlowService();
		const files = Array.from({ length: 5 }, (_, mark) => storedFile(fileOf(MP4, SIZE, mark)));
		const input = itemsWith(...(await Promise.all(files)).map((data) => ({ data })));
		const { run } = await uploadFile(service, 'data', input, {
			credentials: { apiKey: 'key', host: server.origin },
			cancelWhen: started,
			onError: 'continueRegularOutput',
		});
		expect(run.status).toBe('canceled');
		for (const { received, complete } of await Promise.all(ended)) {
			expect(received).toBeLessThan(SIZE / 2);
			expect(complete).toBe(false);
		}
		await server.close();
		const sent = server.requests.filter(({ path }) => path.endsWith('/upload'));
		expect(sent.length).toBeGreaterThan(0);
		expect(sent.length).toBeLessThanOrEqual(3);
	});
});

// Anything that could end a quoted name, a header line or a part, or be taken for a path.
const PIECES = [
	...['\r\n', '\n', '\r', '\r\n\r\n', '\0', '\t', ' ', '\u2028', '\u202e', '; filename="b.png"'],
	...'" \\" %22 \' ; -- / \\ .. . % %0A * = : <b> &amp;'.split(' '),
	...['ä', 'é', 'ß', '☕', '東京', '😀', 'e\u0301', '\ud83d', '\udc00', '\ufeff', '\x7f', '\x85'],
	...['cup', 'Menu', '2026', '.png', '.PNG', '.jpeg', '.heic', '.tar.gz', '.mp4', '__proto__'],
];
const fileName = fc.oneof(
	fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((parts) => parts.join('')),
	fc.string({ unit: anyCharacter, maxLength: 300 }),
	fc.string({ unit: 'grapheme', maxLength: 40 }),
	fc.constant(undefined),
);

const BOUNDARY_LIKE = Buffer.from('\r\n--form-data-boundary--\r\n\r\n');
const rest = fc.oneof(
	fc.uint8Array({ maxLength: 2000 }).map((bytes) => Buffer.from(bytes)),
	// Around the chunk sizes of streams.
	fc
		.tuple(
			fc.constantFrom(1024, 16_384, 65_536, 131_072),
			fc.integer({ min: -70, max: 3 }),
			fc.nat(255),
		)
		.map(([size, more, byte]) => Buffer.alloc(size + more, byte)),
	fc.nat(20).map((times) => Buffer.concat(Array.from({ length: times }, () => BOUNDARY_LIKE))),
);

const upload = fc.record({
	name: fileName,
	type: fc.constantFrom(...TAKEN.filter(([ending]) => isPostablePath(`.${ending}`))),
	rest,
	/** Where n8n stores it. */
	place: fc.constantFrom('memory', 'files'),
});
type Upload = typeof upload extends fc.Arbitrary<infer T> ? T : never;

const contentOf = ({ type: [, , head], rest: tail }: Upload) => Buffer.concat([head, tail]);

async function run({ name, place, ...file }: Upload, host: string, apiKey: string) {
	const content = contentOf({ name, place, ...file });
	const keep = place === 'memory' ? memoryFile : storedFile;
	return await runNode({
		parameters: { resource: 'upload', operation: 'file', binaryField: 'data' },
		items: [{ json: {}, binary: { data: await keep(content, { fileName: name }) } }],
		credentials: { host, apiKey },
	});
}

describe('on the wire', () => {
	let server: FileServer;
	let received: Array<{ body: Buffer; headers: NodeJS.Dict<string | string[]> }>;

	beforeAll(async () => {
		server = await startFileServer((request, response) => {
			void buffer(request).then((body) => {
				received.push({ body, headers: request.headers });
				response.writeHead(201, { 'content-type': 'application/json' });
				response.end('{"id":"1","path":"https://media.example/1.png"}');
			});
		});
	});
	beforeEach(() => {
		received = [];
	});
	afterAll(() => server.close());

	test('a request is byte by byte what form-data writes for the same file, with a boundary of its own', async () => {
		const boundaries: string[] = [];
		await fc.assert(
			fc.asyncProperty(upload, async (file) => {
				received = [];
				const { error } = await run(file, server.origin, 'key');
				expect(error).toBeUndefined();
				expect(received).toHaveLength(1);
				const [{ body, headers }] = received;
				const boundary = /^multipart\/form-data; boundary=([-.\w]{1,70})$/.exec(
					headers['content-type'] as string,
				)![1];
				expect(boundaries).not.toContain(boundary);
				boundaries.push(boundary);

				const content = contentOf(file);
				const [extension, mime] = file.type;
				const form = new FormData();
				form.setBoundary(boundary);
				form.append('file', content, {
					filename: fitFileName(file.name, { extension } as FileType),
					contentType: mime,
				});
				expect(body.toString('latin1')).toBe(form.getBuffer().toString('latin1'));
				expect(headers['content-length']).toBe(String(form.getLengthSync()));
				expect(headers['transfer-encoding']).toBeUndefined();
			}),
			{ numRuns: 80 },
		);
	}, 60_000);
});
