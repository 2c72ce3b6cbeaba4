import { Readable } from 'node:stream';

import type { IExecuteFunctions } from 'n8n-workflow';

import { openDownload } from '../../../nodes/Postiz/media/download';
import { fileOf, PNG } from '../../service/samples.cjs';

const URL = 'https://media.example/cup.png';
const CUP = fileOf(PNG, 5000);

/** A server that has the file, and what it handed out. */
function serverOf(body: () => Readable) {
	const handed: Readable[] = [];
	const context = {
		getExecutionCancelSignal: () => undefined,
		helpers: {
			httpRequest: async () => {
				const stream = body();
				handed.push(stream);
				return {
					statusCode: 200,
					headers: { 'content-length': String(CUP.length) },
					body: stream,
				};
			},
		},
	} as unknown as IExecuteFunctions;
	return { context, handed };
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
