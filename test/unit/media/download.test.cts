import { Readable } from 'node:stream';

import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { downloadStart, openDownload } from '../../../nodes/Postiz/media/download';
import { fileOf, PNG } from '../../service/samples.cjs';

const URL = 'https://media.example/cup.png';
const CUP = fileOf(PNG, 5000);

/** A server that has the file, what it was asked for and handed out, and how much n8n stored of it. */
function serverOf(
	body: () => Readable,
	headers: Record<string, string> = { 'content-length': String(CUP.length) },
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
				return { statusCode: 200, headers, body: stream };
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

test('a download is whole each time it is opened, and requested once for each', async () => {
	const { context, handed } = serverOf(() => Readable.from([CUP.subarray(0, 9), CUP.subarray(9)]));
	const file = await openDownload(context, URL, { takes: 'postMedia' });
	expect(handed).toHaveLength(1);
	expect((await contentOf(await file.open())).equals(CUP)).toBe(true);
	expect(handed).toHaveLength(1);
	expect((await contentOf(await file.open())).equals(CUP)).toBe(true);
	expect(handed).toHaveLength(2);
});

test('a file is asked for as it is, as a compressed one would have another length', async () => {
	const { context, asked } = serverOf(() => Readable.from([CUP]));
	await openDownload(context, URL, { takes: 'postMedia' });
	await downloadStart(context, URL, 64);
	expect(asked.map(({ headers }) => headers)).toEqual([
		{ 'Accept-Encoding': 'identity' },
		{ 'Accept-Encoding': 'identity', Range: 'bytes=0-63' },
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
