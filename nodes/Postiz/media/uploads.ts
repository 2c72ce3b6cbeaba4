import type { IExecuteFunctions } from 'n8n-workflow';

import type { PostizClient } from '../transport/client';
import { isTool } from '../transport/nodeError';
import type { ImageRef, UploadedFile } from '../transport/apiTypes';
import { getOrCreate } from '../common/lists';
import { ignoreExternal, Problem, quote, shortUrl } from '../common/problem';
import { type Cache, memoize } from '../common/memoize';
import { Queue } from '../common/queue';
import { isWebAddress, parseAddress, visibilityOf, withoutFragment } from '../common/webAddress';
import { downloadAt, downloadStart } from './download';
import { readVideo } from './fileHead';
import { FileSender } from './fileSender';
import type { FileSource } from './fileSource';
import { assertPostablePath } from './fileType';
import { contentKey, type LocalFile, openBinary, readAt, START_LENGTH } from './localFile';
import { type MediaFile, plannedReference, plannedUpload, plannedUrl } from './mediaFile';

// Limits the number of open files.
const MAX_PARALLEL_READS = 8;

/** The files of an execution: each is opened, measured and uploaded once. */
export class Uploads {
	private readonly opened = new Map<FileSource, MediaFile>();
	/** By address. */
	private readonly starts = new Map<string, ReturnType<typeof downloadStart>>();
	/** By ID in n8n's storage, or by file. */
	private readonly keys = new Map<unknown, Promise<string | undefined>>();
	private readonly reading = new Queue(MAX_PARALLEL_READS);
	private sender?: FileSender;

