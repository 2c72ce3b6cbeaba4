import { createHash } from 'node:crypto';

import type { IExecuteFunctions } from 'n8n-workflow';

import type { PixelSize } from '../providers/types';
import { isSuccess, type ApiRequest, type PostizClient } from '../transport/client';
import { pause } from '../transport/pause';
import type { Exchange, ImageRef, UploadedFile } from '../transport/types';
import { isUnsentForNow, untilSent } from '../transport/unsent';
import { Problem } from '../values/problem';
import { Queue } from '../values/queue';
import { shortUrl } from '../values/quote';
import { acceptFile, refusePath, refuseVideo, sizeLimit, type Takes } from './acceptFile';
import { openDownload } from './download';
import { withoutFragment, type FileDetails, type FileSource } from './fileSource';
import { fitFileName, type FileType } from './fileType';
import { openBinary, readStart, using, type LocalFile, type OpenBytes } from './localFile';
import { toImageRef } from './imageRef';
import { exactly, fileForm } from './multipart';
import { pixelSize } from './pixelSize';
import { couldNotFetch, isWithinReach } from './serviceFetch';
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

/** A file of which everything was checked that can be checked without a request. */
export type CheckedFile = FileDetails<CheckedFile> &
	(
		| { from: 'item'; storedAs?: string; file: LocalFile; type: FileType }
		| { from: 'url'; url: string }
		| { from: 'upload'; id: string; path: string; thumbnail?: string }
	) & {
		/** Of a picture, if it was measured. */
		size?: PixelSize;
	};

type Sendable = Exclude<CheckedFile, { from: 'upload' }>;

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

/**
 * The uploads of one execution: each file goes to the service once, however many posts use it, and a
 * few at a time. A file is opened once to check it and once to send it; files of equal size are read
 * once more, to see whether they are the same (docs/api.md, Uploads). Throws {@link Problem}.
 */
export class Uploads {
	/** By what identifies a file. */
	private readonly files = new Map<string, Promise<UploadedFile>>();

	/** The fingerprint of the first file of each size, computed when there is a second one. */
	private readonly firstOfSize = new Map<number, () => Promise<string | undefined>>();

	private readonly identities = new Map<string, Promise<string>>();

	private readonly sending = new Queue(MAX_PARALLEL_UPLOADS);

	private readonly reading = new Queue(MAX_PARALLEL_READS);

