import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { PostizClient } from '../../transport/client';
import { Uploads, type MediaFile, type UploadSource } from '../../transport/upload';
import { forEachItem, settle, valueOf } from '../items';

/**
 * Uploads what `read` names for each item, several files at a time, and gives an output item for
 * each. All of it is read and checked before the first is sent, so that a mistake costs no request.
 */
export async function uploadItems(
	context: IExecuteFunctions,
	client: PostizClient,
	read: (itemIndex: number) => UploadSource[],
): Promise<INodeExecutionData[]> {
	const uploads = new Uploads(context, client);
	const checked = await settle(context, async (itemIndex) => {
		const sources = read(itemIndex);
		for (const source of sources) await uploads.check(source);
		return sources;
	});
	const uploaded = await settle(context, async (itemIndex): Promise<MediaFile[]> => {
		const sources = valueOf(checked[itemIndex]);
		return await Promise.all(sources.map(async (source) => await uploads.upload(source)));
	});
	return await forEachItem(context, async (itemIndex) => valueOf(uploaded[itemIndex]));
}
