import { createHash } from 'node:crypto';

import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { detectFileType, fitFileName, MAX_BYTES, type FileType } from '../post/fileType';
import { hasPostableEnding, withoutFragment } from '../post/media';
import { Problem } from '../post/problem';
import { isSuccess, type ApiRequest, type PostizClient } from './client';
import { errorDetail } from './errors';
import { handsErrorsOn } from './failing';
import {
	openBinary,
	openDownload,
	shortUrl,
	type BinaryFile,
	type DownloadOptions,
	type LocalFile,
} from './localFile';
import { fileForm, watched } from './multipart';
import type { ApiAnswer, Exchange, Explanation } from './types';

/** A file as the service knows it after an upload (API: POST /upload). */
export interface MediaFile extends IDataObject {
	id: string;
	path: string;
	name?: string;
}

/** What is to be uploaded, and for which item. */
export interface UploadSource {
	itemIndex: number;
	/** A file of the item, or the address of one. */
	file: BinaryFile | { url: string };
	/** A file that goes into a post: what cannot be posted is refused before it is uploaded. */
	forPost: boolean;
	/** Let n8n fetch what the service cannot: private, slow or unusual addresses. */
	downloadAllowed: boolean;
}

// How long the service may say nothing, while it fetches or keeps a video of 1 GB.
const SILENCE_MS = 30 * 60_000;
const PARALLEL_UPLOADS = 3;
// Thousands of items would otherwise have all their files open at once.
const PARALLEL_READS = 8;
/** The file, not the connection to the service, came to an early or late end. */
const BROKEN_OFF = 'broken off';
/** These concern every upload of an execution: the key, the plan, the hourly limit. */
const ENDS_ALL = [401, 402, 403, 406, 429];

/**
 * The uploads of one execution: each file goes to the service once, however many posts use it,
 * and a few at a time (API: POST /upload, POST /upload-from-url). Failures are a {@link Problem},
 * or the client's error where the service is at fault.
 */
export class Uploads {
	private readonly files = new Map<string, Promise<MediaFile>>();

	/** What tells the files of items apart, by what n8n calls them. */
	private readonly identities = new Map<unknown, Promise<string>>();

	/** Of each size the first file, and how to get its fingerprint. */
	private readonly firstOfSize = new Map<number, () => Promise<string | undefined>>();

	private readonly sending = new Queue(PARALLEL_UPLOADS);

	private readonly reading = new Queue(PARALLEL_READS);

