import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { createSampleFile, HEIC, JPEG } from '../../../shared/samples.cjs';
import { startFileServer, usePresharedKey, type FileServer } from '../../support/fileServer.cjs';
import {
	listSentFiles,
	MEGABYTE,
	hashSha256,
	listUploads,
	uploadUrl,
} from '../../support/media.cjs';
import { listCalls, useService } from '../../support/useService.cjs';

jest.setTimeout(30_000);

const service = useService({ hourlyLimit: 10_000 });

const FETCH = 'POST /upload-from-url';

describe('Upload From URL', () => {
	const content = createSampleFile(JPEG, 200_000, 3);
	const answer: RequestListener = (request, response) => {
		switch (request.url!.split('?')[0]) {
			case '/cup.jpg':
			case '/cup':
				return response.writeHead(200, { 'content-length': content.length }).end(content);
			case '/moved':
				return response.writeHead(302, { location: '/cup.jpg' }).end();
			case '/circle':
				return response.writeHead(302, { location: '/circle?again' }).end();
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
	beforeEach(() => usePresharedKey());
	afterEach(() => {
		jest.restoreAllMocks();
		open.requests.length = secure.requests.length = 0;
	});
	afterAll(async () => {
		await open.close();
		await secure.close();
	});

	describe('lets the service fetch', () => {
		const generous = useService({ allowPrivateUploadUrls: true });

		test('an address that it accepts', async () => {
			const url = `${secure.origin}/cup.jpg?size=1`;
			const { output, error } = await uploadUrl(generous, ` ${url} `);
			expect(error).toBeUndefined();
			expect(listCalls(generous)).toEqual([FETCH]);
			expect(generous.requests[0].body).toEqual({ url });
			expect(output[0]).toMatchObject([{ json: { path: expect.stringMatching(/\.jpg$/) } }]);
			expect(generous.state.media).toMatchObject([{ originalName: 'cup.jpg' }]);
			expect(secure.requests).toHaveLength(1);
		});
	});

	describe('lets n8n fetch', () => {
		test('an address that the service rejects', async () => {
			const { error } = await uploadUrl(service, `${secure.origin}/cup.jpg`);
			expect(error).toBeUndefined();
			expect(listCalls(service)).toEqual([FETCH, 'POST /upload']);
			expect(listSentFiles(service)).toEqual([
				{ name: 'cup.jpg', type: 'image/jpeg', size: content.length },
			]);
			expect(service.state.media).toMatchObject([{ sha256: hashSha256(content) }]);
			expect(secure.requests).toMatchObject([{ path: '/cup.jpg' }]);
			expect(JSON.stringify(secure.requests[0].headers)).not.toContain(service.apiKey);
		});

		test('an https address without an extension, which the service would reject', async () => {
			const { error } = await uploadUrl(service, `${secure.origin}/cup`);
			expect(error).toBeUndefined();
			expect(listCalls(service)).toEqual(['POST /upload']);
			expect(service.state.media).toMatchObject([
				{ originalName: 'cup.jpg', sha256: hashSha256(content) },
			]);
		});

		test('an address that the service failed to fetch; if n8n fails too, reports the download error without secrets', async () => {
			const { error } = await uploadUrl(service, `${secure.origin}/missing.jpg?token=secret`);
			expect(error).toMatchObject({
				message: `${secure.origin}/missing.jpg could not be downloaded: its server answered with status 404`,
				description:
					'Check that the address opens the file in a browser without signing in, or use another one.',
			});
			expect(listCalls(service)).toEqual([FETCH]);
		});
	});

	test.each([
		['cup', 'cup.jpg', 1],
		['cup.jpg', 'cup.jpg', 1],
		['cup?file=b.png', 'cup.jpg', 1],
		['moved', 'moved.jpg', 2],
		['chunked', 'chunked.jpg', 1],
	])('n8n downloads %s without a request to the service', async (path, name, requests) => {
		const { error } = await uploadUrl(service, `${open.origin}/${path}`);
		expect(error).toBeUndefined();
		expect(service.state.media).toMatchObject([
			{ originalName: name, sha256: hashSha256(content) },
		]);
		expect(listCalls(service)).toEqual(['POST /upload']);
		expect(open.requests).toHaveLength(requests);
	});

	test('streams a file while it is being downloaded', async () => {
		const slow = await startFileServer((_request, response) => {
			response.writeHead(200, { 'content-length': content.length });
			response.write(content.subarray(0, 100_000));
			const waiting = setInterval(() => {
				if (listUploads(service).length === 0) return;
				clearInterval(waiting);
				response.end(content.subarray(100_000));
			}, 10);
		});
		const { error } = await uploadUrl(service, `${slow.origin}/cup`);
		await slow.close();
		expect(error).toBeUndefined();
		expect(service.state.media).toMatchObject([{ sha256: hashSha256(content) }]);
	});

	test.each([
		['circle', /\/circle could not be downloaded: its server could not be reached$/],
		['broken', /\/broken could not be read completely$/],
		// Its length is that of the compressed file, though n8n asks for another one.
		['packed', /\/packed could not be read completely$/],
		['cut', /\/cut could not be read completely$/],
		['endless', /^The file at .+\/endless is more than 10 MB; the maximum for pictures is 10 MB$/],
		['heic', /^The file at .+\/heic is a HEIC photo$/],
		['page', /^The file at .+\/page is a web page, not a file$/],
		['huge.jpg', /^The file at .+\/huge\.jpg is 11 MB; the maximum for pictures is 10 MB$/],
	])('names a file that cannot be downloaded, and sends nothing: %s', async (path, message) => {
		const { error } = await uploadUrl(service, `${open.origin}/${path}`);
		expect(error?.message).toMatch(message);
		expect(error?.description).toMatch(/\.$/);
		expect(service.state.media).toEqual([]);
	});

	test('an empty address sends no request', async () => {
		const { error } = await uploadUrl(service, '={{ "" }}');
		expect(error?.message).toBe('The URL is empty');
		expect(service.requests).toEqual([]);
	});
});
