import { outsideMessage } from '../values/problem';
import type { Bytes } from './localFile';

/** A form with a part `file`, streamed to keep memory constant (docs/api.md, Uploads). */
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

/** Yields the bytes; calls `onBreak` and aborts the request if they can't be read, or there aren't `size` of them. */
export async function* exactly(size: number, bytes: Bytes, onBreak: () => void): Bytes {
	let left = size;
	try {
		for await (const chunk of bytes) {
			left -= chunk.length;
			if (left < 0) break;
			yield chunk;
		}
	} catch (error) {
		outsideMessage(error);
		left = NaN;
	}
	if (left === 0) return;
	// Otherwise, the service would wait for the rest.
	onBreak();
	throw new Error('The file broke off while it was read');
}