	/** Why no further file is sent. */
	private ended?: unknown;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly client: PostizClient,
	) {}

	/** The uploaded file; each file is sent at the first call that names it. */
	async upload(source: UploadSource): Promise<MediaFile> {
		const key = await this.keyOf(source);
		let file = this.files.get(key);
		if (!file) {
			file = this.sending.run(async () => await this.sendNext(source));
			this.files.set(key, file);
		}
		return await file;
	}

	/**
	 * What can be told without a request: the type of an item's file, from its first bytes. The type
	 * of what lies at an address is not known. Throws {@link Problem} for what would be refused.
	 */
	async check({ file, forPost, downloadAllowed }: UploadSource): Promise<FileType | undefined> {
		if (!('url' in file)) {
			return await this.reading.run(
				async () => await this.usingBinary(file, (opened) => accept(opened, forPost)),
			);
		}
		const obstacle = urlObstacle(file.url);
		if (obstacle && !downloadAllowed) {
			throw new Problem(
				`Postiz cannot fetch ${shortUrl(file.url)}: ${obstacle}`,
				`${ALLOW_DOWNLOAD}, or use another address.`,
			);
		}
		return undefined;
	}

	private async sendNext(source: UploadSource): Promise<MediaFile> {
		if (this.ended) throw this.ended;
		const sent = this.send(source);
		sent.catch((error: Error) => {
			if (!handsErrorsOn(this.context)) this.ended ??= new Unsent(error);
		});
		return await sent;
	}

	private async send(source: UploadSource): Promise<MediaFile> {
		await this.check(source);
		const { file, forPost } = source;
		const media =
			'url' in file
				? await this.sendUrl(source, file.url)
				: await this.usingBinary(file, (opened) => this.sendFile(source, opened));
		if (forPost && !hasPostableEnding(media.path)) {
			throw unpostable('url' in file ? `The file at ${shortUrl(file.url)}` : 'The file', media);
		}
		return media;
	}

	private async sendUrl(source: UploadSource, url: string): Promise<MediaFile> {
		if (urlObstacle(url)) return await this.sendDownloaded(source, url);
		const { itemIndex, downloadAllowed } = source;
		const request: ApiRequest = {
			method: 'POST',
			path: '/upload-from-url',
			body: { url: new URL(withoutFragment(url)).href },
			timeout: SILENCE_MS,
			itemIndex,
			explain: (answer) => explainUnfetched(answer, url),
		};
		const exchange = await this.exchange(request);
		if (await this.client.isLimitOver(exchange)) return await this.send(source);
		if (downloadAllowed && couldNotFetch(exchange)) return await this.sendDownloaded(source, url);
		return this.read(exchange, request);
	}

	private async sendDownloaded(source: UploadSource, url: string): Promise<MediaFile> {
		const bound: DownloadOptions['bound'] = ({ label, head }) => {
			const { kind } = accept({ label, head, size: head.length }, source.forPost);
			return { most: MAX_BYTES[kind], tooLarge: tooLarge(label, kind) };
		};
		const streamed = await using(
			await openDownload(this.context, url, { bound }),
			async (opened) => await this.trySendFile(source, opened),
		);
		if (streamed !== BROKEN_OFF) return streamed;
		// Where a server packs files against its orders, the length it tells is that of the package.
		return await using(
			await openDownload(this.context, url, { bound, keep: true }),
			async (opened) => await this.sendFile(source, opened),
		);
	}

	private async sendFile(source: UploadSource, opened: LocalFile): Promise<MediaFile> {
		const sent = await this.trySendFile(source, opened);
		if (sent === BROKEN_OFF) throw brokenOff(opened.label);
		return sent;
	}

	private async trySendFile(
		source: UploadSource,
		opened: LocalFile,
	): Promise<MediaFile | typeof BROKEN_OFF> {
		const { itemIndex, forPost } = source;
		const { name, size } = opened;
		const type = accept(opened, forPost);
		let broken = false;
		const bytes = watched(await opened.read(), size, () => {
			broken = true;
		});
		const request: ApiRequest = {
			method: 'POST',
			path: '/upload',
			body: fileForm({ name: fitFileName(name, type), type: type.mime, size }, bytes),
			timeout: SILENCE_MS,
			itemIndex,
			explain: (answer) => explainRefused(answer, opened),
		};
		const exchange = await this.exchange(request);
		if (await this.client.isLimitOver(exchange)) return await this.send(source);
		if (exchange.kind !== 'unknown') return this.read(exchange, request);
		if (broken) return BROKEN_OFF;
		throw connectionLost(opened, exchange.explanation);
	}

	private async exchange(request: ApiRequest): Promise<Exchange> {
		const cancelled = () => this.context.getExecutionCancelSignal()?.aborted;
		if (cancelled()) throw new Problem(...CANCELLED);
		const exchange = await this.client.exchange({ ...request, meetsLimit: true });
		if (cancelled() && exchange.kind !== 'answer') throw new Problem(...CANCELLED);
		return exchange;
	}

	private read(exchange: Exchange, request: ApiRequest): MediaFile {
		if (exchange.kind === 'answer' && isSuccess(exchange.answer)) {
			const { id, path } = Object(exchange.answer.body) as Partial<MediaFile>;
			if (typeof id === 'string' && typeof path === 'string') {
				return exchange.answer.body as MediaFile;
			}
			throw new Problem(
				'Postiz took the file, but did not say where it is',
				'Its answer to the upload was not what it should be. Try again; if it stays so, update the instance.',
			);
		}
		const error = this.client.toError(exchange, request);
		if (exchange.kind === 'notSent' || ENDS_ALL.includes(statusOf(exchange))) {
			this.ended = new Unsent(error);
		}
		throw error;
	}

	private async usingBinary<T>(
		file: BinaryFile,
		use: (opened: LocalFile) => T | Promise<T>,
	): Promise<T> {
		return await using(await openBinary(this.context, file), use);
	}

	private async keyOf({ file, forPost, downloadAllowed }: UploadSource): Promise<string> {
		if ('url' in file) return `url ${forPost} ${downloadAllowed} ${withoutFragment(file.url)}`;
		const called = file.binary?.id || file.binary;
		let identity = this.identities.get(called);
		if (!identity) {
			identity = this.identify(file);
			this.identities.set(called, identity);
		}
		return `bytes ${forPost} ${await identity}`;
	}

	/**
	 * The same text for files of the same bytes, wherever n8n keeps them. Only files of one size are
	 * read for it: a picture that was downloaded for each row, but not a single large video.
	 */
	private async identify(file: BinaryFile): Promise<string> {
		const size = await this.reading.run(
			async () => await this.usingBinary(file, (opened) => opened.size),
		);
		const first = this.firstOfSize.get(size);
		if (!first) {
			this.firstOfSize.set(
				size,
				once(async () => await this.fingerprintOf(file)),
			);
			return String(size);
		}
		const own = await this.fingerprintOf(file);
		return own !== undefined && own === (await first()) ? String(size) : `${size} ${own}`;
	}

	/** Undefined where the file cannot be read to its end; its upload then says why. */
	private async fingerprintOf(file: BinaryFile): Promise<string | undefined> {
		const sum = createHash('sha256');
		const read = async ({ read: open }: LocalFile) => {
			for await (const chunk of await open()) sum.update(chunk);
			return sum.digest('hex');
		};
		return await this.reading
			.run(async () => await this.usingBinary(file, read))
			.catch(() => undefined);
	}
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
	let result: Promise<T> | undefined;
	return async () => await (result ??= work());
}

