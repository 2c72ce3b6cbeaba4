import type { FastifyInstance } from 'fastify';
import { filetypeinfo } from 'magic-bytes.js';
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Addresses } from './addresses.cjs';
import { measureFile } from './measures.cjs';
import { createRejection, createShortRejection, type Context } from './http.cjs';
import { createUuid, listWorkspaces, type StoredMedia, type Workspace } from './state.cjs';

const IMAGE_LIMIT = 10_485_760;
const VIDEO_LIMIT = 1_073_741_824;
/** Larger files are only counted and hashed, and not written to the disk. */
const KEPT_LIMIT = 33_554_432;
/** How many bytes show the type of a file. */
const SNIFFED_BYTES = 4100;
const UNKNOWN_TYPE = 'application/octet-stream';
const NO_FILE = 'No file provided';

const ENDINGS: Record<string, string> = {
	'image/jpeg': 'jpg',
	'image/png': 'png',
	'image/gif': 'gif',
	'image/webp': 'webp',
	'image/avif': 'avif',
	'image/bmp': 'bmp',
	'image/tiff': 'tif',
	'video/mp4': 'mp4',
};

type Received = Pick<StoredMedia, 'name' | 'type' | 'size' | 'sha256' | 'hasBytes' | 'facts'>;
export type Uploads = ReturnType<typeof createUploads>;

const detectType = (head: Buffer) =>
	filetypeinfo(head)
		.map(({ mime }) => mime)
		.find((mime) => mime !== undefined);

function checkType(type: string | undefined, size: number): string {
	if (!type || !Object.hasOwn(ENDINGS, type)) throw createRejection(400, 'Unsupported file type.');
	const limit = type === 'video/mp4' ? VIDEO_LIMIT : IMAGE_LIMIT;
	if (size > limit)
		throw createRejection(400, `File size exceeds the maximum allowed size of ${limit} bytes.`);
	return type;
}

/** Reads a whole file, and stores it if it is small enough. */
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

/** Stores uploads in a folder, which is deleted when they are cleared. */
export function createUploads() {
	let folder: string | undefined;
	const getPath = (name: string) =>
		join((folder ??= mkdtempSync(join(tmpdir(), 'uploads-'))), name);
	return {
		/**
		 * Takes a file in constant memory; it gets the ending of its type, such as `.png`, if none is
		 * given. Throws a 400 if its type or size is not allowed.
		 */
		async store(
			file: AsyncIterable<Buffer>,
			{
				onEnd,
				ending,
				takesAll = false,
			}: { onEnd?: (size: number) => void; ending?: string; takesAll?: boolean } = {},
		): Promise<Received> {
			const temporaryPath = getPath(randomBytes(16).toString('hex'));
			try {
				const { head, size, sha256 } = await receive(file, temporaryPath);
				onEnd?.(size);
				const sniffed = detectType(head);
				const type = takesAll ? (sniffed ?? UNKNOWN_TYPE) : checkType(sniffed, size);
				const name = randomBytes(16).toString('hex') + (ending ?? `.${ENDINGS[type]}`);
				const hasBytes = size <= KEPT_LIMIT;
				if (hasBytes) await rename(temporaryPath, getPath(name));
				return { name, type, size, sha256, hasBytes, facts: measureFile(head, type) };
			} finally {
				await rm(temporaryPath, { force: true });
			}
		},
		read: (name: string): Readable => createReadStream(getPath(name)),
		clear() {
			if (folder) rmSync(folder, { recursive: true, force: true });
			folder = undefined;
		},
	};
}

/**
 * Makes a received file known under its address and answers it as a MediaFile. Newer releases keep
 * the name that it had, and do not give it back; older ones give nothing else.
 */
export function addMedia(
	context: Context,
	workspace: Workspace,
	received: Received,
	originalName: string,
) {
	const { release } = context;
	const path = `${context.uploadsAt()}/uploads/${received.name}`;
	const id = createUuid();
	workspace.media.push({ ...received, id, path, originalName });
	return {
		id,
		name: release.has('sniffedEndings') ? received.name : originalName,
		originalName: null,
		path,
		thumbnail: null,
		alt: null,
	};
}

/** The extension from the sent name of a file. */
const getKeptEnding = ({ release }: Context, name: string) =>
	release.has('sniffedEndings') ? undefined : (/\.\w+$/.exec(name)?.[0] ?? '');

/** The two upload calls. */
export function addUploadRoutes(
	app: FastifyInstance,
	context: Context,
	addresses: Addresses,
): void {
	const { uploads } = context;

	app.post('/upload', async (incoming, reply) => {
		if (!incoming.isMultipart()) throw createShortRejection(400, NO_FILE);
		let response: object | undefined;
		// One byte more than the limit is enough to reject a video.
		const limits = { fileSize: VIDEO_LIMIT + 1 };
		for await (const part of incoming.parts({ limits })) {
			if (part.type !== 'file') continue;
			if (part.fieldname !== 'file' || response)
				throw createRejection(400, `Unexpected field ${part.fieldname}`);
			const received = await uploads.store(part.file, {
				takesAll: !context.release.has('uploadChecks'),
				ending: getKeptEnding(context, part.filename),
				onEnd(size) {
					const file = { name: part.filename, type: part.mimetype, size };
					incoming.record!.body = { file };
				},
			});
			response = addMedia(context, incoming.workspace!, received, part.filename);
		}
		if (!response) throw createShortRejection(400, NO_FILE);
		return reply.status(201).send(response);
	});

	app.post('/upload-from-url', async (incoming, reply) => {
		const url = await addresses.check(incoming.body);
		const received = await uploads.store(await addresses.open(url));
		const originalName = url.pathname.split('/').at(-1)!;
		return reply.status(201).send(addMedia(context, incoming.workspace!, received, originalName));
	});
}

/** Serves uploads. */
export function addMediaRoutes(app: FastifyInstance, context: Context): void {
	app.get<{ Params: { name: string } }>('/uploads/:name', (incoming, reply) => {
		const media = listWorkspaces(context.state)
			.flatMap((workspace) => workspace.media)
			.find(({ name }) => name === incoming.params.name);
		if (!media?.hasBytes) return reply.status(404).send();
		return reply.type(media.type).send(context.uploads.read(media.name));
	});
}
