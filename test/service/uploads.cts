import type { FastifyInstance } from 'fastify';
import { filetypeinfo } from 'magic-bytes.js';
import { createHash, randomBytes } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { createReadStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { get as getHttp, type IncomingMessage } from 'node:http';
import { get as getHttps } from 'node:https';
import { BlockList, isIPv6 } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { checkInput, refusal, type Context } from './http.cjs';
import { POSTABLE_ENDING } from './providers.cjs';
import { required, text } from './schema.cjs';
import { newId, type StoredMedia } from './state.cjs';

const IMAGE_LIMIT = 10_485_760;
const VIDEO_LIMIT = 1_073_741_824;
/** Larger files are only counted and hashed: a test of a gigabyte leaves none on the disk. */
const KEPT_LIMIT = 33_554_432;
/** The beginning of a file that tells its type. */
const SNIFFED_BYTES = 4100;
const FETCH_TIMEOUT_MS = 30_000;
const ENDINGS: Record<string, string> = {
	'image/jpeg': 'jpg',
	'image/png': 'png',
	'image/gif': 'gif',
	'image/webp': 'webp',
	'image/avif': 'avif',
	'image/bmp': 'bmp',
	'image/tiff': 'tiff',
	'video/mp4': 'mp4',
};

const privateAddresses = new BlockList();
for (const [network, bits] of [
	['0.0.0.0', 8],
	['10.0.0.0', 8],
	['100.64.0.0', 10],
	['127.0.0.0', 8],
	['169.254.0.0', 16],
	['172.16.0.0', 12],
	['192.168.0.0', 16],
	['224.0.0.0', 3],
] as const)
	privateAddresses.addSubnet(network, bits);
for (const [network, bits] of [
	['::', 127],
	['fc00::', 7],
	['fe80::', 10],
	['ff00::', 8],
] as const)
	privateAddresses.addSubnet(network, bits, 'ipv6');

type Received = Pick<StoredMedia, 'name' | 'type' | 'size' | 'sha256' | 'kept'>;
export interface Uploads {
	/** Takes a file in constant memory. Throws a 400 where its type or size is refused. */
	store(file: AsyncIterable<Buffer>, onEnd?: (size: number) => void): Promise<Received>;
	read(name: string): Readable;
	clear(): void;
}

const sniff = (head: Buffer) =>
	filetypeinfo(head)
		.map(({ mime }) => mime)
		.find((mime) => mime !== undefined);

function checkType(type: string | undefined, size: number): string {
	if (!type || !Object.hasOwn(ENDINGS, type)) throw refusal(400, 'Unsupported file type.');
	const limit = type === 'video/mp4' ? VIDEO_LIMIT : IMAGE_LIMIT;
	if (size > limit) throw refusal(400, `File size exceeds the maximum of ${limit} bytes.`);
	return type;
}

/** Reads a file to its end, and writes what may be kept of it. */
async function receive(file: AsyncIterable<Buffer>, target: string) {
	const handle = await open(target, 'w');
	const hash = createHash('sha256');
	let head = Buffer.alloc(0);
	let size = 0;
	try {
		for await (const chunk of file) {
			if (head.length < SNIFFED_BYTES) head = Buffer.concat([head, chunk]);
			hash.update(chunk);
			size += chunk.length;
			if (size <= KEPT_LIMIT) await handle.write(chunk);
		}
	} finally {
		await handle.close();
	}
	return { head, size, sha256: hash.digest('hex') };
}

/** Keeps uploads in the folder, or in one of its own that goes when they are cleared. */
export function createUploads(folder?: string): Uploads {
	let place = folder;
	const placeOf = (name: string) => {
		place ??= mkdtempSync(join(tmpdir(), 'uploads-'));
		mkdirSync(place, { recursive: true });
		return join(place, name);
	};
	return {
		async store(file, onEnd) {
			const unnamed = placeOf(randomBytes(16).toString('hex'));
			try {
				const { head, size, sha256 } = await receive(file, unnamed);
				onEnd?.(size);
				const type = checkType(sniff(head), size);
				const name = `${randomBytes(16).toString('hex')}.${ENDINGS[type]}`;
				const kept = size <= KEPT_LIMIT;
				if (kept) await rename(unnamed, placeOf(name));
				return { name, type, size, sha256, kept };
			} finally {
				await rm(unnamed, { force: true });
			}
		},
		read: (name) => createReadStream(placeOf(name)),
		clear() {
			if (place) rmSync(place, { recursive: true, force: true });
			place = folder;
		},
	};
}

/** Makes a received file known under its address and answers it as a MediaFile. API: Endpoints. */
export function addMedia(context: Context, received: Received, originalName: string) {
	const path = `${context.origin()}/uploads/${received.name}`;
	const id = newId();
	context.state.media.push({ ...received, id, path, originalName });
	return { id, name: received.name, originalName, path, thumbnail: null, alt: null };
}

/** The bytes at a public https address, fetched from the very address that was checked. */
async function fetchFile(address: string, allowPrivate: boolean): Promise<IncomingMessage> {
	const url = new URL(address);
	const isAllowed = url.protocol === 'https:' || (allowPrivate && url.protocol === 'http:');
	if (!isAllowed) throw refusal(400, 'url must be an https address');
	if (!POSTABLE_ENDING.test(address)) throw refusal(400, 'url must have a valid file extension');
	const hostname = url.hostname.replace(/^\[|\]$/g, '');
	const found = await lookup(hostname, { all: true }).catch(() => []);
	const isPrivate = found.some((entry) =>
		privateAddresses.check(entry.address, isIPv6(entry.address) ? 'ipv6' : 'ipv4'),
	);
	if (found.length === 0) throw refusal(400, 'url could not be resolved');
	if (isPrivate && !allowPrivate) throw refusal(400, 'url must be a public address');
	const request = url.protocol === 'https:' ? getHttps : getHttp;
	return new Promise((resolve, reject) => {
		const unreachable = () => reject(refusal(400, 'url could not be fetched'));
		request(
			{
				host: found[0].address,
				port: url.port,
				path: url.pathname + url.search,
				headers: { host: url.host },
				servername: hostname,
				timeout: FETCH_TIMEOUT_MS,
			},
			(response) => {
				if (response.statusCode === 200) return resolve(response);
				response.resume();
				return unreachable();
			},
		)
			.on('timeout', unreachable)
			.on('error', unreachable);
	});
}

/** The two upload calls. API: Limits, Endpoints. */
export function uploadRoutes(
	app: FastifyInstance,
	context: Context,
	{ allowPrivateUrls }: { allowPrivateUrls: boolean },
): void {
	const { uploads } = context;

	app.post('/upload', async (incoming, reply) => {
		if (!incoming.isMultipart()) throw refusal(400, 'The body must be multipart/form-data');
		let answer: object | undefined;
		// One byte more than a video may have shows that it has too many.
		const limits = { fileSize: VIDEO_LIMIT + 1 };
		for await (const part of incoming.parts({ limits })) {
			if (part.type !== 'file' || part.fieldname !== 'file' || answer)
				throw refusal(400, `Unexpected field ${part.fieldname}`);
			const received = await uploads.store(part.file, (size) => {
				const file = { name: part.filename, type: part.mimetype, size };
				incoming.record!.body = { file };
			});
			answer = addMedia(context, received, part.filename);
		}
		if (!answer) throw refusal(400, 'File is required');
		return reply.status(201).send(answer);
	});

	app.post('/upload-from-url', async (incoming, reply) => {
		const { url } = checkInput({ url: required(text({ url: true })) }, incoming.body);
		const response = await fetchFile(url as string, allowPrivateUrls);
		const received = await uploads.store(response);
		const originalName = new URL(url as string).pathname.split('/').at(-1)!;
		return reply.status(201).send(addMedia(context, received, originalName));
	});
}

/** Serves what was uploaded. */
export function mediaRoutes(app: FastifyInstance, context: Context): void {
	app.get<{ Params: { name: string } }>('/uploads/:name', (incoming, reply) => {
		const media = context.state.media.find(({ name }) => name === incoming.params.name);
		if (!media?.kept) return reply.callNotFound();
		return reply.type(media.type).send(context.uploads.read(media.name));
	});
}
