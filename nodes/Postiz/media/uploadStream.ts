import { ignoreUnlessBug, Problem } from '../common/problem';
import { takeStart } from '../common/text';
import type { Bytes } from './byteStream';
import { createTooLargeProblem, type FileType, MAX_BYTES } from './fileType';
import type { LocalFile } from './localFile';

/** A file that is read once per try. On the web, its size may be unknown. */
export type StreamedFile = Pick<LocalFile, 'label' | 'name' | 'type' | 'open'> & { size?: number };

/** Creates a form with a `file` part, which is streamed to keep memory constant (docs/api.md, Uploads). */
export function createFileForm({ name, type, size = NaN }: StreamedFile, bytes: Bytes): FormData {
	const empty = new File([], toFileName(name, type), { type: type.mime });
	const file = Object.defineProperties(empty, {
		// Without a size, the request has no content length.
		size: { value: size },
		stream: { value: () => bytes },
	});
	const form = new FormData();
	form.append('file', file);
	return form;
}

/** Returns a valid file name with the extension of the type: shortened, without folders and control characters. */
export function toFileName(name = '', { extension }: FileType): string {
	const baseName = name.replace(/\p{Cc}/gu, '').replace(/^.*[\\/]/s, '');
	// Cut first, as trimming is slow for long runs of dots and spaces.
	const stem = takeStart(baseName, 120).replace(/\.(?=\w*[a-z])[a-z\d]{1,5}$/i, '');
	return `${stem.replace(/^[\s.]+|[\s.]+$/g, '') || 'file'}.${extension}`;
}

/** Streams the bytes of a file into a request, and aborts the request if they are incomplete. */
export class UploadStream {
	/** Why the file wasn't read completely. Requests hide what aborted them. */
	readProblem?: Problem;

	constructor(
		private readonly file: StreamedFile,
		private readonly opened: Bytes,
	) {}

	/** Yields the bytes. If they are unreadable, or aren't `size` bytes, sets {@link readProblem} and throws. */
	async *read(): Bytes {
		const { label, size, type } = this.file;
		let remainingBytes = size ?? MAX_BYTES[type.kind];
		try {
			for await (const chunk of this.opened) {
				remainingBytes -= chunk.length;
				if (remainingBytes < 0) break;
				yield chunk;
			}
			if (remainingBytes === 0 || (size === undefined && remainingBytes > 0)) return;
		} catch (error) {
			ignoreUnlessBug(error);
		}
		this.readProblem =
			size === undefined && remainingBytes < 0
				? createTooLargeProblem(label, type.kind)
				: new Problem(
						`${label} could not be read completely`,
						'It changed or ended during the upload. Run the workflow again.',
						{ hasRetryAdvice: true },
					);
		// Without an error, the service would wait for more bytes.
		throw new Error('The file could not be read completely');
	}
}