async function using<T>(opened: LocalFile, use: (opened: LocalFile) => T | Promise<T>): Promise<T> {
	try {
		return await use(opened);
	} finally {
		opened.close();
	}
}

/** A file that stayed behind because another one failed with what ends all uploads. */
class Unsent extends Problem {
	constructor({ message, description }: Error & { description?: string | null }) {
		super(
			`A file was not uploaded, because another one failed: ${message}`,
			description || 'Correct the item that failed and run the workflow again.',
		);
	}
}

/** What failed of several uploads, by its place; first of all what kept others from being sent. */
export function failuresOf(
	results: Array<PromiseSettledResult<unknown>>,
): Array<{ index: number; reason: unknown }> {
	const failures = results.flatMap((result, index) =>
		result.status === 'rejected' ? [{ index, reason: result.reason as unknown }] : [],
	);
	const isUnsent = ({ reason }: { reason: unknown }) => Number(reason instanceof Unsent);
	return failures.sort((a, b) => isUnsent(a) - isUnsent(b));
}

/** Lets a few of many at work at a time, in the order they came. */
class Queue {
	private readonly waiting: Array<() => void> = [];

	constructor(private free: number) {}

	async run<T>(work: () => Promise<T>): Promise<T> {
		if (this.free > 0) this.free--;
		else await new Promise<void>((resolve) => this.waiting.push(resolve));
		try {
			return await work();
		} finally {
			const next = this.waiting.shift();
			if (next) next();
			else this.free++;
		}
	}
}

/** The type of a file that the service will take. Throws {@link Problem} for any other. */
function accept(
	{ label, head, size }: Pick<LocalFile, 'label' | 'head' | 'size'>,
	forPost: boolean,
): FileType {
	if (size === 0) {
		throw new Problem(
			`${label} is empty`,
			'Check the node that made it: there is nothing to upload.',
		);
	}
	const type = detectFileType(head);
	if (type.kind === 'other') {
		throw new Problem(`${label} is ${type.name}, which Postiz does not take`, type.advice);
	}
	if (forPost && !type.postable) throw unpostable(label, { path: `.${type.extension}` });
	if (size > MAX_BYTES[type.kind]) throw tooLarge(label, type.kind, size);
	return type;
}

