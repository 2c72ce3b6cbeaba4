import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { SNIFF_LENGTH } from '../post/fileType';
import { Problem } from '../post/problem';
import { hideSecrets, quote } from '../post/values';
import { connectionErrorCode } from './errors';

type Bytes = AsyncIterable<Uint8Array>;
type ClosableBytes = Bytes & { destroy: () => unknown };

/** A file within reach of n8n whose bytes are read only when they are needed. */
export interface LocalFile {
	/** What sentences call it. */
	label: string;
	name?: string;
	/** In bytes. */
	size: number;
	/** The first bytes, enough to tell the type. */
	head: Uint8Array;
	/** All bytes from the first one on; to be called once. */
	read: () => Promise<Bytes>;
	/** Lets go of what is still open. */
	close: () => void;
}

/** A file of an item and the field that holds it. */
export interface BinaryFile {
	binary: IBinaryData;
	field: string;
}

// What sets a wait for a silent server an end; it starts again with every byte.
const SILENCE_MS = 10 * 60_000;
const HEAD_CHUNK = 1024;
// A third faster than n8n's own 64 KB; still larger ones raise the memory.
const READ_CHUNK = 262_144;

/** Opens a file of an item, wherever n8n keeps it. Throws {@link Problem} where it is gone. */
export async function openBinary(
	context: IExecuteFunctions,
	{ binary, field }: BinaryFile,
): Promise<LocalFile> {
	// A Code node can have put anything there.
	const { id, data, fileName } = Object(binary) as Partial<Record<keyof IBinaryData, unknown>>;
	const name = readName(fileName, field);
	const label = name ? `The file “${name}” in ${field}` : `The file in ${field}`;
	if (typeof id === 'string' && id !== '') return await openStored(context, id, { label, name });
	if (typeof data !== 'string') {
		throw new Problem(
			`${label} has no content`,
			`Its data must be a text in base64, and is ${data === undefined ? 'missing' : quote(data)}. Check the node that made it.`,
		);
	}
	const bytes = Buffer.from(data, 'base64');
	return {
		label,
		name,
		size: bytes.length,
		head: bytes.subarray(0, SNIFF_LENGTH),
		read: async () => oneChunk(bytes),
		close: () => undefined,
	};
}

function readName(fileName: unknown, field: string): string | undefined {
	if (fileName === undefined || fileName === null) return undefined;
	if (typeof fileName === 'string' || typeof fileName === 'number') return String(fileName);
	throw new Problem(
		`The file in ${field} has a name that is no text: ${quote(fileName)}`,
		'Check fileName in the node that made it.',
	);
}

async function* oneChunk(bytes: Uint8Array): Bytes {
	yield bytes;
}

async function openStored(
	context: IExecuteFunctions,
	id: string,
	{ label, name }: Pick<LocalFile, 'label' | 'name'>,
): Promise<LocalFile> {
	const { getBinaryMetadata, getBinaryStream } = context.helpers;
	const look = async () => {
		const { fileSize } = await getBinaryMetadata(id);
		const beginning = await getBinaryStream(id, HEAD_CHUNK);
		return { size: fileSize, head: await readHead(beginning).finally(() => beginning.destroy()) };
	};
	const found = await look().catch((error: Error) => error);
	if (found instanceof Error) {
		throw new Problem(
			`${label} is no longer there`,
			`n8n could not read it: ${found.message}. Run the node that made it again.`,
		);
	}
	let opened: ClosableBytes | undefined;
	return {
		...found,
		label,
		name,
		read: async () => (opened = await getBinaryStream(id, READ_CHUNK)),
		close: () => opened?.destroy(),
	};
}

async function readHead(bytes: Bytes): Promise<Uint8Array> {
	return (await peek(bytes)).head;
}

interface Beginning {
	chunks: Uint8Array[];
	head: Uint8Array;
	/** Gives what follows the chunks. */
	iterator: AsyncIterator<Uint8Array>;
}

/** Takes as many chunks as are needed to see the first bytes. */
async function peek(bytes: Bytes): Promise<Beginning> {
	const iterator = bytes[Symbol.asyncIterator]();
	const chunks: Uint8Array[] = [];
	let length = 0;
	while (length < SNIFF_LENGTH) {
		const { done, value } = await iterator.next();
		if (done) break;
		chunks.push(value);
		length += value.length;
	}
	return { chunks, head: Buffer.concat(chunks).subarray(0, SNIFF_LENGTH), iterator };
}

/** How a download is fetched. */
export interface DownloadOptions {
	/**
	 * The most bytes that a file with this beginning may have, and what to say of one with more.
	 * Throws for what is not to be fetched.
	 */
	bound: (start: Pick<LocalFile, 'label' | 'head'>) => { most: number; tooLarge: Problem };
	/** Let n8n keep the file first, whatever its server tells of its length. */
	keep?: boolean;
}

