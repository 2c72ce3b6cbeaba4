import type { IExecuteFunctions } from 'n8n-workflow';

import { ignoreUnlessBug } from '../common/bugErrors';
import { getOrCreate } from '../common/lists';
import { type Cache, memoize } from '../common/memoize';
import { Problem } from '../common/problem';
import { Queue } from '../common/queue';
import { quote, shortenUrl } from '../common/text';
import { isWebAddress, parseAddress, getReachability, removeFragment } from '../common/webAddress';
import { isTool } from '../execution/nodeContext';
import type { ImageRef, UploadedFile } from '../transport/apiTypes';
import type { PostizClient } from '../transport/client';
import { downloadBytesFrom, inspectDownload } from './download';
import { parseMp4 } from './fileHead';
import { FileSender } from './fileSender';
import type { FileSource } from './fileSource';
import { assertPostablePath } from './fileType';
import { hashFile, type LocalFile, inspectBinary, readBytesFrom } from './localFile';
import { type MediaFile, createAsIsFile, createUploadFile, createUrlFile } from './mediaFile';

// Limits the number of open files.
const MAX_PARALLEL_READS = 8;

export interface InspectOptions {
	/** Inspects files on the web, too. Otherwise, they are only read when they are uploaded. */
	inspectsUrls?: boolean;
}

/** The files of an execution: each is inspected and uploaded once. */
export class Uploads {
	private readonly inspected = new Map<FileSource, MediaFile>();
	/** By ID in n8n's storage, or by file. */
	private readonly uploadKeys = new Map<unknown, Promise<string | undefined>>();
	private readonly reading = new Queue(MAX_PARALLEL_READS);
	private sender?: FileSender;

