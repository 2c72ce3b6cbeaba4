import { createHash } from 'node:crypto';

import {
	NodeOperationError,
	type IBinaryData,
	type IDataObject,
	type IExecuteFunctions,
} from 'n8n-workflow';

import {
	detectFileType,
	fitFileName,
	MAX_BYTES,
	SNIFF_LENGTH,
	type FileType,
} from '../post/fileType';
import { hasPostableEnding } from '../post/media';
import type { PostizClient } from './client';

/** A file as the service knows it after an upload (API: POST /upload). */
export interface MediaFile extends IDataObject {
	id: string;
	path: string;
	name?: string;
}

/** What is to be uploaded, and for which item. */
export interface UploadSource {
	itemIndex: number;
	/** A binary of the item, or the address of a file. */
	file: { binary: IBinaryData; field: string } | { url: string };
	/** A file that goes into a post: what cannot be posted is refused before it is uploaded. */
	forPost: boolean;
	/** Let n8n fetch what the service cannot: private, slow or unusual addresses. */
	downloadAllowed: boolean;
}

// A video of 1 GB over a slow line takes its time.
const UPLOAD_TIMEOUT_MS = 60 * 60_000;
const PARALLEL_UPLOADS = 3;

type ByteSource = AsyncIterable<Uint8Array>;

/**
 * A file whose bytes are read while they are sent. n8n's HTTP client writes the multipart body
 * from size, type, name and stream, so that a file of any size passes in constant memory.
 */
class StreamedFile extends File {
	constructor(
		name: string,
		type: string,
		length: number,
		private readonly open: () => ByteSource,
	) {
		super([], name, { type });
		Object.defineProperty(this, 'size', { value: length });
	}

	override stream(): ReturnType<File['stream']> {
		return this.open() as unknown as ReturnType<File['stream']>;
	}
}

/**
 * The uploads of one execution: each file goes to the service once, however many posts use it,
 * and a few at a time (API: POST /upload, POST /upload-from-url).
 */
export class Uploads {
	private readonly files = new Map<string, Promise<MediaFile>>();

	private running = 0;

