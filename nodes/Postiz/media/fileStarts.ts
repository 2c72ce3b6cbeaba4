import { imageSize } from 'image-size';
import type { IExecuteFunctions } from 'n8n-workflow';

import { getOrMake } from '../values/getOrMake';
import { ignoreOutside } from '../values/problem';
import type { Queue } from '../values/queue';
import { acceptFile, type Takes } from './acceptFile';
import { downloadStart } from './download';
import { withoutFragment } from './fileSource';
import { SNIFF_LENGTH, type FileType } from './fileType';
import { peek, using, type LocalFile } from './localFile';
import type { PlannedFile } from './plannedFile';

// Pictures of cameras have a preview of that size before their own.
const MAX_HEADER = 262_144;

/** How much of two files is compared: of pictures and videos of one size, it is hardly ever the same by chance. */
const COMPARED = 65_536;

type Start = Pick<LocalFile, 'head' | 'size'>;

/** What the first bytes of files say, each read once in an execution. */
export class FileStarts {
	private readonly starts = new Map<string, Promise<Start | undefined>>();
	private readonly types = new Map<string, Promise<FileType>>();
	private readonly measured = new WeakMap<PlannedFile, Promise<PlannedFile>>();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly reading: Queue,
		private readonly takes: Takes,
	) {}

	/** The type of a file on the web. Throws {@link Problem} if it cannot be opened, or not be used. */
	async typeAt(url: string): Promise<FileType> {
		const open = async () => await downloadStart(this.context, url, SNIFF_LENGTH);
		return await getOrMake(this.types, withoutFragment(url), async () =>
			acceptFile(await this.reading.run(open), this.takes),
		);
	}

	/** True if a file is that of an uploaded path, by its size and its first bytes; false if that cannot be seen. */
	async isAt({ source }: PlannedFile, path: string): Promise<boolean> {
		if ('reference' in source) return source.reference.path === path;
		if (source.from === 'url' && withoutFragment(source.url) === path) return true;
		const own = source.from === 'url' ? this.startAt(source.url) : this.startOf(source.file);
		const [one, other] = await Promise.all([own, this.startAt(path)]);
		// What has as many bytes as were read may be longer: not every server says how long.
		const isKnown = one?.size !== COMPARED;
		return isKnown && one?.size === other?.size && sameBytes(one?.head, other?.head);
	}

	private async startAt(url: string): Promise<Start | undefined> {
		const open = async () => await downloadStart(this.context, url, COMPARED);
		const read = async () => await this.reading.run(open).catch(ignoreOutside);
		return await getOrMake(this.starts, withoutFragment(url), read);
	}

	private async startOf({ size, open }: LocalFile): Promise<Start | undefined> {
		const read = async () => {
			const opened = await open();
			return await using(opened, async () => await peek(opened, COMPARED));
		};
		const start = await this.reading.run(read).catch(ignoreOutside);
		return start && { size, head: start.head };
	}

	/** The same file with the size of a picture in pixels, as far as it can be read. */
	async measure(file: PlannedFile): Promise<PlannedFile> {
		return await getOrMake(this.measured, file, async () => await this.readSize(file));
	}

	private async readSize(file: PlannedFile): Promise<PlannedFile> {
		if (file.kind === 'video' || file.source.from === 'post') return file;
		// What cannot be read here is left to the service.
		const header = await this.reading
			.run(async () => await this.readHeader(file))
			.catch(ignoreOutside);
		return { ...file, pixels: header && pixelsOf(header) };
	}

	private async readHeader({ source }: PlannedFile): Promise<Uint8Array> {
		if (source.from !== 'item') {
			const url = source.from === 'url' ? source.url : source.reference.path;
			return (await downloadStart(this.context, url, MAX_HEADER)).head;
		}
		const opened = await source.file.open();
		return (await using(opened, async () => await peek(opened, MAX_HEADER))).head;
	}
}

const sameBytes = (one?: Uint8Array, other?: Uint8Array) =>
	one !== undefined && other !== undefined && Buffer.compare(one, other) === 0;

/** The size in the first bytes of a picture; undefined if they say none. */
function pixelsOf(header: Uint8Array): PlannedFile['pixels'] {
	try {
		const { width, height } = imageSize(header);
		return width > 0 && height > 0 ? { width, height } : undefined;
	} catch {
		// What is no picture, or one that breaks off, is refused with errors of all kinds.
		return undefined;
	}
}
