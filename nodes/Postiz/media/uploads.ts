import type { IExecuteFunctions } from 'n8n-workflow';

import { isSuccess, type ApiRequest, type PostizClient } from '../transport/client';
import { endpoints } from '../transport/endpoints';
import { continuesOnError } from '../transport/nodeError';
import { isCancelled, pause, untilSent } from '../transport/pause';
import type { Exchange, ImageRef, UploadedFile } from '../transport/types';
import { getOrMake } from '../values/getOrMake';
import { Problem, shortUrl } from '../values/problem';
import { Queue } from '../values/queue';
import { isWebAddress, withoutQuery } from '../values/webAddress';
import { acceptFile, refusePath, refuseVideo, type Takes } from './acceptFile';
import { openDownload } from './download';
import { FileIdentities } from './fileIdentities';
import { isPostablePath, withoutFragment, type FileSource } from './fileSource';
import { FileStarts } from './fileStarts';
import { fitFileName } from './fileType';
import { openBinary, using, type LocalFile } from './localFile';
import { exactly, fileForm } from './multipart';
import { plannedReference, plannedUpload, plannedUrl, type PlannedFile } from './plannedFile';
import { BrokenOff, connectionLost, explainRefused, FAILURES, notUploaded } from './uploadErrors';

type Sent = Exchange & { request: ApiRequest };

type Sendable = Exclude<PlannedFile['source'], { reference: ImageRef }>;

/** How long the service may stay silent while it fetches or stores a video of 1 GB, in ms. */
const SILENCE_MS = 30 * 60_000;
const MAX_PARALLEL_UPLOADS = 3;
// Thousands of items would otherwise have all their files open at once.
const MAX_PARALLEL_READS = 8;

/** What is known of the files of a run. */
export class KnownFiles {
	/** By the identity of the file. */
	readonly uploaded = new Map<string, UploadedFile>();
	readonly identities = new FileIdentities();
}

