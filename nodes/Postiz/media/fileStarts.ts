import type { IExecuteFunctions } from 'n8n-workflow';

import { getOrMake } from '../values/getOrMake';
import { ignoreOutside } from '../values/problem';
import type { Queue } from '../values/queue';
import { acceptFile, type Takes } from './acceptFile';
import { downloadStart } from './download';
import { withoutFragment } from './fileSource';
import { START_LENGTH, type FileStart } from './fileStart';
import type { FileType } from './fileType';
import type { MediaFile } from './mediaFile';

/** What the first bytes of files say, also at web addresses, each of which is read once per execution. */
export class FileStarts {
	private readonly starts = new Map<string, ReturnType<typeof downloadStart>>();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly reading: Queue,
		private readonly takes: Takes,
	) {}

	/** The type of a file on the web. Throws {@link Problem} if it can't be opened or used. */
	async typeAt(url: string): Promise<FileType> {
		return acceptFile(await this.startAt(url), this.takes);
	}

	/** Whether a file is the one at an uploaded path, judging by its size and first bytes. */
	async compareAt({ source }: MediaFile, path: string): Promise<'same' | 'other' | 'unknown'> {
		if (source.from !== 'item' && addressOf(source) === path) return 'same';
		const there = this.startAt(path).catch(ignoreOutside);
		const [one, other] = await Promise.all([this.startOf(source), there]);
		// If all read bytes are counted, the file may be longer, as not every server returns the length.
		if (!one || !other || one.size === START_LENGTH) return 'unknown';
		return one.size === other.size && one.digest === other.digest ? 'same' : 'other';
	}

	/** Adds the pixel size of a picture, if it can be read. */
	async measure(file: MediaFile): Promise<MediaFile> {
		const { kind, source } = file;
		if (kind === 'video' || source.from === 'post') return file;
		// Unreadable files are left to the service.
		return { ...file, pixels: (await this.startOf(source))?.pixels };
	}

	/** Undefined if the file can't be read. */
	private async startOf(source: MediaFile['source']): Promise<FileStart | undefined> {
		if (source.from === 'item') return source.file;
		return await this.startAt(addressOf(source)).catch(ignoreOutside);
	}

	private async startAt(url: string) {
		const read = async () => await downloadStart(this.context, url);
		return await getOrMake(
			this.starts,
			withoutFragment(url),
			async () => await this.reading.run(read),
		);
	}
}

const addressOf = (source: Exclude<MediaFile['source'], { from: 'item' }>) =>
	'reference' in source ? source.reference.path : withoutFragment(source.url);
