import type { IExecuteFunctions } from 'n8n-workflow';

import { isSuccess, type ApiRequest, type PostizClient } from '../transport/client';
import { continuesOnError } from '../transport/nodeError';
import { isCancelled, pause } from '../transport/pause';
import { sharedByTries } from '../transport/tries';
import type { Exchange, ImageRef, UploadedFile } from '../transport/types';
import { isUnsentForNow, untilSent } from '../transport/unsent';
import { getOrMake } from '../values/getOrMake';
import { Problem } from '../values/problem';
import { Queue } from '../values/queue';
import { shortUrl } from '../values/quote';
import { isWebAddress } from '../values/webAddress';
import { acceptFile, refusePath, refuseVideo, type Takes } from './acceptFile';
import { openDownload } from './download';
import { FileIdentities } from './fileIdentities';
import { isPostablePath, withoutFragment, type FileSource } from './fileSource';
import { FileStarts } from './fileStarts';
import { fitFileName } from './fileType';
import { openBinary, using, type LocalFile } from './localFile';
import { exactly, fileForm } from './multipart';
import {
	endingOf,
	kindOfEnding,
	plannedItemFile,
	plannedReference,
	plannedUpload,
	plannedUrl,
	type PlannedFile,
} from './plannedFile';
import {
	BrokenOff,
	CANCELLED_UPLOAD,
	connectionLost,
	explainRefused,
	notUploaded,
	Unreached,
	videoAsCover,
	WITHOUT_PATH,
} from './uploadErrors';

/** A file that is still to be uploaded. */
type Sendable = Exclude<PlannedFile['source'], { reference: ImageRef }>;

/** Limits how long the service may say nothing, while it fetches or stores a video of 1 GB, in ms. */
const SILENCE_MS = 30 * 60_000;
const MAX_PARALLEL_UPLOADS = 3;
// Thousands of items would otherwise have all their files open at once.
const MAX_PARALLEL_READS = 8;
/** These concern every upload of an execution: the key, the plan, the hourly limit. */
const ENDS_ALL = [401, 402, 403, 406, 429];

/** What is known of the files of a run of the node, whichever of its tries found it out. */
const knownFiles = sharedByTries(() => ({
	/** By what identifies a file. */
	uploaded: new Map<string, UploadedFile>(),
	identities: new FileIdentities(),
}));

/**
 * The uploads of one execution: each file goes to the service once, however many posts use it, and a
 * few at a time (docs/api.md, Uploads). Throws {@link Problem}.
 */
