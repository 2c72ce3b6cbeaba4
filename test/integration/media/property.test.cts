import fc from 'fast-check';
import FormData from 'form-data';
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';

import { fitFileName, type FileType } from '../../../nodes/Postiz/media/fileType';
import { anyCharacter } from '../../harness/characters.cjs';
import { TAKEN } from '../../shared/samples.cjs';
import { startFileServer, type FileServer } from '../support/fileServer.cjs';
import { memoryFile, runNode, storedFile } from '../support/harness.cjs';
import { useService } from '../support/useService.cjs';

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

// Whatever could end a quoted name, a header line or a part, or be taken for a path.
const PIECES = [
	...[
		'"',
		'\\"',
		'%22',
		"'",
		';',
		'; filename="b.png"',
		'\r\n',
		'\n',
		'\r',
		'\r\n\r\n',
		'--',
		'\0',
	],
	...[
		'/',
		'\\',
		'..',
		'.',
		' ',
		'\t',
		'%',
		'%0A',
		'*',
		'=',
		':',
		'<b>',
		'&amp;',
		'\u2028',
		'\u202e',
	],
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
	// Around the sizes in which streams hand on their chunks.
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
	type: fc.constantFrom(...TAKEN),
	rest,
	/** Where n8n keeps it. */
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

describe('any file of any name', () => {
	const service = useService({ hourlyLimit: 1_000_000 });

	test('arrives as it is, with its type and length, under a name that fits', async () => {
		await fc.assert(
			fc.asyncProperty(upload, async (file) => {
				service.reset();
				const { error } = await run(file, service.apiUrl, service.apiKey);
				expect(error).toBeUndefined();
				const content = contentOf(file);
				const [ending, mime] = file.type;
				expect(service.state.media).toMatchObject([
					{ size: content.length, sha256: sha256(content), type: mime },
				]);
				expect(service.requests.map(({ status }) => status)).toEqual([201]);
				const { body } = service.requests[0] as { body: { file: Record<string, unknown> } };
				expect(body).toEqual({
					file: { name: expect.any(String), type: mime, size: content.length },
				});
				const name = body.file.name as string;
				expect(name).not.toMatch(/[\p{Cc}/\\"]/u);
				expect(name).toMatch(/^[^.\s].*\.\w+$/s);
				const known: Record<string, string[]> = { jpg: ['jpeg'], tiff: ['tif'] };
				expect([ending, ...(known[ending] ?? [])]).toContain(name.split('.').pop()!.toLowerCase());
			}),
			{ numRuns: 80 },
		);
	}, 60_000);

	test('keeps a name that has nothing to correct', async () => {
		const plain = fc.stringMatching(
			/^[a-zäöüß東京☕][ a-zäöüß東京☕0-9_,;:'()!&%-]{0,30}[a-z0-9東京☕]$/u,
		);
		await fc.assert(
			fc.asyncProperty(plain, upload, async (stem, file) => {
				service.reset();
				const name = `${stem}.${file.type[0]}`;
				await run({ ...file, name }, service.apiUrl, service.apiKey);
				expect(service.state.media).toMatchObject([{ originalName: name }]);
			}),
			{ numRuns: 60 },
		);
	}, 60_000);
});

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

	test('a request is byte by byte what form-data writes for the same file', async () => {
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

	test('every request has a boundary of its own', async () => {
		const file: Upload = { name: 'a.png', type: TAKEN[0], rest: Buffer.alloc(10), place: 'memory' };
		for (let count = 0; count < 5; count++) await run(file, server.origin, 'key');
		expect(new Set(received.map(({ headers }) => headers['content-type'])).size).toBe(5);
	});
});
