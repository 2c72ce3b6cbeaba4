import { filesOf, findFiles, readMedia } from '../../media/fileSource';
import { Problem } from '../../values/problem';
import type { Operation } from '../shared/types';
import { uploadItems } from './uploadItems';

/** Media: Upload File (docs/api.md, Uploads). */
export const file: Operation = {
	name: 'Upload File',
	value: 'file',
	action: 'Upload a picture or video from a binary field',
	description: 'Upload pictures or videos from an earlier node',
	properties: [
		{
			displayName: 'Binary Field',
			name: 'binaryField',
			type: 'string',
			required: true,
			default: 'data',
			placeholder: 'e.g. data',
			hint: 'The name that the file has on the Binary tab of the input',
			description:
				'Name of the field that contains the file; several separated by commas, or * for all files of the item. Postiz accepts JPEG, PNG, GIF, WebP, AVIF, BMP and TIFF pictures up to 10 MB and MP4 videos up to 1 GB.',
		},
	],
	execute: async (context, client) =>
		await uploadItems(context, client, (itemIndex) => {
			const entered = context.getNodeParameter('binaryField', itemIndex, '');
			const named = readMedia(entered, 'Binary Field');
			if (named.length === 0) {
				throw new Problem(
					'No file to upload',
					'Enter the name of the binary field that contains it, usually data.',
				);
			}
			if (named.some(({ from }) => from !== 'binary')) {
				throw new Problem(
					'Binary Field allows only names of fields',
					'To upload from a web address, choose the operation Upload From URL.',
				);
			}
			return findFiles(named, filesOf(context.getInputData()[itemIndex]));
		}),
};
