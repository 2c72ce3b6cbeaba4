import type { UploadedFile } from '../transport/types';
import { getOrMake } from '../values/lists';
import { ignoreOutside } from '../values/problem';
import type { Queue } from '../values/turns';
import { DIGESTED_LENGTH, digestOfAll } from './fileDigest';
import { using, type LocalFile } from './localFile';

/** What all tries of a run know about its files. */
export class KnownFiles {
	/** By {@link keyOf}, or by address. */
	readonly uploaded = new Map<unknown, UploadedFile>();
	/** The first file with each size and start. */
	private readonly first = new Map<string, LocalFile>();
	private readonly digests = new WeakMap<LocalFile, Promise<string | undefined>>();
	/** By ID in n8n's storage. */
	private readonly keys = new Map<string, Promise<unknown>>();

	/** The same for files with the same bytes. Only reads those with the same start, and stored ones once. */
	async keyOf(file: LocalFile, reading: Queue): Promise<unknown> {
		const { storedAs } = file;
		const make = async () => await this.makeKey(file, reading);
		return await (storedAs === undefined ? make() : getOrMake(this.keys, storedAs, make));
	}

	private async makeKey(file: LocalFile, reading: Queue): Promise<unknown> {
		const start = `${file.size} ${file.digest}`;
		const first = getOrMake(this.first, start, () => file);
		if (first === file || file.size <= DIGESTED_LENGTH) return start;
		const digestOf = async (one: LocalFile) =>
			await getOrMake(this.digests, one, async () => {
				const read = async () => await using(await one.open(), digestOfAll);
				// The upload of an unreadable file reports why.
				return await reading.run(read).catch(ignoreOutside);
			});
		const own = await digestOf(file);
		// An unreadable file is only the same as itself.
		if (own === undefined) return file;
		return own === (await digestOf(first)) ? start : `${start} ${own}`;
	}
}
