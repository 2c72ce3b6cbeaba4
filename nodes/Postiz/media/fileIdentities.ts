import { createHash } from 'node:crypto';

import { getOrMake } from '../values/getOrMake';
import { ignoreOutside } from '../values/problem';
import type { Queue } from '../values/queue';
import { using, type LocalFile, type OpenBytes } from './localFile';

/** Identifies files by their bytes, wherever n8n stores them. Shared by all tries of a run. */
export class FileIdentities {
	/** By size and start. */
	private readonly first = new Map<string, LocalFile>();
	private readonly fingerprints = new WeakMap<LocalFile, Promise<string | undefined>>();
	private readonly stored = new Map<string, Promise<string>>();
	private readonly unread = new WeakMap<LocalFile, number>();
	private unreadCount = 0;

	/** Returns the same text for files with the same bytes. Only reads those with the same start, and stored ones once. */
	async of(file: LocalFile, storedAs: string | undefined, reading: Queue): Promise<string> {
		const identify = async () => await this.identify(file, reading);
		return await (storedAs === undefined ? identify() : getOrMake(this.stored, storedAs, identify));
	}

	private async identify(file: LocalFile, reading: Queue): Promise<string> {
		const start = `${file.size} ${file.digest}`;
		const first = getOrMake(this.first, start, () => file);
		if (first === file) return start;
		const fingerprint = async (one: LocalFile) =>
			await getOrMake(this.fingerprints, one, async () => await fingerprintOf(one, reading));
		const own = await fingerprint(file);
		// An unreadable file isn't the same as any other.
		if (own === undefined)
			return `unread ${getOrMake(this.unread, file, () => ++this.unreadCount)}`;
		const isSame = own === (await fingerprint(first));
		return isSame ? start : `${start} ${own}`;
	}
}

/** Undefined if the file can't be read completely; its upload reports why. */
async function fingerprintOf(file: LocalFile, reading: Queue): Promise<string | undefined> {
	const sum = createHash('sha256');
	const read = async (opened: OpenBytes) => {
		for await (const chunk of opened) sum.update(chunk);
		return sum.digest('hex');
	};
	return await reading.run(async () => await using(await file.open(), read)).catch(ignoreOutside);
}
