import { createHash } from 'node:crypto';
import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { getOrCreate } from '../common/collections';
import { ConcurrencyLimiter } from '../common/concurrencyLimiter';
import { getMessageUnlessBug, Problem } from '../common/problem';
import { fileReadLimiters } from '../common/processState';
import { quote } from '../common/text';
import { toObject, isEmpty } from '../common/value';
import { type Bytes, peek, skipBytes, useAndDestroy } from './byteStream';
import type { FileMetadata } from './fileMetadata';
import { inspectStart, START_LENGTH } from './fileStart';
import { type FileType, USE_ANOTHER_FILE } from './fileType';

/** A file that n8n can read, with metadata from its first bytes. The rest is only read when needed. */
export interface LocalFile {
	/** Its name in messages. */
	label: string;
	name?: string;
	/** Its ID in n8n's storage. */
	storedAs?: string;
	/** In bytes. */
	size: number;
	type: FileType;
	/** The digest of its first {@link START_LENGTH} bytes. */
	digest: string;
	metadata?: FileMetadata;
	/** Where a video may have its metadata, if it isn't at its start. */
	moovAt?: number;
	/** Opens a stream of all its bytes. The caller destroys it ({@link useAndDestroy}). */
	open: () => Promise<Bytes & { destroy: () => unknown }>;
}

const MAX_OPEN_FILES = 8;

/** Limits how many files a run checks or hashes at a time. */
export const getReadLimiter = (context: IExecuteFunctions): ConcurrencyLimiter =>
	getOrCreate(fileReadLimiters, context, () => new ConcurrencyLimiter(MAX_OPEN_FILES));

/** In bytes. */
const MAX_SKIPPED = 134_217_728;

/** Reads {@link START_LENGTH} bytes of a file from `at`. Undefined if they are too far from the start. */
export async function readBytesFrom({ open }: Pick<LocalFile, 'open'>, at: number) {
	if (at > MAX_SKIPPED) return undefined;
	return await useAndDestroy(await open(), async (opened) => {
		const { start } = await peek(skipBytes(opened, at), START_LENGTH);
		return start;
	});
}

/** Inspects a file of an item, wherever n8n stores it. Throws {@link Problem} if posts can't have the file. */
export async function inspectBinary(
	context: IExecuteFunctions,
	{ binary, field }: { binary?: IBinaryData; field: string },
): Promise<LocalFile> {
	// A Code node may set any value.
	const { id, data, fileName } = toObject(binary);
	const name = isEmpty(fileName) ? undefined : String(fileName);
	const label = name ? `The file “${name}” in ${field}` : `The file in ${field}`;
	const isStored = typeof id === 'string' && id !== '';
	return {
		name,
		...(isStored ? await inspectStored(context, id, label) : inspectInMemory(data, label)),
	};
}

async function inspectStored(
	context: IExecuteFunctions,
	id: string,
	label: string,
): Promise<LocalFile> {
	const open = async () => await context.helpers.getBinaryStream(id, START_LENGTH);
	const read = async () => {
		const { fileSize } = await context.helpers.getBinaryMetadata(id);
		const { start } = await useAndDestroy(
			await open(),
			async (stream) => await peek(stream, START_LENGTH),
		);
		return { start, fileSize };
	};
	const { start, fileSize } = await read().catch((error: unknown) => {
		const forPerson =
			'in queue mode, unless all workers share a folder, set N8N_DEFAULT_BINARY_DATA_MODE to database or s3.';
		const remedy = `n8n says: ${getMessageUnlessBug(error)}. ${USE_ANOTHER_FILE}`;
		throw new Problem(`${label} could not be read`, remedy, { forPerson });
	});
	return { storedAs: id, size: fileSize, ...inspectStart(label, start, fileSize), open };
}

function inspectInMemory(data: unknown, label: string): LocalFile {
	if (typeof data !== 'string') {
		throw new Problem(
			`${label} has no content`,
			`Its data must be base64 text, but is ${data === undefined ? 'missing' : quote(data)}. ${USE_ANOTHER_FILE}`,
		);
	}
	// May be a whole data URL, and have line breaks, so only the decoded bytes show the size.
	const base64 = data.replace(/^data:[^,]*,/i, '');
	const content = Buffer.from(base64, 'base64');
	const open = async () => {
		const chunks = (async function* (): Bytes {
			yield Buffer.from(base64, 'base64');
		})();
		return Object.assign(chunks, { destroy: () => undefined });
	};
	return {
		size: content.length,
		...inspectStart(label, content.subarray(0, START_LENGTH), content.length),
		open,
	};
}

/** Hashes a file. Files with the same bytes have the same hash. */
export async function hashFile({ size, digest, open }: LocalFile): Promise<string> {
	if (size <= START_LENGTH) return digest;
	return await useAndDestroy(await open(), async (bytes) => {
		const hash = createHash('sha256');
		for await (const chunk of bytes) hash.update(chunk);
		return hash.digest('base64url');
	});
}
