import type { Bytes } from './localFile';

/** What a multipart part says of its file. */
export interface FilePart {
	name: string;
	type: string;
	/** In bytes. */
	size: number;
}

/**
 * A file whose bytes are read while they are sent. n8n's HTTP client writes the multipart body
 * from size, type, name and stream, so that a file of any size passes in constant memory.
 */
function streamedFile({ name, type, size }: FilePart, bytes: Bytes): File {
	const file = new File([], name, { type });
	return Object.defineProperties(file, { size: { value: size }, stream: { value: () => bytes } });
}

/** A multipart/form-data body with one part called `file` (docs/api.md, Uploads). */
export function fileForm(part: FilePart, bytes: Bytes): FormData {
	const form = new FormData();
	form.append('file', streamedFile(part, bytes));
	return form;
}

/**
 * The same bytes, which must be exactly `size`: if reading fails, or they are fewer or more,
 * `onBreak` is called and the request ends; the service would wait for the rest for good.
 */
export async function* exactly(size: number, bytes: Bytes, onBreak: () => void): Bytes {
	const iterator = bytes[Symbol.asyncIterator]();
	const broken = () => {
		onBreak();
		return new Error('The file broke off while it was read');
	};
	let left = size;
	for (;;) {
		const next = await iterator.next().catch(() => undefined);
		if (!next) throw broken();
		if (next.done) break;
		left -= next.value.length;
		if (left < 0) throw broken();
		yield next.value;
	}
	if (left > 0) throw broken();
}
