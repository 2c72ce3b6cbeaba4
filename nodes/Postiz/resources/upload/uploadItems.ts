import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { PostizClient } from '../../transport/client';
import { failuresOf, Uploads, type MediaFile, type UploadSource } from '../../transport/upload';
import { forEachItem, itemError } from '../items';

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
	const items = [...context.getInputData().keys()];
	const checked = await settle(context, items, async (itemIndex) => {
		const sources = read(itemIndex);
		for (const source of sources) await uploads.check(source);
		return sources;
	});
	const uploaded = await settle(context, items, async (itemIndex): Promise<MediaFile[]> => {
		const sources = valueOf(checked[itemIndex]);
		return await Promise.all(sources.map(async (source) => await uploads.upload(source)));
	});
	return await forEachItem(context, async (itemIndex) => valueOf(uploaded[itemIndex]));
}

/** Works on all items at once; throws where one fails and On Error is not set to continue. */
async function settle<T>(
	context: IExecuteFunctions,
	items: number[],
	work: (itemIndex: number) => Promise<T>,
): Promise<Array<PromiseSettledResult<T>>> {
	const results = await Promise.allSettled(items.map(work));
	const [failure] = failuresOf(results);
	if (failure && !context.continueOnFail()) {
		throw itemError(context, failure.reason, failure.index);
	}
	return results;
}

function valueOf<T>(result: PromiseSettledResult<T>): T {
	if (result.status === 'fulfilled') return result.value;
	throw result.reason;
}