/** `size` is missing where a file was given up before its end. */
function tooLarge(label: string, kind: FileType['kind'], size?: number): Problem {
	const limit = megabytes(MAX_BYTES[kind]);
	const has = size === undefined ? `more than ${limit}` : megabytes(size);
	const kinds = kind === 'image' ? 'pictures' : 'videos';
	return new Problem(
		`${label} has ${has} MB; Postiz takes ${kinds} of at most ${limit} MB`,
		'Make it smaller first.',
	);
}

function unpostable(label: string, { path }: { path: string }): Problem {
	const extension = /\.(\w+)$/.exec(path)?.[1] ?? 'unknown';
	return new Problem(
		`${label} is of type ${extension.toUpperCase()}, which no post can carry`,
		'Convert it to JPEG, PNG, GIF or WebP first.',
	);
}

function megabytes(bytes: number): string {
	return String(Math.ceil((bytes / 1_048_576) * 10) / 10);
}

function urlObstacle(url: string): string | undefined {
	if (!URL.canParse(url)) return 'it is no complete web address';
	if (!/^https:/i.test(url)) return 'it does not start with https://';
	return hasPostableEnding(withoutFragment(url))
		? undefined
		: 'it does not end in .png, .jpg, .jpeg, .gif, .webp or .mp4';
}

const ALLOW_DOWNLOAD = 'Turn on Download Files if Needed to let n8n fetch the file';

const statusOf = (exchange: Exchange) => (exchange.kind === 'answer' ? exchange.answer.status : 0);

/** True where the file may be within reach of n8n, though it was not within that of the service. */
function couldNotFetch(exchange: Exchange): boolean {
	const status = statusOf(exchange);
	return exchange.kind === 'unknown' || [400, 404, 408, 422].includes(status) || status >= 500;
}

function explainUnfetched(answer: ApiAnswer, url: string): Explanation | undefined {
	const detail = errorDetail(answer.body);
	switch (answer.status) {
		case 400:
		case 422:
			return {
				message: `Postiz could not fetch ${shortUrl(url)}${detail && `: ${detail}`}`,
				description: `Check that the address opens a picture or an MP4 video without signing in. ${ALLOW_DOWNLOAD} where Postiz cannot.`,
			};
		case 404:
			return {
				message: 'This Postiz instance cannot fetch files from the web',
				description: `It is older than this function. ${ALLOW_DOWNLOAD}, or update the instance.`,
			};
		default:
			return undefined;
	}
}

function explainRefused(
	{ status, body }: ApiAnswer,
	{ label, size }: LocalFile,
): Explanation | undefined {
	const detail = errorDetail(body);
	switch (status) {
		case 400:
		case 422:
			return {
				message: `${label} was refused by Postiz${detail && `: ${detail}`}`,
				description: 'Open the file to see whether it is whole, or save it anew in another format.',
			};
		case 413:
			return {
				message: `${label} has ${megabytes(size)} MB, more than this Postiz instance takes`,
				description: `Make it smaller. ${RAISE_LIMIT}`,
			};
		default:
			return undefined;
	}
}

const RAISE_LIMIT =
	'On your own instance, the web server in front of Postiz may have a limit for uploads that can be raised.';

function brokenOff(label: string): Problem {
	return new Problem(
		`${label} could not be read to its end`,
		'It broke off, or changed, while it was uploaded. Run the workflow again.',
	);
}

function connectionLost({ label, size }: LocalFile, { message }: Explanation): Problem {
	return new Problem(
		`The connection to Postiz was lost while a file was uploaded (${megabytes(size)} MB)`,
		`${label} may not have arrived. ${message}. Try again. ${RAISE_LIMIT}`,
	);
}

const CANCELLED: [message: string, description: string] = [
	'The execution was cancelled while files were uploaded',
	'Run the workflow again.',
];
