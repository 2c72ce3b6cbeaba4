import type { IExecuteFunctions } from 'n8n-workflow';

import { listIndexes } from '../../execution/inputItems';
import { throwUnlessContinuing } from '../../execution/itemError';
import { mapConcurrently, mergeFailures } from '../../execution/itemResults';
import { renderResultsOrThrow } from '../../execution/operationResult';
import { FileInspector } from '../../media/fileInspector';
import type { FileSource } from '../../media/fileSource';
import { Uploads } from '../../media/uploads';
import type { Operation } from '../shared/operation';
import { toOutputs } from '../shared/toOutputs';

/**
 * Uploads the files that `readSources` returns for each item. Checks all of them first, so that nothing is uploaded if one
 * is invalid.
 */
export function createUploadExecutor(
	readSources: (context: IExecuteFunctions, itemIndex: number) => FileSource[],
): Operation['execute'] {
	return async (context, client, { files: uploadedFiles }) => {
		const inspector = new FileInspector(context, client);
		const uploads = new Uploads(context, client, uploadedFiles);
		const inspected = await mapConcurrently(listIndexes(context), async (index) => ({
			index,
			files: await inspector.inspect(readSources(context, index)),
		}));
		throwUnlessContinuing(context, inspected.failures);
		const uploaded = await mapConcurrently(inspected.values, async ({ index, files }) => ({
			index,
			outputs: toOutputs(await Promise.all(files.map(async (file) => await uploads.upload(file)))),
		}));
		const failures = mergeFailures(inspected.failures, uploaded.failures);
		return renderResultsOrThrow(context, { values: uploaded.values, failures });
	};
}
