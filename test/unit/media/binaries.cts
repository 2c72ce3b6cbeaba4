import { Readable } from 'node:stream';

import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

/** A file of an item that n8n keeps in memory. */
export const binary = (fileName?: string): IBinaryData => ({
	mimeType: 'image/png',
	data: 'AA==',
	fileName,
});

/** A file of an item that n8n keeps in its storage, under this ID. */
export const stored = (id: string, fileName?: string): IBinaryData => ({ ...binary(fileName), id });

/** A stored file was opened. */
export interface Opening {
	id: string;
	stream: Readable;
}

/** A storage of n8n with these files, and servers with files at these addresses; records what is opened. */
export function storageOf(
	files: Record<string, Buffer>,
	web: Record<string, Buffer> = {},
	{ saysLength = true } = {},
) {
	const opened: Opening[] = [];
	const asked: string[] = [];
	const fileOf = (id: string) => {
		if (!Object.hasOwn(files, id)) throw new Error(`ENOENT: ${id}`);
		return files[id];
	};
	const context = {
		getInputData: () => [{ json: {} }],
		getNode: () => ({ name: 'Postiz' }),
		continueOnFail: () => false,
		getExecutionCancelSignal: () => undefined,
		helpers: {
			getBinaryMetadata: async (id: string) => ({ fileSize: fileOf(id).length }),
			getBinaryStream: async (id: string, chunkSize = 65_536) => {
				const content = fileOf(id);
				const chunks = Array.from({ length: Math.ceil(content.length / chunkSize) }, (_, index) =>
					content.subarray(index * chunkSize, (index + 1) * chunkSize),
				);
				const stream = Readable.from(chunks, { objectMode: false, highWaterMark: chunkSize });
				opened.push({ id, stream });
				return stream;
			},
			httpRequest: async ({ url }: { url: string }) => {
				asked.push(url);
				const file = web[url];
				if (!file) return { statusCode: 404, headers: {}, body: Readable.from([]) };
				const headers = saysLength ? { 'content-length': String(file.length) } : {};
				return { statusCode: 200, headers, body: Readable.from([file]) };
			},
		},
	} as unknown as IExecuteFunctions;
	return { context, opened, asked };
}
