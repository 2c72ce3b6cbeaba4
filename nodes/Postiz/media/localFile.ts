import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { outsideMessage, Problem, quote } from '../values/problem';
import { readStart, START_LENGTH, type FileStart } from './fileStart';
import { SNIFF_LENGTH } from './fileType';

export type Bytes = AsyncIterable<Uint8Array>;

/** A stream that has to be destroyed. */
export type OpenBytes = Bytes & { destroy: () => unknown };

/** A file that n8n can access. Beyond its start, its bytes are only read when needed. */
export interface LocalFile extends FileStart {
	/** How messages name it. */
	label: string;
	name?: string;
	/** Opens the file from the start. */
	open: () => Promise<OpenBytes>;
}

const SHARE_FILES =
	'In queue mode, unless all workers share a folder, set N8N_DEFAULT_BINARY_DATA_MODE to database or s3.';

// A third faster than n8n's own 64 KB; larger chunks take more memory.
const READ_CHUNK = 262_144;

/** Opens a file of an item, wherever n8n stores it. Throws {@link Problem} if it can't be read. */
export async function openBinary(
	context: IExecuteFunctions,
	{ binary, field }: { binary?: IBinaryData; field: string },
): Promise<LocalFile> {
	// A Code node may have set it to anything.
	const { id, data, fileName } = Object(binary) as Partial<Record<keyof IBinaryData, unknown>>;
	const name = parseName(fileName, field);
	const label = name ? `The file “${name}” in ${field}` : `The file in ${field}`;
	if (typeof id === 'string' && id !== '') return await openStored(context, id, { label, name });
	if (typeof data !== 'string') {
		throw new Problem(
			`${label} has no content`,
			`Its data must be base64 text, and is ${data === undefined ? 'missing' : quote(data)}. Check the node that created it.`,
			{ forModel: 'Give another file.' },
		);
	}
	const start = Buffer.from(data.slice(0, START_LENGTH * 2), 'base64').subarray(0, START_LENGTH);
	return {
		label,
		name,
		...readStart(start, Buffer.byteLength(data, 'base64')),
		open: async () =>
			Object.assign(chunkOf(Buffer.from(data, 'base64')), { destroy: () => undefined }),
	};
}

function parseName(fileName: unknown, field: string): string | undefined {
	if (fileName === undefined || fileName === null) return undefined;
	if (typeof fileName === 'string' || typeof fileName === 'number') return String(fileName);
	throw new Problem(
		`The file in ${field} has a name that is not text: ${quote(fileName)}`,
		'Check fileName in the node that created it.',
		{ forModel: 'Give another file.' },
	);
}

async function* chunkOf(bytes: Uint8Array): Bytes {
	yield bytes;
}

async function openStored(
	context: IExecuteFunctions,
	id: string,
	names: Pick<LocalFile, 'label' | 'name'>,
): Promise<LocalFile> {
	const { getBinaryMetadata, getBinaryStream } = context.helpers;
	const look = async () => {
		const { fileSize } = await getBinaryMetadata(id);
		const opened = await getBinaryStream(id, START_LENGTH);
		const { head: start } = await peek(opened, START_LENGTH).finally(() => opened.destroy());
		return readStart(start, fileSize);
	};
	const found = await look().catch(outsideMessage);
	if (typeof found === 'string') {
		throw new Problem(
			`${names.label} could not be read`,
			`n8n says: ${found}. Run the node that created it again. ${SHARE_FILES}`,
			{ forModel: `n8n says: ${found}. Give another file.` },
		);
	}
	return { ...found, ...names, open: async () => await getBinaryStream(id, READ_CHUNK) };
}

/** The first bytes, the chunks they are in, and the iterator for the rest. */
export async function peek(bytes: Bytes, enough = SNIFF_LENGTH) {
	const iterator = bytes[Symbol.asyncIterator]();
	const chunks: Uint8Array[] = [];
	let length = 0;
	while (length < enough) {
		const { done, value } = await iterator.next();
		if (done) break;
		chunks.push(value);
		length += value.length;
	}
	return { chunks, head: Buffer.concat(chunks).subarray(0, enough), iterator };
}

/** Calls `use` with an open resource, and destroys it afterwards. */
export async function using<T extends { destroy: () => unknown }, R>(
	opened: T,
	use: (opened: T) => Promise<R>,
): Promise<R> {
	try {
		return await use(opened);
	} finally {
		opened.destroy();
	}
}