export class Uploads {
	/** By what identifies a file. */
	private readonly files = new Map<string, Promise<UploadedFile>>();
	private readonly known: ReturnType<typeof knownFiles>;
	private readonly sending = new Queue(MAX_PARALLEL_UPLOADS);
	private readonly reading = new Queue(MAX_PARALLEL_READS);
	private readonly starts: FileStarts;
	/** Why no further file is sent. */
	private ended?: unknown;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly client: PostizClient,
		/** What the files are for. */
		private readonly takes: Takes,
	) {
		this.known = knownFiles(context);
		this.starts = new FileStarts(context, this.reading, takes);
	}

	/** Checks a file and its cover, without a request to the service; with `opens` also at an address. */
	async check(source: FileSource, opens = false): Promise<PlannedFile> {
		const { alt, coverAt } = source;
		const cover = source.cover && (await this.check(source.cover, opens));
		if (cover?.kind === 'video') throw videoAsCover();
		return { ...(await this.checkOwn(source, opens)), alt: alt || undefined, cover, coverAt };
	}

	private async checkOwn(source: FileSource, opens: boolean): Promise<PlannedFile> {
		const { takes } = this;
		switch (source.from) {
			case 'binary': {
				const file = await this.reading.run(async () => await openBinary(this.context, source));
				return plannedItemFile(file, acceptFile(file, takes), source.binary.id || undefined);
			}
			case 'url':
				if (takes === 'pictures') refuseVideo(source.url, shortUrl(source.url));
				return plannedUrl(source.url, opens ? await this.starts.typeAt(source.url) : undefined);
			case 'upload': {
				const { id, path, thumbnail } = source;
				refusePath(path, takes, `The uploaded file ${shortUrl(path)}`);
				return plannedUpload({ id, path, ...(thumbnail ? { thumbnail } : {}) });
			}
			case 'reference':
				return plannedReference(source.reference);
		}
	}

	/** The uploaded file; each file is sent at the first call that names it. */
	async upload({ source }: PlannedFile): Promise<UploadedFile> {
		if ('reference' in source) return source.reference;
		const key = await this.keyOf(source);
		const uploaded = this.known.uploaded.get(key);
		if (uploaded) return uploaded;
		const send = async () => await this.sending.run(async () => await this.sendNext(source));
		const file = await getOrMake(this.files, key, send);
		this.known.uploaded.set(key, file);
		return file;
	}

	/** Checks several files; see {@link check}. */
	async checkAll(sources: FileSource[]): Promise<PlannedFile[]> {
		const checked: PlannedFile[] = [];
		for (const source of sources) checked.push(await this.check(source));
		return checked;
	}

	/** The same file with the size of a picture in pixels, as far as it can be read. */
	async measure(file: PlannedFile): Promise<PlannedFile> {
		return await this.starts.measure(file);
	}

	/** What posts call these files; those that were not uploaded yet are uploaded now. */
	async references(files: Iterable<PlannedFile>): Promise<Map<PlannedFile, ImageRef>> {
		const references = [...new Set(files)].map(
			async (file) => [file, await this.reference(file)] as const,
		);
		return new Map(await Promise.all(references));
	}

	private async reference(file: PlannedFile): Promise<ImageRef> {
		const { source, alt, coverAt } = file;
		const cover = file.cover && (await this.upload(file.cover));
		// What lay at the address of the cover, and where it was uploaded to, is known only now.
		if (cover) refuseCover(cover.path);
		const { id, path } = await this.upload(file);
		return {
			...('reference' in source ? source.reference : { id, path }),
			...(alt ? { alt } : {}),
			...(cover ? { thumbnail: cover.path } : {}),
			...(coverAt === undefined ? {} : { thumbnailTimestamp: coverAt }),
		};
	}

	private async sendNext(file: Sendable): Promise<UploadedFile> {
		if (this.ended !== undefined) throw this.ended;
		const sent = this.send(file);
		sent.catch((error: unknown) => {
			if (continuesOnError(this.context)) return;
			this.ended ??= error instanceof Problem ? notUploaded(error) : error;
		});
		return await sent;
	}

	/** Each try reads the file anew: n8n may have begun to, before it looked for the host. */
	private async send(file: Sendable): Promise<UploadedFile> {
		const sendOnce = async () =>
			await this.sendOnce(file).catch((error: unknown) => {
				if (error instanceof Unreached) return error;
				throw error;
			});
		const sent = await untilSent(sendOnce, {
			isUnsent: (result) => result instanceof Unreached,
			wait: async (milliseconds) => await pause(this.context, milliseconds),
		});
		if (!(sent instanceof Unreached)) return sent;
		throw isCancelled(this.context) ? Problem.from(CANCELLED_UPLOAD) : sent;
	}

	private async sendOnce(file: Sendable): Promise<UploadedFile> {
		if (file.from === 'item') return await this.sendFile(async () => file.file);
		const uploaded = await this.sendUrl(file.url);
		// What lay at the address is known only now.
		refusePath(uploaded.path, this.takes, `The file at ${shortUrl(file.url)}`);
		return uploaded;
	}

	/** Lets the service fetch a file, which it does over https only and by the ending of the address. */
	private async sendUrl(url: string): Promise<UploadedFile> {
		if (!/^https:/i.test(url) || !isPostablePath(withoutFragment(url))) {
			return await this.sendDownloaded(url);
		}
		const request: ApiRequest = {
			method: 'POST',
			path: '/upload-from-url',
			body: { url: new URL(withoutFragment(url)).href },
			timeout: SILENCE_MS,
		};
		const exchange = await this.exchange(request);
		if (await this.client.isLimitOver(exchange)) return await this.sendUrl(url);
		if (couldNotFetch(exchange)) return await this.sendDownloaded(url);
		return this.read(exchange, request);
	}

	/** What the service cannot fetch itself, n8n fetches and uploads. */
	private async sendDownloaded(url: string): Promise<UploadedFile> {
		const { takes } = this;
		const open = async () => await openDownload(this.context, url, { takes });
		return await this.sendFile(open).catch(async (error: unknown) => {
			if (!(error instanceof BrokenOff)) throw error;
			// If a server compresses files against its orders, the length it names is the compressed one.
			const stored = await openDownload(this.context, url, { takes, store: true });
			return await this.sendFile(async () => stored);
		});
	}

	/** Sends a file; `open` is called for each request. */
	private async sendFile(open: () => Promise<LocalFile>): Promise<UploadedFile> {
		const file = await open();
		const { label, name, size } = file;
		const type = acceptFile(file, this.takes);
		const request: ApiRequest = {
			method: 'POST',
			path: '/upload',
			timeout: SILENCE_MS,
			explain: (answer) => explainRefused(answer, file),
		};
		let isBroken = false;
		const exchange = await using(await file.open(), async (opened) => {
			const bytes = exactly(size, opened, () => {
				isBroken = true;
			});
			const body = fileForm({ name: fitFileName(name, type), type: type.mime, size }, bytes);
			return await this.exchange({ ...request, body });
		});
		if (await this.client.isLimitOver(exchange)) return await this.sendFile(open);
		if (exchange.kind !== 'unknown') return this.read(exchange, request);
		throw isBroken ? new BrokenOff(label) : connectionLost(file, exchange.explanation);
	}

	private async exchange(request: ApiRequest): Promise<Exchange> {
		if (isCancelled(this.context)) throw Problem.from(CANCELLED_UPLOAD);
		const exchange = await this.client.exchange({ ...request, handlesLimit: true });
		if (exchange.kind !== 'answer' && isCancelled(this.context)) {
			throw Problem.from(CANCELLED_UPLOAD);
		}
		return exchange;
	}

	private read(exchange: Exchange, request: ApiRequest): UploadedFile {
		if (exchange.kind === 'answer' && isSuccess(exchange.answer)) {
			const { id, path } = Object(exchange.answer.body) as Partial<UploadedFile>;
			if (typeof id === 'string' && typeof path === 'string') {
				return exchange.answer.body as UploadedFile;
			}
			throw Problem.from(WITHOUT_PATH);
		}
		const explanation = this.client.explain(exchange, request);
		if (isUnsentForNow(exchange)) {
			throw new Unreached(explanation.message, explanation.description);
		}
		const problem = Problem.from(explanation);
		const status = exchange.kind === 'answer' ? exchange.answer.status : 0;
		if (exchange.kind === 'notSent' || ENDS_ALL.includes(status)) this.ended = notUploaded(problem);
		throw problem;
	}

	private async keyOf(file: Sendable): Promise<string> {
		if (file.from === 'url') return `url ${withoutFragment(file.url)}`;
		return await this.known.identities.of(file.file, file.storedAs, this.reading);
	}
}

/** True if the file may be within reach of n8n, though it was not within that of the service. */
function couldNotFetch(exchange: Exchange): boolean {
	if (exchange.kind !== 'answer') return exchange.kind === 'unknown';
	const { status } = exchange.answer;
	return [400, 404, 408, 422].includes(status) || status >= 500;
}

/** Throws {@link Problem} for a cover that no video can have (docs/api.md, Files of a post). */
function refuseCover(path: string): void {
	if (kindOfEnding(endingOf(path)) === 'video') throw videoAsCover();
	if (isWebAddress(path)) return;
	throw new Problem(
		`Cover cannot be ${shortUrl(path)}`,
		'A cover must be a web address with a dot in its host. Your instance stores its files elsewhere.',
	);
}