/** The uploads of one execution: each file once, a few at a time (docs/api.md, Uploads). */
export class Uploads {
	/** By the identity of the file. */
	private readonly files = new Map<string, Promise<UploadedFile>>();
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
		private readonly known = new KnownFiles(),
	) {
		this.starts = new FileStarts(context, this.reading, takes);
	}

	/** A file and its cover, checked without a request; `opens` addresses, too. Throws {@link Problem}. */
	async check(source: FileSource, opens = false): Promise<PlannedFile> {
		const { alt, coverAt } = source;
		const cover = source.cover && (await this.check(source.cover, opens));
		if (cover?.kind === 'video') throw Problem.from(FAILURES.videoAsCover);
		return { ...(await this.checkOwn(source, opens)), alt: alt || undefined, cover, coverAt };
	}

	private async checkOwn(source: FileSource, opens: boolean): Promise<PlannedFile> {
		const { takes } = this;
		switch (source.from) {
			case 'binary': {
				const file = await this.reading.run(async () => await openBinary(this.context, source));
				const type = acceptFile(file, takes);
				const storedAs = source.binary.id || undefined;
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

	/** The uploaded file; each is sent at the first call that names it. Throws {@link Problem}. */
	async upload({ source }: PlannedFile): Promise<UploadedFile> {
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

	/** As {@link check}, for several files. */
	async checkAll(sources: FileSource[]): Promise<PlannedFile[]> {
		const checked: PlannedFile[] = [];
		for (const source of sources) checked.push(await this.check(source));
		return checked;
	}

	/** The same file with the size of a picture in pixels, as far as it can be read. */
	async measure(file: PlannedFile): Promise<PlannedFile> {
		return await this.starts.measure(file);
	}

	/** True if a file is the one that was uploaded to a path, as far as that can be seen without uploading it. */
	async isAt(file: PlannedFile, path: string): Promise<boolean> {
		return await this.starts.isAt(file, path);
	}

	/** How posts refer to these files; uploads those that are not uploaded yet. */
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

	private async send(file: Sendable): Promise<UploadedFile> {
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
			...endpoints.uploadFromUrl(),
			body: { url: new URL(withoutFragment(url)).href },
		};
		const sent = await this.untilAnswered(async () => await this.exchange(request));
		return couldNotFetch(sent) ? await this.sendDownloaded(url) : this.uploadedBy(sent);
	}

	/** Fetches and uploads what the service cannot fetch itself. */
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

	/** Sends a file; each try opens it anew: n8n may have begun to read, before it looked for the host. */
	private async sendFile(open: () => Promise<LocalFile>): Promise<UploadedFile> {
		const sendOnce = async () => {
			const file = await open();
			const { label, name, size } = file;
			let isBroken = false;
			const sent = await using(await file.open(), async (opened) => {
				const type = acceptFile(file, this.takes);
				const bytes = exactly(size, opened, () => {
					isBroken = true;
				});
				return await this.exchange({
					...endpoints.upload(),
					body: fileForm({ name: fitFileName(name, type), type: type.mime, size }, bytes),
					explain: (answer) => explainRefused(answer, file),
				});
			});
			if (sent.kind !== 'unknown') return sent;
			throw isBroken ? new BrokenOff(label) : connectionLost(file, sent.explanation);
		};
		return this.uploadedBy(await this.untilAnswered(sendOnce));
	}

	/** Sends again what never left n8n but may in a moment, and what reached the hourly limit. */
	private async untilAnswered(sendOnce: () => Promise<Sent>): Promise<Sent> {
		const sent = await untilSent(sendOnce, async (ms) => await pause(this.context, ms));
		if (sent.kind !== 'answer') this.refuseCancelled();
		const isLimitOver = await this.client.isLimitOver(sent);
		return isLimitOver ? await this.untilAnswered(sendOnce) : sent;
	}

	private async exchange(request: ApiRequest): Promise<Sent> {
		this.refuseCancelled();
		const patient = { ...request, timeout: SILENCE_MS, handlesLimit: true };
		const exchange = await this.client.exchange(patient);
		if (exchange.kind !== 'answer') this.refuseCancelled();
		return { ...exchange, request };
	}

	private refuseCancelled(): void {
		if (isCancelled(this.context)) throw Problem.from(FAILURES.cancelled);
	}

	private uploadedBy(sent: Sent): UploadedFile {
		if (sent.kind === 'answer' && isSuccess(sent.answer)) {
			const { id, path } = Object(sent.answer.body) as Partial<UploadedFile>;
			if (typeof id === 'string' && typeof path === 'string') {
				return sent.answer.body as UploadedFile;
			}
			throw Problem.from(FAILURES.withoutPath);
		}
		const problem = Problem.from(this.client.explain(sent, sent.request));
		if (endsAll(sent)) this.ended = notUploaded(problem);
		throw problem;
	}
}

/** True if n8n may reach the file although the service could not. */
function couldNotFetch(exchange: Exchange): boolean {
	if (exchange.kind !== 'answer') return exchange.kind === 'unknown';
	const { status } = exchange.answer;
	return [400, 404, 408, 422].includes(status) || status >= 500;
}

/** True for problems that concern every upload of an execution: the key, the plan, the hourly limit. */
function endsAll(exchange: Exchange): boolean {
	if (exchange.kind !== 'answer') return exchange.kind === 'notSent' && !exchange.temporary;
	return [401, 402, 403, 406, 429].includes(exchange.answer.status);
}

/** Throws {@link Problem} for a cover that no video can have (docs/api.md, Files of a post). */
function refuseCover(path: string): void {
	if (/\.mp4$/.test(withoutQuery(path))) throw Problem.from(FAILURES.videoAsCover);
	if (isWebAddress(path)) return;
	throw new Problem(
		`Cover cannot be ${shortUrl(path)}`,
		'A cover must be a web address with a dot in its host. Your instance stores its files elsewhere.',
	);
}
