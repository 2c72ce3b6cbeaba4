import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { FileSource } from '../../media/fileSource';
import { Uploads } from '../../media/uploads';
import type { PostizClient } from '../../transport/client';
import { continuesOnError } from '../shared/continuesOnError';
import { ItemRun } from '../shared/itemRun';

/**
 * Uploads the files that `read` names for each item, several at a time, and outputs an item for each.
 * All of them are checked before the first is sent, so that a mistake costs no request.
 */
export async function uploadItems(
	context: IExecuteFunctions,
	client: PostizClient,
	read: (itemIndex: number) => FileSource[],
): Promise<INodeExecutionData[]> {
	const run = new ItemRun(context);
	const uploads = new Uploads(context, client, {
		takes: 'anyUpload',
		continuesOnError: continuesOnError(context),
	});
	const checked = await run.atOnce(
		run.items,
		async (_value, itemIndex) => await uploads.checkAll(read(itemIndex)),
	);
	const uploaded = await run.atOnce(
		checked,
		async (files) => await Promise.all(files.map(async (file) => await uploads.upload(file))),
	);
	for (const { itemIndex, value } of uploaded) run.add(value, itemIndex);
	return run.toOutput();
}
