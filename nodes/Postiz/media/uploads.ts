import type { IExecuteFunctions } from 'n8n-workflow';

import { getOrCreate } from '../common/collections';
import { type Cache, memoize } from '../common/memoize';
import { Problem, ignoreUnlessBug } from '../common/problem';
import { shortenUrl } from '../common/text';
import { isWebAddress, parseAddress } from '../common/webAddress';
import type { FileReference, UploadedFile } from '../transport/apiTypes';
import type { PostizClient } from '../transport/client';
import { FileSender } from './fileSender';
import { hashFile, type LocalFile, getReadLimiter } from './localFile';
import { getFileAddress, type MediaFile } from './mediaFile';

/**
 * Uploads each file once, even if several items have it or Retry On Fail runs the node again. An upload shows where the
 * instance stores files, so it also sets `filesOrigin` of the client's instance, for the whole process.
 */
export class Uploads {
	/** Keys of files, by ID in n8n's storage, or else by file. */
	private readonly uploadKeys = new Map<unknown, Promise<string | undefined>>();
	private readonly sender: FileSender;

	/** `uploaded` includes the files of earlier attempts. */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly client: PostizClient,
		private readonly uploaded: Cache<UploadedFile> = new Map(),
	) {
		this.sender = new FileSender(context, client);
	}

	/** Uploads new files, and returns the references of all files. */
	async uploadAll(files: Iterable<MediaFile>): Promise<Map<MediaFile, FileReference>> {
		const references = [...new Set(files)].map(
			async (file) => [file, await this.uploadWithDetails(file)] as const,
		);
		return new Map(await Promise.all(references));
	}

	private async uploadWithDetails(file: MediaFile): Promise<FileReference> {
		const { alt, coverAt } = file;
		const cover = file.cover && (await this.upload(file.cover));
		// Where it is stored is only known after the upload (docs/api.md, Files of a post).
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

	/** Uploads a file unless it is already uploaded. */
	async upload(file: MediaFile): Promise<UploadedFile> {
		const { local, reference } = file;
		if (reference) return reference;
		const key = local ? await this.getUploadKey(local) : `url ${getFileAddress(file)}`;
		const send = async () => {
			const uploaded = await this.sender.send(file);
			this.client.instance.filesOrigin = parseAddress(uploaded.path)?.origin;
			return uploaded;
		};
		if (key === undefined) return await send();
		return await memoize(send, { cache: this.uploaded, toKey: () => key })();
	}

	/** Returns the same key for files with the same bytes. Reads stored files once. */
	private async getUploadKey(file: LocalFile): Promise<string | undefined> {
		return await getOrCreate(this.uploadKeys, file.storedAs ?? file, async () => {
			const read = async () => await hashFile(file);
			// The upload of an unreadable file reports why.
			return await getReadLimiter(this.context).run(read).catch(ignoreUnlessBug);
		});
	}
}
