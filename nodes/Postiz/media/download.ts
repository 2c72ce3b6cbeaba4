import type { IExecuteFunctions } from 'n8n-workflow';

import { connectionErrorCode } from '../transport/explain';
import { outsideMessage, Problem, shortUrl } from '../values/problem';
import { acceptFile, fileNameAt, MAX_BYTES, SNIFF_LENGTH, tooLarge } from './fileType';
import {
	openBinary,
	peek,
	readStart,
	START_LENGTH,
	using,
	type Bytes,
	type LocalFile,
} from './localFile';

/** The timeout for a silent server, in ms; restarts with every byte. */
const SILENCE_MS = 10 * 60_000;
/** The same for a look at a file, which can be done without. */
const LOOK_MS = 20_000;

/**
 * Opens a file on the web that passes through, so that it can be read once. If its length is unknown, n8n stores it first,
 * up to the limit of its type.
 */
export async function openDownload(
	context: IExecuteFunctions,
	url: string,
): Promise<Omit<LocalFile, 'digest'>> {
	const { headers, body } = await startDownload(context, url);
	const label = labelOf(url);
	const name = fileNameAt(url);
	const size = lengthOf(headers);
	let isStillNeeded = false;
	try {
		const { start, all } = await peek(body, SNIFF_LENGTH).catch(cutOff(url));
		const type = acceptFile(label, start, size ?? start.length);
		if (size !== undefined) {
			isStillNeeded = true;
			const file = Object.assign(all, { destroy: () => body.destroy() });
			return { label, name, size, type, open: async () => file };
		}
		const limited = upTo(MAX_BYTES[type.kind], all, tooLarge(label, type.kind));
		const stream = streamOf(limited, body);
		const stored = await context.helpers.prepareBinaryData(stream, name).catch(cutOff(url));
		return { ...(await openBinary(context, { binary: stored, field: '' })), label };
	} finally {
		if (!isStillNeeded) body.destroy();
	}
}

/** What the first bytes of a file on the web say, and its size if the server returns it. */
export async function downloadStart(context: IExecuteFunctions, url: string) {
	const { headers, start } = await downloadRange(context, url, 0);
	const whole = /\/(\d+)$/.exec(String(headers['content-range']))?.[1];
	const size = whole === undefined ? lengthOf(headers) : Number(whole);
	return readStart(labelOf(url), start, size ?? start.length);
}

/** Bytes of a file on the web from `at`, as many as a start; undefined if its server only sends all of it. */
export async function downloadAt(context: IExecuteFunctions, url: string, at: number) {
	const { headers, start } = await downloadRange(context, url, at);
	return headers['content-range'] === undefined ? undefined : start;
}

async function downloadRange(context: IExecuteFunctions, url: string, at: number) {
	const range = { Range: `bytes=${at}-${at + START_LENGTH - 1}` };
	const { headers, body } = await startDownload(context, url, range, LOOK_MS);
	const read = using(body, async () => await peek(body, START_LENGTH));
	return { headers, ...(await read.catch(cutOff(url))) };
}

async function* upTo(maxBytes: number, bytes: Bytes, tooLarge: Problem): Bytes {
	let size = 0;
	for await (const chunk of bytes) {
		size += chunk.length;
		if (size > maxBytes) throw tooLarge;
		yield chunk;
	}
}

interface StreamResponse {
	statusCode: number;
	headers: Record<string, unknown>;
	body: Awaited<ReturnType<IExecuteFunctions['helpers']['getBinaryStream']>>;
}

// n8n requires a stream of Node.js. Community nodes may not import its class, but every stream inherits `from`.
function streamOf(bytes: Bytes, { constructor }: StreamResponse['body']): StreamResponse['body'] {
	const { from } = constructor as unknown as {
		from: (bytes: Bytes, options: { objectMode: boolean }) => StreamResponse['body'];
	};
	return from(bytes, { objectMode: false });
}

async function startDownload(
	context: IExecuteFunctions,
	url: string,
	headers: Record<string, string> = {},
	timeout = SILENCE_MS,
): Promise<StreamResponse> {
	const request = context.helpers.httpRequest({
		method: 'GET',
		url,
		// The length of a compressed answer would be wrong.
		headers: { 'Accept-Encoding': 'identity', ...headers },
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		timeout,
		abortSignal: context.getExecutionCancelSignal(),
	}) as Promise<StreamResponse>;
	const response = await request.catch((error: unknown) => {
		// n8n replaces messages that contain the code of a connection.
		const isConnection = connectionErrorCode(error) !== undefined;
		throw notDownloaded(
			url,
			isConnection ? 'its server could not be reached' : outsideMessage(error),
		);
	});
	const { statusCode, body } = response;
	if (statusCode >= 200 && statusCode < 300) return response;
	body.destroy();
	throw notDownloaded(url, `its server answered with status ${statusCode}`);
}

function lengthOf(headers: StreamResponse['headers']): number | undefined {
	const length = headers['content-length'];
	const isCompressed = Boolean(headers['content-encoding']);
	return !isCompressed && /^\d+$/.test(String(length)) ? Number(length) : undefined;
}

const notDownloaded = (url: string, cause: string) =>
	new Problem(
		`${shortUrl(url)} could not be downloaded: ${cause}`,
		'Check that the address shows the file in a browser without signing in, or give that of another file.',
	);

const cutOff = (url: string) => (error: unknown) => {
	if (error instanceof Problem) throw error;
	outsideMessage(error);
	throw notDownloaded(url, 'the connection was cut off');
};

const labelOf = (url: string) => `The file at ${shortUrl(url)}`;
