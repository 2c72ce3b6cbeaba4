/** Binary data of items, as n8n keeps it in memory or in its files. */
import './environment.cjs';

import { createRequire } from 'node:module';
import { BinaryDataService } from 'n8n-core';
import type { IBinaryData } from 'n8n-workflow';

interface FileDescription {
	fileName?: string;
	mimeType?: string;
}

/** Binary data of an item in memory. */
export function createMemoryFile(
	content: Buffer,
	{ fileName, mimeType = 'application/octet-stream' }: FileDescription = {},
): IBinaryData {
	return { data: content.toString('base64'), mimeType, fileName };
}

let preparedService: Promise<BinaryDataService> | undefined;

// n8n-core has its services in a container, which it does not export.
function getBinaryDataService(): BinaryDataService {
	const { Container } = createRequire(require.resolve('n8n-core'))('@n8n/di') as {
		Container: { get: <T>(type: new (...args: never[]) => T) => T };
	};
	return Container.get(BinaryDataService);
}

async function prepareBinaryData(): Promise<BinaryDataService> {
	const service = getBinaryDataService();
	await service.init();
	return service;
}

/** The bytes of binary data, which n8n stores in files once a test of this process has stored one. */
export async function readBytes(binary: IBinaryData): Promise<Buffer> {
	return await getBinaryDataService().getAsBuffer(binary);
}

/** Binary data of an item in filesystem mode. */
export async function storeFile(
	content: Parameters<BinaryDataService['store']>[1],
	{ fileName, mimeType = 'application/octet-stream' }: FileDescription = {},
): Promise<IBinaryData> {
	preparedService ??= prepareBinaryData();
	return await (
		await preparedService
	).store({ type: 'execution', workflowId: 'workflow', executionId: '1' }, content, {
		data: '',
		mimeType,
		fileName,
	});
}

/** The path of the bytes of {@link storeFile}. */
export async function getStoredPath({ id }: IBinaryData): Promise<string> {
	preparedService ??= prepareBinaryData();
	return (await preparedService).getPath(id!);
}
