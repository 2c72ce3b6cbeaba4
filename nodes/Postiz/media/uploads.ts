import type { IExecuteFunctions } from 'n8n-workflow';

import { isSuccess, type Exchange } from '../transport/answer';
import { type ApiRequest, type PostizClient } from '../transport/client';
import { endpoints } from '../transport/endpoints';
import { continuesOnError, isTool } from '../transport/nodeError';
import { isCancelled } from '../transport/pause';
import type { ImageRef, UploadedFile } from '../transport/types';
import { getOrMake } from '../values/getOrMake';
import { Problem, shortUrl } from '../values/problem';
import { Queue } from '../values/queue';
import { isWebAddress, parseAddress, reachOf, withoutQuery } from '../values/webAddress';
import { acceptFile, refusePath, refuseVideo, type Takes } from './acceptFile';
import { openDownload } from './download';
import { FileIdentities } from './fileIdentities';
import { isPostablePath, withoutFragment, type FileSource } from './fileSource';
import { FileStarts } from './fileStarts';
import { fitFileName } from './fileType';
import { openBinary, using, type LocalFile } from './localFile';
import { exactly, fileForm } from './multipart';
import { plannedReference, plannedUpload, plannedUrl, type MediaFile } from './mediaFile';
import {
	BrokenOff,
	connectionLost,
	explainRefused,
	FAILURES,
	notOfInstance,
	notUploaded,
} from './uploadErrors';

type Sendable = Exclude<MediaFile['source'], { reference: ImageRef }>;

/** The timeout for a silent service, in ms: fetching and storing 1 GB takes a while. */
const SILENCE_MS = 30 * 60_000;
const MAX_PARALLEL_UPLOADS = 3;
// Limits the number of open files.
const MAX_PARALLEL_READS = 8;

/** What is known about the files of a run. */
export class KnownFiles {
	/** By file identity. */
	readonly uploaded = new Map<string, UploadedFile>();
	readonly identities = new FileIdentities();
}

