import { Readable } from 'node:stream';

import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { downloadStart, openDownload } from '../../../nodes/Postiz/media/download';
import { fileOf, PNG } from '../../shared/samples.cjs';

const URL = 'https://media.example/cup.png';
const CUP = fileOf(PNG, 5000);

/** A server with the file; records what it was asked for and sent, and how much n8n stored. */
function serverOf(
	body: () => Readable,
	headers: Record<string, string> = { 'content-length': String(CUP.length) },
	statusCode = 200,
) {
	const handed: Readable[] = [];
	const asked: IHttpRequestOptions[] = [];
	const stored: Buffer[] = [];
	const context = {
		getExecutionCancelSignal: () => undefined,
		helpers: {
			httpRequest: async (request: IHttpRequestOptions) => {
				const stream = body();
				asked.push(request);
				handed.push(stream);
				return { statusCode, headers, body: stream };
			},
			prepareBinaryData: async (stream: Readable, fileName?: string) => {
				const content = await contentOf(stream);
				stored.push(content);
				return { data: content.toString('base64'), mimeType: 'image/png', fileName };
			},
		},
	} as unknown as IExecuteFunctions;
	return { context, handed, asked, stored };
}

async function contentOf(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
	const chunks: Uint8Array[] = [];
	for await (const chunk of bytes) chunks.push(chunk);
	return Buffer.concat(chunks);
}

test('a download passes through whole, by one request', async () => {
	const { context, handed } = serverOf(() => Readable.from([CUP.subarray(0, 9), CUP.subarray(9)]));
	const file = await openDownload(context, URL, { takes: 'postMedia' });
	expect((await contentOf(await file.open())).equals(CUP)).toBe(true);
	expect(handed).toHaveLength(1);
});

test('a file is asked for as it is, as a compressed one would have another length', async () => {
	const { context, asked } = serverOf(() => Readable.from([CUP]));
	await openDownload(context, URL, { takes: 'postMedia' });
	await downloadStart(context, URL);
	expect(asked.map(({ headers }) => headers)).toEqual([
		{ 'Accept-Encoding': 'identity' },
		{ 'Accept-Encoding': 'identity', Range: 'bytes=0-262143' },
	]);
});

describe('a file of which nobody says the length', () => {
	const MOST = 10 * 1024 ** 2;
	const download = async (size: number) => {
		const content = fileOf(PNG, size);
		const server = serverOf(
			() => Readable.from([content.subarray(0, MOST), content.subarray(MOST)]),
			{},
		);
		const file = await openDownload(server.context, URL, { takes: 'postMedia' });
		return { ...server, file, content };
	};

	test('is stored as long as it is not larger than its type may be', async () => {
		const { file, stored, handed, content } = await download(MOST);
		expect(file).toMatchObject({ label: `The file at ${URL}`, name: 'cup.png', size: MOST });
		expect(stored.map((each) => each.equals(content))).toEqual([true]);
		expect(handed.map(({ destroyed }) => destroyed)).toEqual([true]);
	});

	test('is given up at the first byte more', async () => {
		await expect(download(MOST + 1)).rejects.toThrow(
			`The file at ${URL} has more than 10 MB; the maximum for pictures is 10 MB`,
		);
	});
});

test.each([
	[new Error('aborted'), 'could not be downloaded: the connection was cut off'],
	[new TypeError('x is not a function'), 'x is not a function'],
])(
	'a download that breaks off is told as such, but not a mistake of the node: %s',
	async (failure, message) => {
		async function* breaking(): AsyncGenerator<Uint8Array> {
			yield CUP.subarray(0, 9);
			throw failure;
		}
		const { context } = serverOf(() => Readable.from(breaking()));
		await expect(openDownload(context, URL, { takes: 'postMedia' })).rejects.toThrow(message);
	},
);

const cup = () => Readable.from([CUP]);

test.each([
	[200, true],
	[299, true],
	[199, false],
	[300, false],
	[404, false],
])('an answer with %d is a file: %p', async (status, isFile) => {
	const { context, handed } = serverOf(cup, undefined, status);
	const opened = openDownload(context, URL, { takes: 'postMedia' });
	await (isFile
		? expect(opened).resolves.toMatchObject({ size: CUP.length })
		: expect(opened).rejects.toThrow(
				`${URL} could not be downloaded: its server answered with status ${status}`,
			));
	// Files are closed by their reader.
	expect(handed.map(({ destroyed }) => destroyed)).toEqual([!isFile]);
});

test('a file that is closed ends its connection', async () => {
	const { context, handed } = serverOf(cup);
	const file = await openDownload(context, URL, { takes: 'postMedia' });
	(await file.open()).destroy();
	expect(handed[0].destroyed).toBe(true);
});

test.each([
	['what was asked for', { 'content-length': '5000' }, 1],
	['no length', {}, 1],
	['a compressed length', { 'content-length': '70', 'content-encoding': 'gzip' }, 1],
	['no number', { 'content-length': '5e3' }, 1],
	['a number with more', { 'content-length': 'x5000' }, 1],
	['what it has, though it is to be stored', { 'content-length': '5000' }, 1, true],
])('a file with %s has its real size', async (...[what, headers, count, store]) => {
	const { context, stored } = serverOf(cup, headers);
	const file = await openDownload(context, URL, { takes: 'postMedia', store });
	expect(file.size).toBe(CUP.length);
	expect(stored).toHaveLength(what === 'what was asked for' ? 0 : count);
});

test.each<[string, Record<string, string>, number]>([
	['the whole file', { 'content-range': 'bytes 0-63/123', 'content-length': '64' }, 123],
	['nothing of the whole', { 'content-range': 'bytes 0-63/*', 'content-length': '64' }, 64],
	['a range with more behind', { 'content-range': 'bytes 0-63/123 of it' }, CUP.length],
	['only a length', { 'content-length': '5000' }, 5000],
	['nothing', {}, CUP.length],
])('the start of a file says the size if its server names %s', async (_what, headers, size) => {
	const { context, handed } = serverOf(cup, headers);
	const start = await downloadStart(context, URL);
	expect(start).toMatchObject({ label: `The file at ${URL}`, type: { extension: 'png' }, size });
	expect(handed[0].destroyed).toBe(true);
});

test.each([
	['ENOTFOUND', "its host doesn't exist"],
	['EAI_AGAIN', "its host doesn't exist"],
	['ETIMEDOUT', 'its server did not answer in time'],
	['ECONNABORTED', 'its server did not answer in time'],
	['CERT_HAS_EXPIRED', "n8n doesn't trust the certificate of its server"],
	['ERR_TLS_CERT_ALTNAME_INVALID', "n8n doesn't trust the certificate of its server"],
	['ECONNREFUSED', 'its server could not be reached'],
	['EXENOTFOUND', 'its server could not be reached'],
	['ETIMEDOUTX', 'its server could not be reached'],
	[undefined, 'odd'],
])('a connection that fails with %s: %s', async (code, cause) => {
	const { context } = serverOf(() => {
		throw Object.assign(new Error('odd'), { code });
	});
	await expect(openDownload(context, URL, { takes: 'postMedia' })).rejects.toMatchObject({
		message: `${URL} could not be downloaded: ${cause}`,
		description:
			'Open the address in a browser without signing in, and check that it shows the file.',
	});
});

test('a server that says nothing is given ten minutes', async () => {
	const { context, asked } = serverOf(cup);
	await openDownload(context, URL, { takes: 'postMedia' });
	expect(asked[0].timeout).toBe(600_000);
});
