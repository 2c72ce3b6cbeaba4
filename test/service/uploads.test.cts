import { useService } from './useService.cjs';
import FormData from 'form-data';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { connect, visit } from './client.cjs';
import { fileOf, MP4, PNG } from '../shared/samples.cjs';
import { startService } from './server.cjs';

const MEGABYTE = 1_048_576;

const service = useService({ allowPrivateUploadUrls: true });

function upload(
	file: Buffer | Readable,
	filename = 'cup.png',
	field = 'file',
	knownLength?: number,
) {
	const form = new FormData();
	form.append(field, file, { filename, contentType: 'image/png', knownLength });
	return connect(service).post('/upload', form, {
		headers: form.getHeaders(),
		maxBodyLength: Infinity,
		maxRedirects: 0,
	});
}

/** A file of the given size that never is in memory as a whole. */
function large(head: Buffer, size: number): Readable {
	const chunk = Buffer.alloc(MEGABYTE);
	return Readable.from(
		(function* () {
			yield head;
			for (let left = size - head.length; left > 0; left -= chunk.length)
				yield left >= chunk.length ? chunk : chunk.subarray(0, left);
		})(),
		{ objectMode: false, highWaterMark: MEGABYTE },
	);
}

describe('POST /upload', () => {
	test('an image of 10 MB is taken', async () => {
		expect((await upload(fileOf(PNG, 10 * MEGABYTE))).status).toBe(201);
	});

	test('a video of 1 GB is taken in little memory, one byte more is not', async () => {
		const limit = 1024 * MEGABYTE;
		const before = process.memoryUsage().rss;
		let highest = 0;
		const watch = setInterval(() => {
			highest = Math.max(highest, process.memoryUsage().rss - before);
		}, 50);
		const taken = await upload(large(MP4, limit), 'pour.mp4', 'file', limit);
		clearInterval(watch);
		expect(taken.status).toBe(201);
		expect(service.state.media[0]).toMatchObject({ size: limit, kept: false });
		expect(highest).toBeLessThan(300 * MEGABYTE);
		expect((await visit(service).get(taken.data.path)).status).toBe(404);
		expect((await upload(large(MP4, limit + 1), 'pour.mp4', 'file', limit + 1)).status).toBe(400);
	}, 60_000);
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
	])('refuses %s', async (_case, url) => {
		expect((await fetchUrl(url())).status).toBe(400);
		expect(service.state.media).toHaveLength(0);
	});

	test('takes only https and public addresses', async () => {
		const strict = await startService();
		const statuses = [];
		for (const url of [
			`${origin}/cup.png`,
			'https://127.0.0.1/cup.png',
			'https://10.0.0.1/cup.png',
			'https://192.168.1.1/cup.png',
			'https://[::1]/cup.png',
			'https://[::ffff:127.0.0.1]/cup.png',
			'https://169.254.169.254/cup.png',
			'https://localhost/cup.png',
		]) {
			const { status, data } = await fetchUrl(url, strict);
			statuses.push([status, data.message]);
		}
		await strict.close();
		const words = 'URL must be a public HTTPS URL and cannot point to internal network addresses';
		expect(statuses).toEqual(Array(8).fill([400, [words]]));
	});
});
