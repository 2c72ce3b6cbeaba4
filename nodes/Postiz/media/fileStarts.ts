import { imageSize } from 'image-size';
import type { IExecuteFunctions } from 'n8n-workflow';

import { getOrMake } from '../values/getOrMake';
import { ignoreOutside } from '../values/problem';
import type { Queue } from '../values/queue';
import { acceptFile, type Takes } from './acceptFile';
import { downloadStart } from './download';
import { withoutFragment } from './fileSource';
import { SNIFF_LENGTH, type FileType } from './fileType';
import { peek, START_LENGTH, using, type LocalFile } from './localFile';
import type { PlannedFile } from './plannedFile';

// Photos of cameras may contain a preview of that size before their own dimensions.
const MAX_HEADER = 262_144;

type Start = Pick<LocalFile, 'head' | 'size'>;

/** Reads the first bytes of files, each once per execution. */
export class FileStarts {
	private readonly starts = new Map<string, Promise<Start | undefined>>();
	private readonly types = new Map<string, Promise<FileType>>();
	private readonly measured = new WeakMap<PlannedFile, Promise<PlannedFile>>();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly reading: Queue,
		private readonly takes: Takes,
	) {}

	/** The type of a file on the web. Throws {@link Problem} if it can't be opened or used. */
	async typeAt(url: string): Promise<FileType> {
		const open = async () => await downloadStart(this.context, url, SNIFF_LENGTH);
		return await getOrMake(this.types, withoutFragment(url), async () =>
			acceptFile(await this.reading.run(open), this.takes),
		);
	}

	/** Whether a file is the one at an uploaded path, judging by its size and first bytes. */
	async compareAt({ source }: PlannedFile, path: string): Promise<'same' | 'other' | 'unknown'> {
		const address = 'reference' in source ? source.reference.path : undefined;
		const url = source.from === 'url' ? withoutFragment(source.url) : address;
		if (url === path) return 'same';
		const own = 'file' in source ? this.startOf(source, START_LENGTH) : this.startAt(url ?? '');
		const [one, other] = await Promise.all([own, this.startAt(path)]);
		// If all read bytes are counted, the file may be longer, as not every server returns the length.
		if (!one || !other || one.size === START_LENGTH) return 'unknown';
		const isSame = one.size === other.size && Buffer.compare(one.head, other.head) === 0;
		return isSame ? 'same' : 'other';
	}

	private async startAt(url: string): Promise<Start | undefined> {
		const from = withoutFragment(url);
		return await getOrMake(
			this.starts,
			from,
			async () => await this.startOf({ url }, START_LENGTH),
		);
	}

	/** The first bytes of a file; undefined if it can't be read. */
	private async startOf(
		source: { file: LocalFile } | { url: string },
		bytes: number,
	): Promise<Start | undefined> {
		const read = async () => {
			if ('url' in source) return await downloadStart(this.context, source.url, bytes);
			const { size, open } = source.file;
			const { head } = await using(await open(), async (opened) => await peek(opened, bytes));
			return { size, head };
		};
		return await this.reading.run(read).catch(ignoreOutside);
	}

	/** Adds the pixel size of a picture, if it can be read. */
	async measure(file: PlannedFile): Promise<PlannedFile> {
		return await getOrMake(this.measured, file, async () => await this.withPixels(file));
	}

	private async withPixels(file: PlannedFile): Promise<PlannedFile> {
		const { kind, source } = file;
		if (kind === 'video' || source.from === 'post') return file;
		const read = source.from === 'upload' ? { url: source.reference.path } : source;
		// Unreadable files are left to the service.
		const start = await this.startOf(read, MAX_HEADER);
		return { ...file, pixels: start && pixelsOf(start.head) };
	}
}

/** The pixel size in the first bytes of a picture, if any. */
function pixelsOf(header: Uint8Array): PlannedFile['pixels'] {
	try {
		const { width, height } = imageSize(header);
		return width > 0 && height > 0 ? { width, height } : undefined;
	} catch {
		// The library throws all kinds of errors for invalid pictures.
		return undefined;
	}
}