	private readonly waiting: Array<() => void> = [];

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly client: PostizClient,
	) {}

	/** The uploaded file; throws an n8n error with the item's index where it cannot be uploaded. */
	async upload(source: UploadSource): Promise<MediaFile> {
		const key = fileKey(source);
		let file = this.files.get(key);
		if (!file) {
			file = this.whenFree(async () => await this.send(source));
			this.files.set(key, file);
			// Whoever awaits it gets the failure; nobody may be waiting yet.
			file.catch(() => undefined);
		}
		return await file;
	}

	/** The type of an item's binary, told from its first bytes before anything is sent. */
	async inspect(
		{ binary, field }: { binary: IBinaryData; field: string },
		itemIndex: number,
		forPost: boolean,
	): Promise<FileType> {
		const refuse = (message: string, description: string) =>
			new NodeOperationError(this.context.getNode(), `${describeFile(binary, field)} ${message}`, {
				itemIndex,
				description,
			});
		const size = await this.size(binary);
		if (size === 0)
			throw refuse('is empty', 'Check the node that made it: there is nothing to upload.');
		const type = detectFileType(await this.head(binary));
		if (typeof type === 'string') {
			throw refuse(
				`is ${type}, which Postiz does not take`,
				'It takes JPEG, PNG, GIF, WebP, AVIF, BMP and TIFF pictures and MP4 videos. Convert the file first.',
			);
		}
		if (forPost && !type.postable) {
			throw refuse(
				`is of type ${type.extension.toUpperCase()}, which no post can carry`,
				'Convert it to JPEG, PNG, GIF or WebP first.',
			);
		}
		if (size > MAX_BYTES[type.kind]) {
			throw refuse(
				`has ${megabytes(size)} MB; Postiz takes ${type.kind}s of at most ${megabytes(MAX_BYTES[type.kind])} MB`,
				'Make it smaller first.',
			);
		}
		return type;
	}

	private async send(source: UploadSource): Promise<MediaFile> {
		const { file, itemIndex, forPost } = source;
		if ('url' in file) return await this.sendUrl(source, file.url);
		const type = await this.inspect(file, itemIndex, forPost);
		return await this.sendBinary(file.binary, type, itemIndex);
	}

	private async sendBinary(
		binary: IBinaryData,
		type: FileType,
		itemIndex: number,
	): Promise<MediaFile> {
		const stream = await this.open(binary);
		const form = new FormData();
		form.append(
			'file',
			new StreamedFile(
				fitFileName(binary.fileName, type),
				type.mime,
				await this.size(binary),
				() => stream,
			),
		);
		return await this.client.request<MediaFile>({
			method: 'POST',
			path: '/upload',
			body: form,
			timeout: UPLOAD_TIMEOUT_MS,
			itemIndex,
		});
	}

	private async sendUrl(source: UploadSource, url: string): Promise<MediaFile> {
		const { itemIndex, downloadAllowed } = source;
		const obstacle = urlObstacle(url);
		if (obstacle && !downloadAllowed) {
			throw new NodeOperationError(
				this.context.getNode(),
				`Postiz cannot fetch ${shortUrl(url)}: ${obstacle}`,
				{
					itemIndex,
					description:
						'Turn on Download Files if Needed to let n8n fetch the file, or use another address.',
				},
			);
		}
		if (obstacle) return await this.sendDownloaded(source, url);
		const request = {
			method: 'POST',
			path: '/upload-from-url',
			body: { url },
			timeout: UPLOAD_TIMEOUT_MS,
			itemIndex,
		} as const;
		const exchange = await this.client.exchange(request);
		if (downloadAllowed && exchange.kind === 'answer' && exchange.answer.status === 400) {
			return await this.sendDownloaded(source, url);
		}
		return this.client.bodyOf<MediaFile>(exchange, request);
	}

	private async sendDownloaded(source: UploadSource, url: string): Promise<MediaFile> {
		const binary = await this.download(url, source.itemIndex);
		const type = await this.inspect({ binary, field: url }, source.itemIndex, source.forPost);
		return await this.sendBinary(binary, type, source.itemIndex);
	}

	// Without the credential: the address belongs to somebody else.
	private async download(url: string, itemIndex: number): Promise<IBinaryData> {
		try {
			const stream = await this.context.helpers.httpRequest({
				method: 'GET',
				url,
				encoding: 'stream',
				timeout: UPLOAD_TIMEOUT_MS,
			});
			return await this.context.helpers.prepareBinaryData(stream, fileNameOf(url));
		} catch (error) {
			const { httpCode, response } = error as {
				httpCode?: string;
				response?: { status?: number };
			};
			const status = httpCode ?? response?.status;
			throw new NodeOperationError(
				this.context.getNode(),
				`${shortUrl(url)} could not be downloaded${status ? ` (status ${status})` : ''}`,
				{
					itemIndex,
					description:
						'Open the address in a browser without signing in, and check that it shows the file.',
				},
			);
		}
	}

	private async size(binary: IBinaryData): Promise<number> {
		if (!binary.id) return Buffer.byteLength(binary.data, 'base64');
		return (await this.context.helpers.getBinaryMetadata(binary.id)).fileSize;
	}

	private async open(binary: IBinaryData): Promise<ByteSource> {
		if (binary.id) return await this.context.helpers.getBinaryStream(binary.id);
		const bytes = Buffer.from(binary.data, 'base64');
		return (async function* () {
			yield bytes;
		})();
	}

	private async head(binary: IBinaryData): Promise<Uint8Array> {
		if (!binary.id) {
			return Buffer.from(binary.data.slice(0, Math.ceil(SNIFF_LENGTH / 3) * 4), 'base64');
		}
		const stream = await this.context.helpers.getBinaryStream(binary.id, 1024);
		try {
			for await (const chunk of stream) return chunk as Uint8Array;
			return new Uint8Array();
		} finally {
			stream.destroy();
		}
	}

	private async whenFree<T>(work: () => Promise<T>): Promise<T> {
		if (this.running >= PARALLEL_UPLOADS) {
			await new Promise<void>((resolve) => this.waiting.push(resolve));
		} else {
			this.running++;
		}
		try {
			return await work();
		} finally {
			const next = this.waiting.shift();
			if (next) next();
			else this.running--;
		}
	}
}

function fileKey({ file, forPost, downloadAllowed }: UploadSource): string {
	if ('url' in file) return `url:${downloadAllowed}:${file.url}`;
	const { id, data } = file.binary;
	return `${forPost}:${id ?? createHash('sha256').update(data).digest('hex')}`;
}

function urlObstacle(url: string): string | undefined {
	if (!/^https:\/\//i.test(url)) return 'it does not start with https://';
	if (!hasPostableEnding(url)) {
		return 'it does not end in .png, .jpg, .jpeg, .gif, .webp or .mp4';
	}
	return undefined;
}

function fileNameOf(url: string): string | undefined {
	const name = url.split(/[?#]/)[0].replace(/^.*\//, '');
	try {
		return decodeURIComponent(name) || undefined;
	} catch {
		return name || undefined;
	}
}

function describeFile({ fileName }: IBinaryData, field: string): string {
	return fileName
		? `The file “${fileName}” in ${shortUrl(field)}`
		: `The file in ${shortUrl(field)}`;
}

// Query strings of addresses often hold signatures.
function shortUrl(url: string): string {
	const bare = url.split(/[?#]/)[0].replace(/\/\/[^/@]*@/, '//');
	return bare.length > 120 ? `${bare.slice(0, 120)}…` : bare;
}

function megabytes(bytes: number): string {
	return String(Math.round((bytes / 1_048_576) * 10) / 10);
}
