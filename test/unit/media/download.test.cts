import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import {
	downloadBytesFrom,
	inspectDownload,
	openDownload,
} from '../../../nodes/Postiz/media/download';
import { createSampleFile, HEIC, PNG } from '../../shared/samples.cjs';
import { createFake } from '../../shared/fakes.cjs';

const URL = 'https://media.example/cup.png';
const CUP = createSampleFile(PNG, 5000);
const LENGTH = { 'content-length': '5000' };
const MISTAKE = new TypeError('x is not a function');

/** Downloads from a server; records what it was asked for and sent. */
function createServer(
	headers: Record<string, string> = LENGTH,
	{ body = () => Readable.from([CUP.subarray(0, 99), CUP.subarray(99)]), statusCode = 200 } = {},
) {
	const handed: Readable[] = [];
	const requests: IHttpRequestOptions[] = [];
	const context = createFake<IExecuteFunctions>({
		getExecutionCancelSignal: () => undefined,
		helpers: {
			httpRequest: async (request: IHttpRequestOptions) => {
				requests.push(request);
				handed.push(body());
				return { statusCode, headers, body: handed.at(-1) };
			},
		},
	});
	const open = async (url = URL) => await openDownload(context, url);
	const isClosed = () => handed.map(({ destroyed }) => destroyed);
	const start = async () => await inspectDownload(context, URL);
	return {
		open,
		start,
		at: async () => await downloadBytesFrom(context, URL, 99),
		isClosed,
		requests,
	};
}

test('streams a whole download with one request, which ends when the download is closed', async () => {
	const { open, isClosed } = createServer();
	const file = await open();
	expect(file).toMatchObject({ label: `The file at ${URL}`, name: 'cup.png', size: 5000 });
	const bytes = await file.open();
	expect((await buffer(bytes)).equals(CUP)).toBe(true);
	const closed = createServer();
	(await (await closed.open()).open()).destroy();
	expect([isClosed(), closed.isClosed()]).toEqual([[true], [true]]);
});

test('requests files uncompressed, since compression would change their length', async () => {
	const { open, start, requests } = createServer();
	await open();
	await start();
	expect(requests).toMatchObject([
		{ headers: { 'Accept-Encoding': 'identity' }, timeout: 600_000 },
		{ headers: { 'Accept-Encoding': 'identity', Range: 'bytes=0-262143' }, timeout: 20_000 },
	]);
});

test.each<[string, Record<string, string>]>([
	['no length', {}],
	['a compressed length', { 'content-length': '70', 'content-encoding': 'gzip' }],
	['no number', { 'content-length': '5e3' }],
	['a number with more', { 'content-length': 'x5000' }],
])('streams a file with %s without a size', async (_what, headers) => {
	const file = await createServer(headers).open();
	expect(file.size).toBeUndefined();
	expect((await buffer(await file.open())).equals(CUP)).toBe(true);
});

test('reads no later bytes if the server sends the whole file', async () => {
	const part = createServer({ 'content-range': 'bytes 99-5098/9999' });
	expect((await part.at())?.equals(CUP)).toBe(true);
	expect(part.requests).toMatchObject([{ headers: { Range: 'bytes=99-262242' } }]);
	expect(await createServer().at()).toBeUndefined();
});

test('does not read a file that is too large', async () => {
	await expect(createServer({ 'content-length': '20971520' }).open()).rejects.toThrow('is 20 MB');
});

test('stops reading a file that is invalid by its first bytes', async () => {
	const createBody = () => Readable.from([createSampleFile(HEIC, 100), HEIC]);
	const { open, isClosed } = createServer({}, { body: createBody });
	await expect(open()).rejects.toThrow('is a HEIC photo');
	expect(isClosed()).toEqual([true]);
});

test.each<{ title: string; headers: Record<string, string>; size: number }>([
	{
		title: 'the whole file',
		headers: { 'content-range': 'bytes 0-63/123', 'content-length': '64' },
		size: 123,
	},
	{
		title: 'nothing of the whole',
		headers: { 'content-range': 'bytes 0-63/*', 'content-length': '64' },
		size: CUP.length,
	},
	{
		title: 'a range with more behind',
		headers: { 'content-range': 'bytes 0-63/123 of it' },
		size: CUP.length,
	},
	{ title: 'only a length', headers: LENGTH, size: 5000 },
	{ title: 'nothing', headers: {}, size: CUP.length },
])(
	'knows the size from the start of a file if its server returns $title',
	async ({ headers, size }) => {
		const { start, isClosed } = createServer(headers);
		const type = { extension: 'png' };
		expect(await start()).toMatchObject({ label: `The file at ${URL}`, type, size });
		expect(isClosed()).toEqual([true]);
	},
);

