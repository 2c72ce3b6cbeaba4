import type { IExecuteFunctions } from 'n8n-workflow';

import { memoize } from '../common/memoize';
import { Problem, ignoreUnlessBug } from '../common/problem';
import { shortenUrl } from '../common/text';
import { removeFragment } from '../common/webAddress';
import { isAgentTool } from '../execution/nodeContext';
import type { PostizClient } from '../transport/client';
import { downloadBytesFrom, inspectDownload } from './download';
import { parseMp4 } from './fileMetadata';
import type { FileSource } from './fileSource';
import { assertPostablePath } from './fileType';
import { inspectBinary, getReadLimiter, readBytesFrom } from './localFile';
import {
	createUncheckedFile,
	createUploadFile,
	createUrlFile,
	getFileAddress,
	type MediaFile,
} from './mediaFile';
import { toTrustedSource } from './trustedSource';

export interface InspectOptions {
	/** Whether to inspect files on the web, too. Otherwise, they are only read when they are uploaded. */
	inspectsUrls?: boolean;
}

/** Reads the facts of files from their first bytes. Inspects each file once per run. */
export class FileInspector {
	private readonly inspected = new Map<FileSource, MediaFile>();
	private readonly inspectDownloadOnce = memoize(
		async (url: string) =>
			await getReadLimiter(this.context).run(
				async () => await inspectDownload(this.context, removeFragment(url)),
			),
		{ toKey: ([url]) => removeFragment(url), keepsFailures: true },
	);

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly client: PostizClient,
	) {}

	/** Inspects files without uploading them. Throws {@link Problem} if posts can't have a file. */
	async inspect(sources: FileSource[], options: InspectOptions = {}): Promise<MediaFile[]> {
		for (const source of sources) {
			if (this.inspected.has(source)) continue;
			const trusted = isAgentTool(this.context) ? toTrustedSource(source, this.client) : source;
			this.inspected.set(source, await this.inspectWithCover(trusted, options));
		}
		return sources.map((source) => this.getInspectedFile(source));
	}

	/** Returns an inspected file. Throws an error if {@link inspect} wasn't called, which is a bug. */
	getInspectedFile(source: FileSource): MediaFile {
		const file = this.findInspectedFile(source);
		if (!file) throw new Error('A file must be inspected before it is used');
		return file;
	}

	/** Like {@link getInspectedFile}, but undefined if {@link inspect} wasn't called or failed. */
	findInspectedFile(source: FileSource): MediaFile | undefined {
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
			const local = await getReadLimiter(this.context).run(
				async () => await inspectBinary(this.context, source),
			);
			const { kind, extension } = local.type;
			return { kind, extension, local, bytes: local.size };
		}
		if (source.from === 'url') {
			const { type } = inspectsUrls ? await this.inspectDownloadOnce(source.url) : {};
			return createUrlFile(source.url, type);
		}
		const { reference, isUnchecked } = source;
		if (isUnchecked) return createUncheckedFile(reference);
		assertPostablePath(reference.path, `The uploaded file ${shortenUrl(reference.path)}`);
		return createUploadFile(reference);
	}

	/** Adds the facts of a file. Returns an unreadable file unchanged, as Postiz may be able to read it. */
	async inspectAndAddFacts(file: MediaFile): Promise<MediaFile> {
		const inspected = file.isUnchecked ? undefined : await this.inspectIfReadable(file);
		if (!inspected) return file;
		const { size: bytes, type, metadata, moovAt } = inspected;
		const known = file.kind ? {} : { kind: type.kind, extension: type.extension };
		const end = moovAt === undefined ? undefined : await this.readBytesAt(file, moovAt);
		return { ...file, ...known, bytes, ...(end ? parseMp4(end).metadata : metadata) };
	}

	private async readBytesAt({ local, ...file }: MediaFile, at: number) {
		const address = getFileAddress(file)!;
		const read = local ? readBytesFrom(local, at) : downloadBytesFrom(this.context, address, at);
		return await read.catch(ignoreUnlessBug);
	}

	/** Compares a file with the upload at `path` by size and first bytes. Postiz may store a file without a path. */
	async compareWithUpload(file: MediaFile, path: string | undefined) {
		if (path === undefined) return 'uncompared';
		if (getFileAddress(file) === path) return 'same';
		const upload = this.inspectDownloadOnce(path).catch(ignoreUnlessBug);
		const [fileStart, uploadStart] = await Promise.all([this.inspectIfReadable(file), upload]);
		if (!fileStart || !uploadStart) return 'uncompared';
		if (fileStart.digest !== uploadStart.digest) return 'different';
		if (fileStart.size === undefined || uploadStart.size === undefined) return 'uncompared';
		return fileStart.size === uploadStart.size ? 'same' : 'different';
	}

	private async inspectIfReadable(file: MediaFile) {
		return (
			file.local ?? (await this.inspectDownloadOnce(getFileAddress(file)!).catch(ignoreUnlessBug))
		);
	}
}