/**
 * Fetches a file from the web: its beginning now, the rest when it is read, so that it passes
 * through without being kept. Where the server does not tell the length, or with `keep`, n8n keeps
 * it first, up to the limit of what it begins as. The credential is not sent. Throws
 * {@link Problem}.
 */
export async function openDownload(
	context: IExecuteFunctions,
	url: string,
	{ bound, keep = false }: DownloadOptions,
): Promise<LocalFile> {
	const label = `The file at ${shortUrl(url)}`;
	const { headers, body } = await startDownload(context, url);
	const name = fileNameOf(url);
	const size = lengthOf(headers);
	const start = await peek(body).catch(() => undefined);
	if (!start) throw notDownloaded(url, CUT_OFF);
	const { chunks, head, iterator } = start;
	const read = async () => continued(chunks, iterator);
	const close = () => body.destroy();
	if (size !== undefined && !keep) return { label, name, size, head, read, close };
	try {
		const { most, tooLarge } = bound({ label, head });
		let isTooLarge = false;
		const bytes = upTo(most, await read(), () => {
			isTooLarge = true;
		});
		const kept = await context.helpers
			.prepareBinaryData(streamOf(bytes, body), name)
			.catch(() => undefined);
		if (isTooLarge) throw tooLarge;
		if (!kept) throw notDownloaded(url, CUT_OFF);
		return { ...(await openBinary(context, { binary: kept, field: '' })), label };
	} finally {
		close();
	}
}

const CUT_OFF = 'the connection was cut off';

async function* upTo(limit: number, bytes: Bytes, onMore: () => void): Bytes {
	let size = 0;
	for await (const chunk of bytes) {
		size += chunk.length;
		if (size > limit) {
			onMore();
			throw new Error('The file is larger than what may be kept');
		}
		yield chunk;
	}
}

type NodeStream = Download['body'];

// n8n wants a stream of Node.js, whose class a community node may not import: all streams descend
// from it.
function streamOf(bytes: Bytes, relative: object): NodeStream {
	const { from } = relative.constructor as {
		from?: (bytes: Bytes, options: { objectMode: boolean }) => NodeStream;
	};
	return from
		? from(bytes, { objectMode: false })
		: streamOf(bytes, Object.getPrototypeOf(relative) as object);
}

async function* continued(chunks: Uint8Array[], iterator: AsyncIterator<Uint8Array>): Bytes {
	yield* chunks;
	yield* { [Symbol.asyncIterator]: () => iterator };
}

interface Download {
	statusCode: number;
	headers: Record<string, unknown>;
	body: Awaited<ReturnType<IExecuteFunctions['helpers']['getBinaryStream']>>;
}

async function startDownload(context: IExecuteFunctions, url: string): Promise<Download> {
	const response = await fetchStream(context, url);
	if ('cause' in response) throw notDownloaded(url, response.cause);
	const { statusCode, body } = response;
	if (statusCode >= 200 && statusCode < 300) return response;
	body.destroy();
	throw notDownloaded(url, `its server answered with status ${statusCode}`);
}

async function fetchStream(
	context: IExecuteFunctions,
	url: string,
): Promise<Download | { cause: string }> {
	try {
		return (await context.helpers.httpRequest({
			method: 'GET',
			url,
			// A packed answer would not have the length of the file.
			headers: { 'Accept-Encoding': 'identity' },
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			timeout: SILENCE_MS,
			abortSignal: context.getExecutionCancelSignal(),
		})) as Download;
	} catch (error) {
		return { cause: causeOf(error) };
	}
}

const NO_HOST = ['ENOTFOUND', 'EAI_AGAIN'];
const TOO_SLOW = ['ETIMEDOUT', 'ECONNABORTED'];

// n8n puts a sentence of its own in place of every message that holds such a code.
function causeOf(error: unknown): string {
	const code = connectionErrorCode(error);
	if (code === undefined) return (error as Error).message;
	if (NO_HOST.includes(code)) return 'there is no such host';
	if (TOO_SLOW.includes(code)) return 'its server did not answer in time';
	return /CERT|TLS/.test(code)
		? 'n8n does not trust the certificate of its server'
		: 'its server could not be reached';
}

function lengthOf(headers: Download['headers']): number | undefined {
	const length = headers['content-length'];
	const isPacked = Boolean(headers['content-encoding']);
	return !isPacked && /^\d+$/.test(String(length)) ? Number(length) : undefined;
}

function notDownloaded(url: string, cause: string): Problem {
	return new Problem(
		`${shortUrl(url)} could not be downloaded: ${cause}`,
		'Open the address in a browser without signing in, and check that it shows the file.',
	);
}

/** The address of a file as sentences show it: query strings and user names can be secrets. */
export function shortUrl(url: string): string {
	const bare = hideSecrets(url);
	return bare.length > 120 ? `${bare.slice(0, 120)}…` : bare;
}

function fileNameOf(url: string): string | undefined {
	const name = url.split(/[?#]/)[0].replace(/^.*\//, '');
	try {
		return decodeURIComponent(name) || undefined;
	} catch {
		return name || undefined;
	}
}
