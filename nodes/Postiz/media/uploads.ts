import type { IExecuteFunctions } from 'n8n-workflow';

import { isSuccess, type ApiRequest, type PostizClient } from '../transport/client';
import { isCancelled, pause } from '../transport/pause';
import { sharedByTries } from '../transport/tries';
import type { Exchange, ImageRef, UploadedFile } from '../transport/types';
import { isUnsentForNow, untilSent } from '../transport/unsent';
import { Problem } from '../values/problem';
import { Queue } from '../values/queue';
import { shortUrl } from '../values/quote';
import { isWebAddress } from '../values/webAddress';
import { acceptFile, refusePath, refuseVideo, sizeLimit, type Takes } from './acceptFile';
import { openDownload } from './download';
import { FileIdentities } from './fileIdentities';
import { withoutFragment, type FileSource } from './fileSource';
import { FileStarts } from './fileStarts';
import { fitFileName, type FileType } from './fileType';
import { openBinary, using, type LocalFile } from './localFile';
import { exactly, fileForm } from './multipart';
import { couldNotFetch, isWithinReach } from './serviceFetch';
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
	brokenOff,
	CANCELLED_UPLOAD,
	connectionLost,
	explainRefused,
	handOnUnreached,
	notUploaded,
	Unreached,
	videoAsCover,
	WITHOUT_PATH,
} from './uploadErrors';

/** A file that is still to be uploaded. */
type Sendable = Exclude<PlannedFile['source'], { reference: ImageRef }>;

export interface UploadOptions {
	/** What the files are for. */
	takes: Takes;
	/** A file that cannot be uploaded does not keep the others from it. */
	continuesOnError: boolean;
}

/** Limits how long the service may say nothing, while it fetches or stores a video of 1 GB, in ms. */
const SILENCE_MS = 30 * 60_000;
const MAX_PARALLEL_UPLOADS = 3;
// Thousands of items would otherwise have all their files open at once.
const MAX_PARALLEL_READS = 8;
/** The file, not the connection to the service, came to an early or late end. */
const BROKEN_OFF = 'broken off';
/** These concern every upload of an execution: the key, the plan, the hourly limit. */
const ENDS_ALL = [401, 402, 403, 406, 429];

/** What is known of the files of a run of the node, whichever of its tries found it out. */
class KnownFiles {
	/** By what identifies a file. */
	readonly uploaded = new Map<string, UploadedFile>();

	readonly identities = new FileIdentities();
}

const knownFiles = sharedByTries(() => new KnownFiles());

/**
 * The uploads of one execution: each file goes to the service once, however many posts use it, and a
 * few at a time. A file is opened once to check it and once to send it; files of equal size are read
 * once more, to see whether they are the same (docs/api.md, Uploads). Throws {@link Problem}.
 */
export class Uploads {
	/** By what identifies a file. */
	private readonly files = new Map<string, Promise<UploadedFile>>();

	private readonly known: KnownFiles;

	private readonly sending = new Queue(MAX_PARALLEL_UPLOADS);

	private readonly reading = new Queue(MAX_PARALLEL_READS);

	private readonly starts: FileStarts;