	/** `uploaded` has the files of earlier tries, too, by the key of each. */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly client: PostizClient,
		private readonly uploaded: Cache<UploadedFile> = new Map(),
	) {}

	/** Opens and checks files once, without uploading them; those on the web only with `readsUrls`. */
	async open(sources: FileSource[], readsUrls = false): Promise<MediaFile[]> {
		for (const source of sources) {
			if (this.opened.has(source)) continue;
			this.opened.set(source, await this.openOne(this.asAddress(source), readsUrls));
		}
		return sources.map((source) => this.toFile(source));
	}

	/** A file that is open. */
	toFile(source: FileSource): MediaFile {
		return this.opened.get(source)!;
	}

	private async openOne(source: FileSource, readsUrls: boolean): Promise<MediaFile> {
		const { alt, coverAt } = source;
		const [cover] = await this.open(source.cover ? [source.cover] : [], readsUrls);
		if (cover?.kind === 'video') {
			throw new Problem(
				'Cover is a video',
				'A cover is a picture. To use a moment of the video itself, enter Cover Timestamp (Seconds).',
			);
		}
		const file = await this.check(source, readsUrls);
		return { ...file, alt: alt || undefined, cover, coverAt };
	}

	private async check(source: FileSource, readsUrls: boolean): Promise<MediaFile> {
		if (source.from === 'binary') {
			const local = await this.reading.run(async () => await openBinary(this.context, source));
			const { kind, extension: ending } = local.type;
			return { kind, ending, local, bytes: local.size };
		}
		if (source.from === 'url') {
			const { type } = readsUrls ? await this.startAt(source.url) : {};
			return plannedUrl(source.url, type);
		}
		const { reference, asIs } = source;
		if (asIs) return plannedReference(reference);
		assertPostablePath(reference.path, `The uploaded file ${shortUrl(reference.path)}`);
		return plannedUpload(reference);
	}

	/** A model can invent the path of an upload: what isn't on the host of the service is uploaded like any address. */
	private asAddress(source: FileSource): FileSource {
		if (source.from !== 'upload' || !isTool(this.context)) return source;
		const { path, alt, thumbnail, thumbnailTimestamp } = source.reference;
		const { baseUrl, facts } = this.client;
		const [host, ...own] = [path, baseUrl, facts.filesAt ?? baseUrl].map(
			(address) => parseAddress(address)?.hostname,
		);
		if (own.includes(host)) return source;
		if (visibilityOf(path) !== 'surely') {
			throw new Problem(
				`${quote(path)} is not a file of this Postiz`,
				'Give the id and path that an upload returned, or a public https:// address.',
			);
		}
		const known: FileSource | undefined = thumbnail ? { from: 'url', url: thumbnail } : undefined;
		const { cover = known, coverAt = thumbnailTimestamp } = source;
		return { from: 'url', url: path, alt: source.alt ?? alt, cover, coverAt };
	}

	/** Adds what a file says of itself, if it can be read. */
	async measure(file: MediaFile): Promise<MediaFile> {
		const start = file.asIs ? undefined : await this.startOf(file);
		// Unreadable files are left to the service.
		if (!start) return file;
		const { size, type, facts, moovAt } = start;
		const bytes = file.local || size !== START_LENGTH ? size : undefined;
		const known = file.kind ? {} : { kind: type.kind, ending: type.extension };
		const end = moovAt === undefined ? undefined : await this.bytesOf(file, moovAt);
		return { ...file, ...known, bytes, ...(end ? readVideo(end).facts : facts) };
	}

	private async bytesOf({ local, ...file }: MediaFile, at: number) {
		const address = addressOf(file)!;
		const read = local ? readAt(local, at) : downloadAt(this.context, address, at);
		return await read.catch(ignoreExternal);
	}

	/** Whether a file is the one at an uploaded path, judging by its size and first bytes. */
	async compareAt(file: MediaFile, path: string): Promise<'same' | 'other' | 'unknown'> {
		if (addressOf(file) === path) return 'same';
		const there = this.startAt(path).catch(ignoreExternal);
		const [one, other] = await Promise.all([this.startOf(file), there]);
		// If all read bytes are counted, the file may be longer, as not every server returns the length.
		if (!one || !other || one.size === START_LENGTH) return 'unknown';
		return one.size === other.size && one.digest === other.digest ? 'same' : 'other';
	}

	/** What the first bytes of a file say; undefined if it can't be read. */
	private async startOf(file: MediaFile) {
		return file.local ?? (await this.startAt(addressOf(file)!).catch(ignoreExternal));
	}

	private async startAt(url: string) {
		const address = withoutFragment(url);
		const read = async () => await downloadStart(this.context, address);
		return await getOrCreate(this.starts, address, async () => await this.reading.run(read));
	}

	/** Uploads files that aren't uploaded yet, and returns references for posts. */
	async references(files: Iterable<MediaFile>): Promise<Map<MediaFile, ImageRef>> {
		const references = [...new Set(files)].map(
			async (file) => [file, await this.reference(file)] as const,
		);
		return new Map(await Promise.all(references));
	}

	private async reference(file: MediaFile): Promise<ImageRef> {
		const { alt, coverAt } = file;
		const cover = file.cover && (await this.upload(file.cover));
		// Only now is it known where it is stored (docs/api.md, Files of a post).
		if (cover && !isWebAddress(cover.path)) {
			throw new Problem(
				`Cover cannot be ${shortUrl(cover.path)}`,
				'A cover must be a web address with a dot in its host. Your instance stores its files elsewhere.',
			);
		}
		const { id, path } = await this.upload(file);
		return {
			...(file.reference ?? { id, path }),
			...(alt ? { alt } : {}),
			...(cover ? { thumbnail: cover.path } : {}),
			...(coverAt === undefined ? {} : { thumbnailTimestamp: coverAt }),
		};
	}

	/** Uploads a file, if it isn't uploaded yet. */
	async upload(file: MediaFile): Promise<UploadedFile> {
		const { local, reference } = file;
		if (reference) return reference;
		const key = local ? await this.toCacheKey(local) : `url ${addressOf(file)}`;
		this.sender ??= new FileSender(this.context, this.client);
		const send = this.sender.send.bind(this.sender, file);
		if (key === undefined) return await send();
		return await memoize(send, { cache: this.uploaded, toKey: () => key })();
	}

	/** The same for files with the same bytes. Stored files are read once for it. */
	private async toCacheKey(file: LocalFile): Promise<string | undefined> {
		return await getOrCreate(this.keys, file.storedAs ?? file, async () => {
			const read = async () => await contentKey(file);
			// The upload of an unreadable file reports why.
			return await this.reading.run(read).catch(ignoreExternal);
		});
	}
}

/** The address of a file that isn't of the item. */
const addressOf = ({ url, reference }: MediaFile) =>
	url === undefined ? reference?.path : withoutFragment(url);
