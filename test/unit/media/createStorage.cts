import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import type { Cache } from '../../../nodes/Postiz/common/memoize';
import { Problem } from '../../../nodes/Postiz/common/problem';
import { FileInspector } from '../../../nodes/Postiz/media/fileInspector';
import type { FileSource } from '../../../nodes/Postiz/media/fileSource';
import { Uploads } from '../../../nodes/Postiz/media/uploads';
import type { ApiRequest } from '../../../nodes/Postiz/transport/apiRequest';
import type { UploadedFile } from '../../../nodes/Postiz/transport/apiTypes';
import type { PostizClient } from '../../../nodes/Postiz/transport/client';
import { isSuccess, type RequestResult } from '../../../nodes/Postiz/transport/response';
import { createFake } from '../../shared/fakes.cjs';

/** A file of an item that n8n keeps in memory. */
export const createBinary = (fileName?: string): IBinaryData => ({
	mimeType: 'image/png',
	data: 'AA==',
	fileName,
});

/** A file of an item that n8n keeps in its storage, under this ID. */
export const createStoredBinary = (id: string, fileName?: string): IBinaryData => ({
	...createBinary(fileName),
	id,
});

/** The same, as a form names it. */
export const createSource = (id: string): FileSource => ({
	from: 'binary',
	field: 'data',
	binary: createStoredBinary(id, 'cup.png'),
});

export const CUP = 'https://media.example/cup.png';
export const UPLOAD = { id: 'u1', path: CUP };

/** An earlier upload, as a form names it. */
export const createUploadSource = (path: string): FileSource => ({
	from: 'upload',
	reference: { ...UPLOAD, path },
});

/** A stored file was opened. */
export interface Opening {
	id: string;
	stream: Readable;
}

interface AskedFile {
	url: string;
	headers: { Range?: string };
}

/** A storage of n8n with these files, and servers with files at these addresses; records what is opened. */
export function createStorage(
	files: Record<string, Buffer>,
	web: Record<string, Buffer> = {},
	saysLength = true,
) {
	const opened: Opening[] = [];
	const requestedUrls: string[] = [];
	const getFile = (id: string) => {
		if (!Object.hasOwn(files, id)) throw new Error(`ENOENT: ${id}`);
		return files[id];
	};
	const context = createFake<IExecuteFunctions>({
		getInputData: () => [{ json: {} }],
		getExecutionCancelSignal: () => undefined,
		helpers: {
			getBinaryMetadata: async (id: string) => ({ fileSize: getFile(id).length }),
			getBinaryStream: async (id: string, chunkSize = 65_536) => {
				const content = getFile(id);
				const chunks = Array.from({ length: Math.ceil(content.length / chunkSize) }, (_, index) =>
					content.subarray(index * chunkSize, (index + 1) * chunkSize),
				);
				const stream = Readable.from(chunks, { objectMode: false, highWaterMark: chunkSize });
				opened.push({ id, stream });
				return stream;
			},
			httpRequest: async ({ url, headers: { Range } }: AskedFile) => {
				requestedUrls.push(url);
				const file = web[url];
				if (!file) return { statusCode: 404, headers: {}, body: Readable.from([]) };
				const [from, to] = (/\d+-\d+/.exec(Range ?? '')?.[0] ?? '').split('-').map(Number);
				if (saysLength && from > 0) {
					const headers = { 'content-range': `bytes ${from}-${to}/${file.length}` };
					return { statusCode: 206, headers, body: Readable.from([file.subarray(from, to + 1)]) };
				}
				const headers = saysLength ? { 'content-length': String(file.length) } : {};
				return { statusCode: 200, headers, body: Readable.from([file]) };
			},
		},
	});
	return { context, opened, requestedUrls };
}

export const createResponse = (status: number, body: unknown = {}): RequestResult => ({
	kind: 'response',
	response: { status, headers: {}, body },
});

/** A service that gives these results first, and then takes every file. Records what it receives. */
function createFileService(results: Array<RequestResult | Error>) {
	const contents: Buffer[] = [];
	const urls: string[] = [];
	const requests: ApiRequest[] = [];
	const take = async (body: unknown) => {
		if (body instanceof FormData) {
			const file = body.get('file') as File;
			const id = `upload-${contents.push(await buffer(file.stream()))}`;
			return { id, path: `https://media.example/${id}/${file.name}` };
		}
		const { url } = body as { url: string };
		urls.push(url);
		return { id: url, path: url, name: 'c.png' };
	};
	const send = async (request: ApiRequest): Promise<RequestResult> => {
		requests.push(request);
		const taken = await take(request.body);
		const result = results.shift() ?? createResponse(201, taken);
		if (result instanceof Error) throw result;
		return result;
	};
	const client = createFake<PostizClient>({
		baseUrl: 'https://postiz.example/api',
		instance: {},
		send: async (...[request, trying]: Parameters<PostizClient['send']>) =>
			await (trying?.(send) ?? send(request)),
		getBodyOrThrow: (result: RequestResult, request: ApiRequest) => {
			if (result.kind !== 'response') throw result.problem;
			const { response } = result;
			if (isSuccess(response)) return response.body;
			const problem =
				request.createErrorProblem?.(response) ?? new Problem(result.kind, 'Check it.');
			throw problem.with({ httpCode: String(response.status) });
		},
	});
	return { client, contents, urls, requests };
}

interface Surroundings {
	/** By ID in n8n's storage. */
	files?: Record<string, Buffer>;
	/** By address. */
	web?: Record<string, Buffer>;
	/** Servers return the length of files. */
	saysLength?: boolean;
	results?: Array<RequestResult | Error>;
	/** Failures don't end the node. */
	continues?: boolean;
	isAgentTool?: boolean;
	/** What an earlier attempt knows. */
	known?: Cache<UploadedFile>;
}

/** Uploads to a service of their own, and what becomes of them. */
export function createUploads({
	files = {},
	web,
	saysLength,
	results = [],
	continues = false,
	isAgentTool = false,
	known,
}: Surroundings = {}) {
	const { context, ...storage } = createStorage(files, web, saysLength);
	const getNode = () => ({ name: 'Postiz', type: isAgentTool ? 'postizTool' : 'postiz' });
	Object.assign(context, { continueOnFail: () => continues, getNode });
	const service = createFileService(results);
	const inspector = new FileInspector(context, service.client);
	const uploads = new Uploads(context, service.client, known);
	return { inspector, uploads, context, ...storage, ...service };
}