	/** Why no further file is sent. */
	private ended?: unknown;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly client: PostizClient,
		private readonly options: UploadOptions,
	) {
		this.known = knownFiles(context);
		this.starts = new FileStarts(context, this.reading, options.takes);
	}

	/**
	 * Checks a file, and its cover, without a request to the service. Only with `opens`, it is known what
	 * lies at a web address.
	 */
	async check(source: FileSource, opens = false): Promise<PlannedFile> {
		const { alt, coverAt } = source;
		const cover = source.cover && (await this.check(source.cover, opens));
		if (cover?.kind === 'video') throw videoAsCover();
		return {
			...(await this.checkOwn(source, opens)),
			...(alt ? { alt } : {}),
			...(cover ? { cover } : {}),
			...(coverAt === undefined ? {} : { coverAt }),
		};
	}

	private async checkOwn(source: FileSource, opens: boolean): Promise<PlannedFile> {
		const { takes } = this.options;
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
		let file = this.files.get(key);
		if (!file) {
			file = this.sending.run(async () => await this.sendNext(source));
			this.files.set(key, file);
		}
		this.known.uploaded.set(key, await file);
		return await file;
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
		const uploaded = await this.upload(file);
		const known =
			'reference' in source ? source.reference : { id: uploaded.id, path: uploaded.path };
		return {
			...known,
			...(alt ? { alt } : {}),
			...(cover ? { thumbnail: cover.path } : {}),
			...(coverAt === undefined ? {} : { thumbnailTimestamp: coverAt }),
		};
	}

	private async sendNext(file: Sendable): Promise<UploadedFile> {
		if (this.ended !== undefined) throw this.ended;
		const sent = this.send(file);
		sent.catch((error: unknown) => {
			if (this.options.continuesOnError) return;
			this.ended ??= error instanceof Problem ? notUploaded(error) : error;
		});
		return await sent;
	}

	/** Each try reads the file anew: n8n may have begun to, before it looked for the host. */
	private async send(file: Sendable): Promise<UploadedFile> {
		const sent = await untilSent(async () => await this.sendOnce(file).catch(handOnUnreached), {
			isUnsent: (result) => result instanceof Unreached,
			wait: async (milliseconds) => await pause(this.context, milliseconds),
		});
		if (!(sent instanceof Unreached)) return sent;
		throw this.isCancelled ? Problem.from(CANCELLED_UPLOAD) : sent;
	}

	private async sendOnce(file: Sendable): Promise<UploadedFile> {
		if (file.from === 'item') return await this.sendFile(file.file, file.type);
		const uploaded = await this.sendUrl(file.url);
		// What lay at the address is known only now.
		refusePath(uploaded.path, this.options.takes, `The file at ${shortUrl(file.url)}`);
		return uploaded;
	}

	private async sendUrl(url: string): Promise<UploadedFile> {
		if (!isWithinReach(url)) return await this.sendDownloaded(url);
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
		const { takes } = this.options;
		const limit = sizeLimit(takes);
		const streamed = await using(
			await openDownload(this.context, url, { limit }),
			async (file) => await this.trySendFile(file, acceptFile(file, takes)),
		);
		if (streamed === 'again') return await this.sendDownloaded(url);
		if (streamed !== BROKEN_OFF) return streamed;
		// If a server compresses files against its orders, the length it names is the compressed one.
		return await using(
			await openDownload(this.context, url, { limit, store: true }),
			async (file) => await this.sendFile(file, acceptFile(file, takes)),
		);
	}

	private async sendFile(file: LocalFile, type: FileType): Promise<UploadedFile> {
		const sent = await this.trySendFile(file, type);
		if (sent === 'again') return await this.sendFile(file, type);
		if (sent === BROKEN_OFF) throw brokenOff(file.label);
		return sent;
	}

	private async trySendFile(
		file: LocalFile,
		type: FileType,
	): Promise<UploadedFile | typeof BROKEN_OFF | 'again'> {
		const { name, size } = file;
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
		if (await this.client.isLimitOver(exchange)) return 'again';
		if (exchange.kind !== 'unknown') return this.read(exchange, request);
		if (isBroken) return BROKEN_OFF;
		throw connectionLost(file, exchange.explanation);
	}

	private async exchange(request: ApiRequest): Promise<Exchange> {
		if (this.isCancelled) throw Problem.from(CANCELLED_UPLOAD);
		const exchange = await this.client.exchange({ ...request, handlesLimit: true });
		if (this.isCancelled && exchange.kind !== 'answer') throw Problem.from(CANCELLED_UPLOAD);
		return exchange;
	}

	private get isCancelled(): boolean {
		return isCancelled(this.context);
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

/** Throws {@link Problem} for a cover that no video can have, by its path (docs/api.md, Files of a post). */
function refuseCover(path: string): void {
	if (kindOfEnding(endingOf(path)) === 'video') throw videoAsCover();
	if (isWebAddress(path)) return;
	throw new Problem(
		`Cover cannot be ${shortUrl(path)}`,
		'A cover must be a web address with a dot in its host. Your instance stores its files elsewhere.',
	);
}