test.each<Record<string, string>>([
	{},
	{ 'content-range': 'bytes 0-262143/*', 'content-length': '262144' },
])('does not know the size if more may follow: %j', async (headers) => {
	const body = () => Readable.from([createSampleFile(PNG, 262_144)]);
	expect(await createServer(headers, { body }).start()).toMatchObject({ size: undefined });
});

test.each([
	[200, true],
	[299, true],
	[199, false],
	[300, false],
	[404, false],
])('treats a response with %d as a file: %p', async (statusCode, isFile) => {
	const { open, isClosed } = createServer(LENGTH, { statusCode });
	await (isFile
		? expect(open()).resolves.toMatchObject({ size: CUP.length })
		: expect(open()).rejects.toThrow(
				`${URL} could not be downloaded: its server answered with status ${statusCode}`,
			));
	if (!isFile) expect(isClosed()).toEqual([true]);
});

test('names a file of Google Drive by its link', async () => {
	const address =
		'https://drive.usercontent.google.com/download?id=1Ab-C&export=download&confirm=t';
	await expect(createServer(LENGTH, { statusCode: 404 }).open(address)).rejects.toThrow(
		'https://drive.google.com/file/d/1Ab-C could not be downloaded',
	);
});

const IN_BROWSER =
	'Check that the address opens the file in a browser without signing in, or use another one.';
const OTHER_CERTIFICATE =
	'Use an address with a valid certificate, or load the file with an HTTP Request node with Ignore SSL Issues turned on.';

test.each<[code: string | undefined, cause: string, description: string]>([
	['ENOTFOUND', 'its server could not be reached', IN_BROWSER],
	['CERT_HAS_EXPIRED', 'the certificate of its server has expired', OTHER_CERTIFICATE],
	...[
		'DEPTH_ZERO_SELF_SIGNED_CERT',
		'SELF_SIGNED_CERT_IN_CHAIN',
		'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
	].map((code): [string, string, string] => [
		code,
		'the certificate of its server is self-signed or incomplete, so n8n does not trust it',
		OTHER_CERTIFICATE,
	]),
	[
		'ERR_TLS_CERT_ALTNAME_INVALID',
		'the certificate of its server is for a different host',
		OTHER_CERTIFICATE,
	],
	[undefined, 'odd', IN_BROWSER],
])('explains a connection that fails with %s: %s', async (code, cause, description) => {
	const failToOpen = () => {
		throw Object.assign(new Error('odd'), { code });
	};
	await expect(createServer(LENGTH, { body: failToOpen }).open()).rejects.toMatchObject({
		message: `${URL} could not be downloaded: ${cause}`,
		description,
	});
});

test.each([
	{
		title: 'S3',
		statusCode: 403,
		text: '<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>',
	},
	{
		title: 'its session',
		statusCode: 400,
		text: '<Code>ExpiredToken</Code><Message>The provided token has expired.</Message>',
	},
	{
		title: 'Google',
		statusCode: 400,
		text: '<Code>ExpiredToken</Code><Message>Invalid argument.</Message>',
	},
	{
		title: 'Azure',
		statusCode: 403,
		text: '<Code>AuthenticationFailed</Code><AuthenticationErrorDetail>Signature not valid in the specified time frame: Start',
	},
	{ title: 'Meta', statusCode: 403, text: 'URL signature expired' },
	{ title: 'Airtable', statusCode: 410, text: '' },
])('reports an expired link of $title', async ({ statusCode, text }) => {
	const createBody = () => Readable.from([Buffer.from(text)]);
	const { open, isClosed } = createServer({}, { statusCode, body: createBody });
	await expect(open()).rejects.toMatchObject({
		message: `${URL} could not be downloaded: this link has expired`,
		description: 'Such links expire. Get a new one just before this step, or use a different file.',
	});
	expect(isClosed()).toEqual([true]);
});

test('reports the status of a response that breaks off', async () => {
	const createBody = () =>
		Readable.from(
			(async function* () {
				yield Buffer.from('Request has');
				throw new Error('reset');
			})(),
		);
	await expect(createServer({}, { statusCode: 403, body: createBody }).open()).rejects.toThrow(
		'status 403',
	);
});

test('reports a download that breaks off, but not a bug in the node', async () => {
	const openWith = async (failure: Error) => {
		async function* createBrokenBody(): AsyncGenerator<Uint8Array> {
			yield CUP.subarray(0, 9);
			throw failure;
		}
		return await createServer(LENGTH, { body: () => Readable.from(createBrokenBody()) }).open();
	};
	await expect(openWith(new Error('aborted'))).rejects.toThrow('the connection was cut off');
	await expect(openWith(MISTAKE)).rejects.toBe(MISTAKE);
	const failToOpen = () => {
		throw MISTAKE;
	};
	await expect(createServer(LENGTH, { body: failToOpen }).open()).rejects.toBe(MISTAKE);
});
