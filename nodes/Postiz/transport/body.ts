import type { IDataObject } from 'n8n-workflow';

import { tryJson } from '../values/read';
import { readRows } from './rows';

/** A body that is longer than it may be. */
export const TOO_LONG = Symbol('too long');

type BodyStream = AsyncIterable<Uint8Array> & { destroy: (error?: Error) => void };

interface Reading {
	/** Reads a list row by row, and keeps only these rows. */
	keeps?: (row: IDataObject) => boolean;
	/** Larger bodies become {@link TOO_LONG}. */
	maxBytes?: number;
	/** In ms. */
	timeout: number;
}

/** Reads the body of an answer as a stream: JSON if it is, or else text. Throws if it breaks off. */
export async function readBody(
	body: unknown,
	status: number,
	{ keeps, maxBytes = Infinity, timeout }: Reading,
): Promise<unknown> {
	const stream = body as BodyStream;
	// The timeout of the request ends with the headers.
	AbortSignal.timeout(timeout).addEventListener('abort', () => {
		stream.destroy(Object.assign(new Error('The answer broke off'), { code: 'ETIMEDOUT' }));
	});
	return keeps && status < 300 ? await readRows(stream, keeps) : await readWhole(stream, maxBytes);
}

/** Reads a body up to a limit of bytes, and parses JSON. */
async function readWhole(stream: BodyStream, maxBytes: number): Promise<unknown> {
	const chunks: Uint8Array[] = [];
	let length = 0;
	for await (const chunk of stream) {
		chunks.push(chunk);
		length += chunk.length;
		if (length <= maxBytes) continue;
		// Leaving the loop doesn't close the connection.
		stream.destroy();
		return TOO_LONG;
	}
	const text = Buffer.concat(chunks).toString();
	return tryJson(text) ?? text;
}
