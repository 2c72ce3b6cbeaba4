import type { IExecuteFunctions } from 'n8n-workflow';

import { type FileSource } from '../../media/fileSource';
import { Uploads } from '../../media/uploads';
import { ItemResults, toRows, type Operation } from '../shared/operation';

/** Uploads the files that `read` finds in each item, after checking all of them: a mistake costs no request. */
export function uploadSources(
	read: (context: IExecuteFunctions, itemIndex: number) => FileSource[],
): Operation['execute'] {
	return async (context, client, { files: known }) => {
		const failures = new ItemResults(context);
		const uploads = new Uploads(context, client, known);
		const opened = await failures.atOnce(failures.items, async (index) => ({
			index,
			files: await uploads.open(read(context, index)),
		}));
		const uploaded = await failures.atOnce(opened, async ({ index, files }) => ({
			index,
			rows: toRows(await Promise.all(files.map(async (file) => await uploads.upload(file)))),
		}));
		return failures.toOutput(uploaded);
	};
}