	/** `uploaded` also has the files of earlier attempts. */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly client: PostizClient,
		private readonly uploaded: Cache<UploadedFile> = new Map(),
	) {}

	/** Checks files by their first bytes, without uploading them. Throws {@link Problem} if posts can't have one. */
	async inspect(sources: FileSource[], options: InspectOptions = {}): Promise<MediaFile[]> {
		for (const source of sources) {
			if (this.inspected.has(source)) continue;
			this.inspected.set(
				source,
				await this.inspectWithCover(this.toTrustedSource(source), options),
			);
		}
		return sources.map((source) => this.getFile(source));
	}

	/** A file after {@link inspect}. */
	getFile(source: FileSource): MediaFile {
		const file = this.findFile(source);
		if (!file) throw new Error('A file must be inspected before it is used');
		return file;
	}

	/** Like {@link getFile}; undefined before {@link inspect}, or if that failed. */
	findFile(source: FileSource): MediaFile | undefined {
		return this.inspected.get(source);
	}

	private async inspectWithCover(source: FileSource, options: InspectOptions): Promise<MediaFile> {
		const { alt, coverAt } = source;
		const [cover] = await this.inspect(source.cover ? [source.cover] : [], options);
		if (cover?.kind === 'video') {
			throw new Problem(
				'Cover is a video',
				'A cover is a picture. To use a moment of the video, set Cover Timestamp (Seconds).',
			);
		}
		const file = await this.inspectSource(source, options);
		return { ...file, alt: alt || undefined, cover, coverAt };
	}

	private async inspectSource(
		source: FileSource,
		{ inspectsUrls }: InspectOptions,
	): Promise<MediaFile> {
		if (source.from === 'binary') {
			const local = await this.reading.run(async () => await inspectBinary(this.context, source));
			const { kind, extension } = local.type;
			return { kind, extension, local, bytes: local.size };
		}
		if (source.from === 'url') {
			const { type } = inspectsUrls ? await this.inspectDownloadOnce(source.url) : {};
			return createUrlFile(source.url, type);
		}
		const { reference, asIs } = source;
		if (asIs) return createAsIsFile(reference);
		assertPostablePath(reference.path, `The uploaded file ${shortenUrl(reference.path)}`);
		return createUploadFile(reference);
	}

	/** A model can invent the addresses of an upload: those on other hosts are uploaded like any address. */
	private toTrustedSource(source: FileSource): FileSource {
		if (source.from !== 'upload' || !isTool(this.context)) return source;
		const { thumbnail, ...reference } = source.reference;
		const { path, alt, thumbnailTimestamp } = reference;
		const isOwnFile = this.isOnOwnHost(path);
		if (isOwnFile && (!thumbnail || this.isOnOwnHost(thumbnail))) return source;
		for (const address of [path, thumbnail]) if (address) this.assertTrusted(address);
		const uploadedCover: FileSource | undefined = thumbnail
			? { from: 'url', url: thumbnail }
			: undefined;
		const { cover = uploadedCover, coverAt = thumbnailTimestamp } = source;
		if (isOwnFile) return { ...source, reference, cover };
		return { from: 'url', url: path, alt: source.alt ?? alt, cover, coverAt };
	}

	private isOnOwnHost(address: string): boolean {
		const { baseUrl, instance } = this.client;
		const [host, ...ownHosts] = [address, baseUrl, instance.filesOrigin ?? baseUrl].map(
			(url) => parseAddress(url)?.hostname,
		);
		return ownHosts.includes(host);
	}

	/** Throws {@link Problem} for an address that is neither on a host of the instance nor surely public. */
	private assertTrusted(address: string): void {
		if (this.isOnOwnHost(address) || getReachability(address) === 'surely') return;
		throw new Problem(
			`${quote(address)} is not a file of this Postiz instance`,
			'Use the id and path that an upload returned, or a public https:// address.',
		);
	}

	/** Adds the facts in a file, if it can be read. */
	async measure(file: MediaFile): Promise<MediaFile> {
		const inspected = file.asIs ? undefined : await this.inspectIfReadable(file);
		// Unreadable files are left to the service.
		if (!inspected) return file;
		const { size: bytes, type, facts, moovAt } = inspected;
		const known = file.kind ? {} : { kind: type.kind, extension: type.extension };
		const end = moovAt === undefined ? undefined : await this.readBytesAt(file, moovAt);
		return { ...file, ...known, bytes, ...(end ? parseMp4(end).facts : facts) };
	}

	private async readBytesAt({ local, ...file }: MediaFile, at: number) {
		const address = getAddress(file)!;
		const read = local ? readBytesFrom(local, at) : downloadBytesFrom(this.context, address, at);
		return await read.catch(ignoreUnlessBug);
	}

	/** Whether a file is the upload at a path, by its size and first bytes. */
	async compareWithUpload(file: MediaFile, path: string): Promise<'same' | 'other' | 'uncompared'> {
		if (getAddress(file) === path) return 'same';
		const upload = this.inspectDownloadOnce(path).catch(ignoreUnlessBug);
		const [fileStart, uploadStart] = await Promise.all([this.inspectIfReadable(file), upload]);
		if (!fileStart || !uploadStart) return 'uncompared';
		if (fileStart.digest !== uploadStart.digest) return 'other';
		if (fileStart.size === undefined || uploadStart.size === undefined) return 'uncompared';
		return fileStart.size === uploadStart.size ? 'same' : 'other';
	}

	private async inspectIfReadable(file: MediaFile) {
		return file.local ?? (await this.inspectDownloadOnce(getAddress(file)!).catch(ignoreUnlessBug));
	}

	private readonly inspectDownloadOnce = memoize(
		async (url: string) =>
			await this.reading.run(async () => await inspectDownload(this.context, removeFragment(url))),
		{ toKey: ([url]) => removeFragment(url), keepsFailures: true },
	);

	/** Uploads files that aren't uploaded yet, and returns references for posts. */
	async uploadAll(files: Iterable<MediaFile>): Promise<Map<MediaFile, ImageRef>> {
		const references = [...new Set(files)].map(
			async (file) => [file, await this.uploadWithDetails(file)] as const,
		);
		return new Map(await Promise.all(references));
	}

	private async uploadWithDetails(file: MediaFile): Promise<ImageRef> {
		const { alt, coverAt } = file;
		const cover = file.cover && (await this.upload(file.cover));
		// Only now is it known where it is stored (docs/api.md, Files of a post).
		if (cover && !isWebAddress(cover.path)) {
			throw new Problem(
				`Cover cannot be ${shortenUrl(cover.path)}`,
				'A cover must be a web address with a dot in its host, which your instance does not use.',
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
		const key = local ? await this.getUploadKey(local) : `url ${getAddress(file)}`;
		const send = async () => await this.sendFile(file);
		if (key === undefined) return await send();
		return await memoize(send, { cache: this.uploaded, toKey: () => key })();
	}

	/** Sends a file, and remembers where the instance stores files. */
	private async sendFile(file: MediaFile): Promise<UploadedFile> {
		this.sender ??= new FileSender(this.context, this.client);
		const uploaded = await this.sender.send(file);
		this.client.instance.filesOrigin = parseAddress(uploaded.path)?.origin;
		return uploaded;
	}

	/** The same for files with the same bytes. Stored files are read once. */
	private async getUploadKey(file: LocalFile): Promise<string | undefined> {
		return await getOrCreate(this.uploadKeys, file.storedAs ?? file, async () => {
			const read = async () => await hashFile(file);
			// The upload of an unreadable file reports why.
			return await this.reading.run(read).catch(ignoreUnlessBug);
		});
	}
}

/** The address of a file on the web or an upload. */
const getAddress = ({ url, reference }: MediaFile) =>
	url === undefined ? reference?.path : removeFragment(url);
