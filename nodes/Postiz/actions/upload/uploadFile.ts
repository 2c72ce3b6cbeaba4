import { Problem } from '../../common/problem';
import { field } from '../../form/fieldBuilders';
import { parseFileSources } from '../../media/fileSource';
import { getItemFiles, requireFiles } from '../../media/itemFiles';
import type { Operation } from '../shared/operation';
import { createUploadExecutor } from './createUploadExecutor';

/** Media: Upload File (docs/api.md, Uploads). */
export const uploadFileOperation: Operation = {
	name: 'Upload File',
	value: 'file',
	action: 'Upload file',
	description: 'Upload pictures or videos from an earlier node',
	properties: [
		field.text('Binary Field', 'binaryField', {
			required: true,
			default: '*',
			placeholder: 'e.g. data',
			hint: 'All files of the item (*), or names from the Binary tab of the input',
			description:
				'* for all files, or names separated by commas. Posts can have JPEG, PNG, GIF and WebP pictures up to 10 MB and MP4 videos up to 1 GB.',
		}),
	],
	execute: createUploadExecutor((context, itemIndex) => {
		const entered = context.getNodeParameter('binaryField', itemIndex, '');
		const itemFiles = getItemFiles(context.getInputData()[itemIndex]);
		const sources = parseFileSources(entered, 'Binary Field', (name) =>
			requireFiles(name, itemFiles),
		);
		if (sources.length === 0) {
			throw new Problem(
				'No file to upload',
				'Enter the name of the binary field that contains it, or * for all files.',
			);
		}
		if (sources.some(({ from }) => from !== 'binary')) {
			throw new Problem(
				'Binary Field accepts only field names',
				'To upload from a web address, use Upload From URL.',
			);
		}
		return sources;
	}),
};
