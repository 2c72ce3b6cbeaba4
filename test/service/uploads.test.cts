import { useService } from './useService.cjs';
import FormData from 'form-data';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect, createPostItem, createPostRequest, createSegment, visit } from './client.cjs';
import { createSampleFile, MP4, PNG, createPng } from '../shared/samples.cjs';

const MEGABYTE = 1_048_576;

const service = useService({ allowPrivateUploadUrls: true, showsUploads: true });

function upload(file: Buffer, filename = 'cup.png') {
	const form = new FormData();
	form.append('file', file, { filename, contentType: 'image/png' });
	return connect(service).post('/upload', form, {
		headers: form.getHeaders(),
		maxBodyLength: Infinity,
		maxRedirects: 0,
	});
}

describe('POST /upload', () => {
	test('accepts an image of 10 MB', async () => {
		expect((await upload(createSampleFile(PNG, 10 * MEGABYTE))).status).toBe(201);
	});

	test('accepts a large video without keeping it', async () => {
		const { status, data } = await upload(createSampleFile(MP4, 40 * MEGABYTE), 'pour.mp4');
		expect(status).toBe(201);
		expect((await visit(service).get(data.path)).status).toBe(404);
	});
});

describe('POST /upload-from-url', () => {
	let server: Server;
	let origin: string;

	beforeAll(async () => {
		server = createServer((request, response) => {
			if (request.url!.startsWith('/moved')) response.writeHead(302, { location: '/cup.png' });
			response.end(request.url!.startsWith('/text') ? 'hello' : PNG);
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	});
	afterAll(() => new Promise((resolve) => server.close(resolve)));

	const fetchUrl = (url: string, target = service) =>
		connect(target).post('/upload-from-url', { url });

	test.each([
		['another ending', () => `${origin}/cup.tiff`],
		['bytes of no image', () => `${origin}/text.png`],
		['a redirect', () => `${origin}/moved.png`],
		['no such host', () => 'https://nowhere.invalid/cup.png'],
	])('rejects %s', async (_case, url) => {
		expect((await fetchUrl(url())).status).toBe(400);
		expect(service.state.media).toHaveLength(0);
	});
});

test.each([
	[400, 300, 201],
	[300, 400, 400],
])('Dribbble measures a picture: %i by %i pixels get the answer %i', async (...size) => {
	const [width, height, expected] = size;
	const file = (await upload(createPng(width, height))).data as object;
	const entry = createPostItem(service, 'dribbble', { title: 'Logo' }, [
		createSegment('Beans', [file]),
	]);
	expect((await connect(service).post('/posts', createPostRequest([entry]))).status).toBe(expected);
});