	/** Why no further file is sent. */
	private ended?: unknown;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly client: PostizClient,
		private readonly options: UploadOptions,
	) {}

	/** Checks a file, and its cover, without a request. What lies at a web address is not known yet. */
	async check(source: FileSource): Promise<CheckedFile> {
		const { alt, coverAt } = source;
		const cover = source.cover && (await this.check(source.cover));
		if (cover && kindOf(cover) === 'video') throw videoAsCover();
		const details: FileDetails<CheckedFile> = {
			...(alt ? { alt } : {}),
			...(cover ? { cover } : {}),
			...(coverAt === undefined ? {} : { coverAt }),
		};
		return { ...(await this.checkOwn(source)), ...details };
	}

	private async checkOwn(source: FileSource): Promise<CheckedFile> {
		const { takes } = this.options;
		switch (source.from) {
			case 'binary': {
				const file = await this.reading.run(async () => await openBinary(this.context, source));
				const storedAs = source.binary.id || undefined;
				return { from: 'item', storedAs, file, type: acceptFile(file, takes) };
			}
			case 'url':
				if (takes === 'pictures') refuseVideo(source.url, shortUrl(source.url));
				return { from: 'url', url: source.url };
			case 'upload': {
				const { id, path, thumbnail } = source;
				refusePath(path, takes, `The uploaded file ${shortUrl(path)}`);
				return { from: 'upload', id, path, ...(thumbnail ? { thumbnail } : {}) };
			}
		}
	}

	/** The uploaded file; each file is sent at the first call that names it. */
	async upload(checked: CheckedFile): Promise<UploadedFile> {
		if (checked.from === 'upload') return { id: checked.id, path: checked.path };
		const key = await this.keyOf(checked);
		let file = this.files.get(key);
		if (!file) {
			file = this.sending.run(async () => await this.sendNext(checked));
			this.files.set(key, file);
		}
		return await file;
	}

	/** Checks several files; see {@link check}. */
	async checkAll(sources: FileSource[]): Promise<CheckedFile[]> {
		const checked: CheckedFile[] = [];
		for (const source of sources) checked.push(await this.check(source));
		return checked;
	}

	/** The same files with the sizes of their pictures in pixels, as far as they can be read. */
	async measureAll(files: CheckedFile[]): Promise<CheckedFile[]> {
		return await Promise.all(
			files.map(async (file) => {
				if (kindOf(file) === 'video') return file;
				// What cannot be read here is left to the service.
				const head = await this.reading
					.run(async () => await this.readStart(file))
					.catch(() => new Uint8Array());
				return { ...file, size: pixelSize(head) };
			}),
		);
	}

	private async readStart(file: CheckedFile): Promise<Uint8Array> {
		if (file.from === 'item') return await using(await file.file.open(), readStart);
		const url = file.from === 'url' ? file.url : file.path;
		const limit = sizeLimit(this.options.takes);
		const download = await openDownload(this.context, url, { limit });
		return await using(download, async () => await using(await download.open(), readStart));
	}

	/** The references with which posts name these files, uploaded now if they were not yet. */
	async references(files: CheckedFile[]): Promise<ImageRef[]> {
		return await Promise.all(
			files.map(async (file) => {
				const [{ id, path }, cover] = await Promise.all([
					this.upload(file),
					file.cover && this.upload(file.cover),
				]);
				// What lay at the address of the cover is known only now.
				if (cover && isVideoPath(cover.path)) throw videoAsCover();
				return toImageRef({ ...file, id, path }, cover?.path);
			}),
		);
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
		return this.context.getExecutionCancelSignal()?.aborted ?? false;
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
		const { storedAs } = file;
		if (storedAs === undefined) return await this.identify(file.file);
		let identity = this.identities.get(storedAs);
		if (!identity) {
			identity = this.identify(file.file);
			this.identities.set(storedAs, identity);
		}
		return await identity;
	}

	/**
	 * The same text for files of the same bytes, wherever n8n keeps them. Only files of one size are
	 * read for it: a picture that was downloaded for each row, but not a single large video.
	 */
	private async identify(file: LocalFile): Promise<string> {
		const first = this.firstOfSize.get(file.size);
		if (!first) {
			this.firstOfSize.set(
				file.size,
				once(async () => await this.fingerprintOf(file)),
			);
			return String(file.size);
		}
		const own = await this.fingerprintOf(file);
		return own !== undefined && own === (await first()) ? String(file.size) : `${file.size} ${own}`;
	}

	/** Undefined if the file cannot be read to its end; its upload then says why. */
	private async fingerprintOf(file: LocalFile): Promise<string | undefined> {
		const sum = createHash('sha256');
		const read = async (opened: OpenBytes) => {
			for await (const chunk of opened) sum.update(chunk);
			return sum.digest('hex');
		};
		return await this.reading
			.run(async () => await using(await file.open(), read))
			.catch(() => undefined);
	}
}

/** The ID in references to files that are not uploaded yet. */
export const PREVIEW_ID = 'preview';

/** A reference that shows the type of a file that is not uploaded yet, for checks. */
export function toPreview(file: CheckedFile): ImageRef {
	const cover = file.cover && PREVIEW_ID;
	const known =
		file.from === 'upload' ? file : { ...file, id: PREVIEW_ID, path: `preview${endingOf(file)}` };
	return { ...toImageRef(known, cover), ...(file.size && { size: { ...file.size } }) };
}

function endingOf(file: Exclude<CheckedFile, { from: 'upload' }>): string {
	if (file.from === 'item') return `.${file.type.extension}`;
	const [ending = ''] = /\.\w+$/.exec(withoutFragment(file.url).split('?')[0]) ?? [];
	return ending.toLowerCase();
}

function kindOf(file: CheckedFile): FileType['kind'] | undefined {
	if (file.from === 'item') return file.type.kind;
	return isVideoPath(file.from === 'url' ? file.url : file.path) ? 'video' : undefined;
}

const isVideoPath = (path: string) => /\.mp4$/i.test(path.split(/[?#]/)[0]);

function once<T>(work: () => Promise<T>): () => Promise<T> {
	let result: Promise<T> | undefined;
	return async () => await (result ??= work());
}
