import type { IDataObject } from 'n8n-workflow';

import { isObject, tryJson } from '../values/read';
import type { ApiAnswer } from './answer';

/** A body that is longer than it may be. */
export const TOO_LONG = Symbol('too long');

type BodyStream = AsyncIterable<Uint8Array> & { destroy: (error?: Error) => void };

/**
 * Reads the body of an answer as a stream: JSON if it is, or else text. Of a list, reads row by row what it `keeps`; what
 * is larger than `maxBytes` becomes {@link TOO_LONG}. Throws if it breaks off, or takes longer than `timeout` (ms).
 */
export async function readBody(
	{ status, body }: ApiAnswer,
	limits: { keeps?: (row: IDataObject) => boolean; maxBytes?: number; timeout: number },
): Promise<unknown> {
	const { keeps, maxBytes = Infinity, timeout } = limits;
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

const [QUOTE, BACKSLASH, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST] = [...'"\\{}[]'].map((character) =>
	character.charCodeAt(0),
);
/** A row is an object in a list in an object. */
const ROW_DEPTH = 3;

/**
 * Reads the JSON of an object with one list, such as `{"posts": […]}`, row by row: however long it is, only one row and
 * those to keep are in memory. Returns the object, or the text if it isn't one.
 */
async function readRows(
	bytes: AsyncIterable<Uint8Array>,
	keeps: (row: IDataObject) => boolean,
): Promise<unknown> {
	const kept: IDataObject[] = [];
	/** What isn't part of a row. */
	const frame: Uint8Array[] = [];
	let row: Uint8Array[] = [];
	let depth = 0;
	let isText = false;
	let isEscaped = false;
	for await (const chunk of bytes) {
		let start = 0;
		for (let index = 0; index < chunk.length; index++) {
			const byte = chunk[index];
			if (isEscaped) isEscaped = false;
			else if (isText) {
				if (byte === BACKSLASH) isEscaped = true;
				else if (byte === QUOTE) isText = false;
			} else if (byte === QUOTE) isText = true;
			else if (byte === OPEN || byte === OPEN_LIST) {
				depth++;
				if (depth === ROW_DEPTH && byte === OPEN) {
					frame.push(chunk.subarray(start, index));
					start = index;
				}
			} else if (byte === CLOSE || byte === CLOSE_LIST) {
				depth--;
				if (depth === ROW_DEPTH - 1 && byte === CLOSE) {
					row.push(chunk.subarray(start, index + 1));
					start = index + 1;
					const parsed = tryJson(Buffer.concat(row).toString());
					row = [];
					if (isObject(parsed) && keeps(parsed)) kept.push(parsed);
				}
			}
		}
		(depth >= ROW_DEPTH ? row : frame).push(chunk.subarray(start));
	}
	const text = Buffer.concat(frame).toString();
	// Without its rows, a list has only commas.
	const rest = tryJson(text.replace(/\[[\s,]*\]/, '[]'));
	if (!isObject(rest) || depth !== 0) return text;
	const list = Object.entries(rest).find(([, value]) => Array.isArray(value));
	return list ? { ...rest, [list[0]]: kept } : rest;
}