/** The uploads of an execution: each file once, a few at a time (docs/api.md, Uploads). */
export class Uploads {
	/** By file identity. */
	private readonly files = new Map<string, Promise<UploadedFile>>();
	private readonly opened = new Map<FileSource, MediaFile>();
	private readonly sending = new Queue(MAX_PARALLEL_UPLOADS);
	private readonly reading = new Queue(MAX_PARALLEL_READS);
	private readonly starts: FileStarts;
	/** Why no more files are sent. */
	private ended?: unknown;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly client: PostizClient,
		private readonly takes: Takes,
		private readonly known = new KnownFiles(),
	) {
		this.starts = new FileStarts(context, this.reading, takes);
	}

	/** Checks a file and its cover without uploading; with `opens`, including web addresses. Throws {@link Problem}. */
	async check(given: FileSource, opens = false): Promise<MediaFile> {
		const source = this.asAddress(given);
		const { alt, coverAt } = source;
		const cover = source.cover && (await this.check(source.cover, opens));
		if (cover?.kind === 'video') throw Problem.from(FAILURES.videoAsCover);
		return { ...(await this.checkOwn(source, opens)), alt: alt || undefined, cover, coverAt };
	}

	/** A model can invent the path of an upload: what isn't on the host of the service is uploaded like any address. */
	private asAddress(source: FileSource): FileSource {
		const isUploaded = source.from === 'upload' || source.from === 'reference';
		if (!isUploaded || !isTool(this.context)) return source;
		const { path, thumbnail, alt } = {
			alt: source.alt,
			...('reference' in source ? source.reference : source),
		};
		const hostOf = (address: string) => parseAddress(address)?.hostname;
		const { baseUrl, instance } = this.client;
		const own = [baseUrl, instance.filesAt ?? baseUrl].map(hostOf);
		if (own.includes(hostOf(path))) return source;
		if (reachOf(path) !== 'surely') throw Problem.from(notOfInstance(path));
		const { cover = thumbnail ? { from: 'url' as const, url: thumbnail } : undefined, coverAt } =
			source;
		return { from: 'url', url: path, alt, cover, coverAt };
	}

	private async checkOwn(source: FileSource, opens: boolean): Promise<MediaFile> {
		const { takes } = this;
		switch (source.from) {
			case 'binary': {
				const file = await this.reading.run(async () => await openBinary(this.context, source));
				const type = acceptFile(file, takes);
				const storedAs = source.binary?.id || undefined;
				const { kind, extension: ending } = type;
				return { kind, ending, source: { from: 'item', storedAs, file, type } };
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

	/** Uploads a file, if it isn't uploaded yet. Throws {@link Problem}. */
	async upload({ source }: MediaFile): Promise<UploadedFile> {
		if ('reference' in source) return source.reference;
		const key =
			source.from === 'url'
				? `url ${withoutFragment(source.url)}`
				: await this.known.identities.of(source.file, source.storedAs, this.reading);
		const uploaded = this.known.uploaded.get(key);
		if (uploaded) return uploaded;
		const send = async () => await this.sending.run(async () => await this.sendNext(source));
		const file = await getOrMake(this.files, key, send);
		this.known.uploaded.set(key, file);
		return file;
	}

	/** Checks files once; {@link fileOf} returns them from then on. Throws like {@link check}. */
	async open(sources: FileSource[], opensUrls = false): Promise<void> {
		for (const source of sources) {
			if (!this.opened.has(source)) this.opened.set(source, await this.check(source, opensUrls));
		}
	}

	/** A file that is open. */
	fileOf(source: FileSource): MediaFile {
		return this.opened.get(source)!;
	}

	/** Like {@link check}, for several files. */
	async checkAll(sources: FileSource[]): Promise<MediaFile[]> {
		const checked: MediaFile[] = [];
		for (const source of sources) checked.push(await this.check(source));
		return checked;
	}

	/** Adds the pixel size of a picture, if it can be read. */
	async measure(file: MediaFile): Promise<MediaFile> {
		return await this.starts.measure(file);
	}

	/** Whether a file is the one at an uploaded path, as far as that can be known without an upload. */
	async compareAt(file: MediaFile, path: string) {
		return await this.starts.compareAt(file, path);
	}

	/** Uploads files that aren't uploaded yet, and returns references for posts. */
	async references(files: Iterable<MediaFile>): Promise<Map<MediaFile, ImageRef>> {
		const references = [...new Set(files)].map(
			async (file) => [file, await this.reference(file)] as const,
		);
		return new Map(await Promise.all(references));
	}

	private async reference(file: MediaFile): Promise<ImageRef> {
		const { source, alt, coverAt } = file;
		const cover = file.cover && (await this.upload(file.cover));
		// Only now is it known what was at the cover's address, and where it is stored.
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

	private async send(file: Sendable): Promise<UploadedFile> {
		if (file.from === 'item') return await this.sendFile(async () => file.file);
		const uploaded = await this.sendUrl(file.url);
		// Only now is it known what was at the address.
		refusePath(uploaded.path, this.takes, `The file at ${shortUrl(file.url)}`);
		return uploaded;
	}

	/** The service fetches the file itself, but only over https and with a known extension. */
	private async sendUrl(url: string): Promise<UploadedFile> {
		if (!/^https:/i.test(url) || !isPostablePath(withoutFragment(url))) {
			return await this.sendDownloaded(url);
		}
		const request: ApiRequest = {
			...endpoints.uploadFromUrl(),
			timeout: SILENCE_MS,
			body: { url: new URL(withoutFragment(url)).href },
		};
		const exchange = await this.exchange(request);
		return couldNotFetch(exchange)
			? await this.sendDownloaded(url)
			: this.uploadedBy(exchange, request);
	}

	/** Downloads and uploads what the service can't fetch. */
	private async sendDownloaded(url: string): Promise<UploadedFile> {
		const { takes } = this;
		const open = async () => await openDownload(this.context, url, { takes });
		return await this.sendFile(open).catch(async (error: unknown) => {
			if (!(error instanceof BrokenOff)) throw error;
			// Some servers compress files anyway, so their length is wrong.
			const stored = await openDownload(this.context, url, { takes, store: true });
			return await this.sendFile(async () => stored);
		});
	}

	/** Uploads a file. Each try opens it again, as n8n may have read some of it before connecting. */
	private async sendFile(open: () => Promise<LocalFile>): Promise<UploadedFile> {
		let file!: LocalFile;
		let isBroken = false;
		const request: ApiRequest = {
			...endpoints.upload(),
			timeout: SILENCE_MS,
			explain: (answer) => explainRefused(answer, file),
		};
		const exchange = await this.exchange(request, async (send) => {
			file = await open();
			const { name, size } = file;
			return await using(await file.open(), async (opened) => {
				const type = acceptFile(file, this.takes);
				const bytes = exactly(size, opened, () => {
					isBroken = true;
				});
				const body = fileForm({ name: fitFileName(name, type), type: type.mime, size }, bytes);
				return await send({ ...request, body });
			});
		});
		if (exchange.kind !== 'unknown') return this.uploadedBy(exchange, request);
		throw isBroken ? new BrokenOff(file.label) : connectionLost(file, exchange.explanation);
	}

	private async exchange(
		...[request, trying]: Parameters<PostizClient['exchange']>
	): Promise<Exchange> {
		this.refuseCancelled();
		const exchange = await this.client.exchange(request, trying);
		if (!exchange.answer) this.refuseCancelled();
		return exchange;
	}

	private refuseCancelled(): void {
		if (isCancelled(this.context)) throw Problem.from(FAILURES.cancelled);
	}

	private uploadedBy(exchange: Exchange, request: ApiRequest): UploadedFile {
		if (exchange.answer && isSuccess(exchange.answer)) {
			const { body } = exchange.answer;
			const { id, path } = Object(body) as Partial<UploadedFile>;
			if (typeof id === 'string' && typeof path === 'string') {
				this.client.instance.filesAt = parseAddress(path)?.origin;
				return body as UploadedFile;
			}
			throw Problem.from(FAILURES.withoutPath);
		}
		const problem = Problem.from(this.client.explain(exchange, request));
		if (endsAll(exchange)) this.ended = notUploaded(problem);
		throw problem;
	}
}

/** True if the service couldn't fetch the file, but n8n may. */
function couldNotFetch(exchange: Exchange): boolean {
	if (exchange.kind !== 'answer') return exchange.kind === 'unknown';
	const { status } = exchange.answer;
	return [400, 404, 408, 422].includes(status) || status >= 500;
}

/** True for problems of all uploads: the key, the plan, the hourly limit. */
function endsAll(exchange: Exchange): boolean {
	if (exchange.kind !== 'answer') return exchange.kind === 'notSent' && !exchange.temporary;
	return [401, 402, 403, 406, 429].includes(exchange.answer.status);
}

/** Throws {@link Problem} if the file can't be a cover (docs/api.md, Files of a post). */
function refuseCover(path: string): void {
	if (/\.mp4$/.test(withoutQuery(path))) throw Problem.from(FAILURES.videoAsCover);
	if (isWebAddress(path)) return;
	throw new Problem(
		`Cover cannot be ${shortUrl(path)}`,
		'A cover must be a web address with a dot in its host. Your instance stores its files elsewhere.',
	);
}
