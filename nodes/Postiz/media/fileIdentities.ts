import { createHash } from 'node:crypto';

import type { Queue } from '../values/queue';
import { using, type LocalFile, type OpenBytes } from './localFile';

/** Tells whether files have the same bytes, wherever n8n keeps them; kept over the tries of a run. */
export class FileIdentities {
	/** The fingerprint of the first file of each size, computed when there is a second one. */
	private readonly firstOfSize = new Map<number, () => Promise<string | undefined>>();

	private readonly stored = new Map<string, Promise<string>>();

	/**
	 * The same text for files of the same bytes. Only files of one size are read for it, each when
	 * `reading` lets it: a picture that was downloaded for each row, but not a single large video. What
	 * n8n stores once (`storedAs`) is read once.
	 */
	async of(file: LocalFile, storedAs: string | undefined, reading: Queue): Promise<string> {
		if (storedAs === undefined) return await this.identify(file, reading);
		let identity = this.stored.get(storedAs);
		if (!identity) {
			identity = this.identify(file, reading);
			this.stored.set(storedAs, identity);
		}
		return await identity;
	}

	private async identify(file: LocalFile, reading: Queue): Promise<string> {
		const fingerprint = async () => await fingerprintOf(file, reading);
		const first = this.firstOfSize.get(file.size);
		if (!first) {
			this.firstOfSize.set(file.size, once(fingerprint));
			return String(file.size);
		}
		const own = await fingerprint();
		return own !== undefined && own === (await first()) ? String(file.size) : `${file.size} ${own}`;
	}
}

/** Undefined if the file cannot be read to its end; its upload then says why. */
async function fingerprintOf(file: LocalFile, reading: Queue): Promise<string | undefined> {
	const sum = createHash('sha256');
	const read = async (opened: OpenBytes) => {
		for await (const chunk of opened) sum.update(chunk);
		return sum.digest('hex');
	};
	return await reading.run(async () => await using(await file.open(), read)).catch(() => undefined);
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
	let result: Promise<T> | undefined;
	return async () => await (result ??= work());
}
