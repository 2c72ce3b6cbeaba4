import { createHash } from 'node:crypto';
import type { IBinaryData, IDataObject, INodeExecutionData } from 'n8n-workflow';

import { createSampleFile, createPng } from '../../shared/samples.cjs';
import type { RecordedRequest, Service } from '../../service/server.cjs';
import { splitErrorText, runNode, type NodeRun, type NodeRunOptions } from './harness.cjs';
import { createMemoryFile } from './binaryData.cjs';

export const MEGABYTE = 1_048_576;

/** The files of an item, by field. */
export type Files = Record<string, IBinaryData>;

/** An item for each set of files, with its index as `row`. */
export const createBinaryItems = (...files: Files[]): INodeExecutionData[] =>
	files.map((binary, index) => ({ json: { row: index }, binary }));

const HEAD = createPng(800, 800).subarray(0, 24);

/** The bytes of a picture, which differ by `mark`. */
export const createPicture = (mark: number, size = 100): Buffer =>
	createSampleFile(HEAD, size, mark);

/** Binary data in memory. */
export const createBinary = (content: Buffer, fileName?: string): IBinaryData =>
	createMemoryFile(content, { fileName });

export const hashSha256 = (content: Buffer): string =>
	createHash('sha256').update(content).digest('hex');

/** Runs Media: Upload File. */
export async function uploadFile(
	service: Service,
	binaryField: string,
	items: INodeExecutionData[],
	options: Partial<NodeRunOptions> = {},
): Promise<NodeRun> {
	return await runNode({
		service,
		items,
		parameters: { resource: 'upload', operation: 'file', binaryField },
		...options,
	});
}

/** Runs Media: Upload From URL. */
export async function uploadUrl(
	service: Service,
	url: string,
	options: Partial<NodeRunOptions> = {},
): Promise<NodeRun> {
	return await runNode({
		service,
		parameters: { resource: 'upload', operation: 'fromUrl', url },
		...options,
	});
}

/** The upload requests. */
export const listUploads = ({ requests }: Service): RecordedRequest[] =>
	requests.filter(({ path }) => path.endsWith('/upload'));

/** Name, type and size of each uploaded file. */
export const listSentFiles = (service: Service): IDataObject[] =>
	listUploads(service).map(({ body }) => (body as { file: IDataObject }).file);

/** The error of each item without its remedy, or undefined. */
export const listErrors = (output: INodeExecutionData[][]): unknown[] =>
	output.flat().map(({ json }) => json.error && splitErrorText(String(json.error))[0]);

/** The sent name of an uploaded file, which no answer contains. */
export const getSentName = ({ state }: Service, { id }: IDataObject): string | undefined =>
	state.media.find((media) => media.id === id)?.originalName;
