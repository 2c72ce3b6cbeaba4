import type { Bytes } from './localFile';

/**
 * A multipart/form-data body with one part called `file` (docs/api.md, Uploads). n8n's HTTP client reads
 * the stream while it sends it, so that a file of any size passes in constant memory.
 */
export function fileForm(
	{ name, type, size }: Pick<File, 'name' | 'type' | 'size'>,
	bytes: Bytes,
): FormData {
	const file = Object.defineProperties(new File([], name, { type }), {
		size: { value: size },
		stream: { value: () => bytes },
	});
	const form = new FormData();
	form.append('file', file);
	return form;
}

/**
 * The same bytes, which must be exactly `size`: if reading fails, or they are fewer or more,
 * `onBreak` is called and the request ends; the service would wait for the rest for good.
 */
export async function* exactly(size: number, bytes: Bytes, onBreak: () => void): Bytes {
	let left = size;
	try {
		for await (const chunk of bytes) {
			left -= chunk.length;
			if (left < 0) break;
			yield chunk;
		}
	} catch {
		left = NaN;
	}
	if (left === 0) return;
	onBreak();
	throw new Error('The file broke off while it was read');
}
