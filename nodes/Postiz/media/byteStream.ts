/** A stream of bytes in chunks. */
export type Bytes = AsyncIterable<Uint8Array>;

/** Reads the first bytes of a stream. Also returns a stream of all its bytes, including the first ones. */
export async function peek(stream: Bytes, startLength: number) {
	const iterator = stream[Symbol.asyncIterator]();
	const chunks: Uint8Array[] = [];
	let length = 0;
	while (length < startLength) {
		const { done, value } = await iterator.next();
		if (done) break;
		chunks.push(value);
		length += value.length;
	}
	const readAll = async function* (): Bytes {
		yield* chunks;
		yield* { [Symbol.asyncIterator]: () => iterator };
	};
	return { start: Buffer.concat(chunks).subarray(0, startLength), bytes: readAll() };
}

/** Calls `use` with an open stream, and destroys it afterwards. */
export async function useAndDestroy<T extends { destroy: () => unknown }, R>(
	stream: T,
	use: (stream: T) => Promise<R>,
): Promise<R> {
	try {
		return await use(stream);
	} finally {
		stream.destroy();
	}
}

/** Yields the bytes of a stream after the first `count`. */
export async function* skipBytes(bytes: Bytes, count: number): Bytes {
	let remainingBytes = count;
	for await (const chunk of bytes) {
		yield chunk.subarray(remainingBytes);
		remainingBytes = Math.max(0, remainingBytes - chunk.length);
	}
}
