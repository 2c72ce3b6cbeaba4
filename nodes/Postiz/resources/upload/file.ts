import { nameFiles, readMedia } from '../../post/media';
import { Problem } from '../../post/problem';
import { Uploads } from '../../transport/upload';
import { forEachItem } from '../items';
import type { Operation } from '../types';

/** Media: Upload File (API: POST /upload). */
export const file: Operation = {
	option: {
		name: 'Upload File',
		value: 'file',
		action: 'Upload a file',
		description: 'Upload pictures or videos of the input item, of any size',
	},
	properties: [
		{
			displayName: 'Binary Field',
			name: 'binaryField',
			type: 'string',
			required: true,
			default: 'data',
			placeholder: 'e.g. data',
			hint: 'The name of the input field that holds the file',
			description:
				'Several fields are separated by commas; * means all files of the item. Postiz takes JPEG, PNG, GIF, WebP, AVIF, BMP and TIFF pictures up to 10 MB and MP4 videos up to 1 GB.',
		},
	],
	execute: async (context, client) => {
		const uploads = new Uploads(context, client);
		return await forEachItem(context, async (itemIndex) => {
			const entered = context.getNodeParameter('binaryField', itemIndex, '');
			const sources = readMedia(entered, 'Binary Field');
			const { binary } = context.getInputData()[itemIndex];
			const files = nameFiles(sources, binary);
			if (files.length === 0) {
				throw new Problem(
					'No file is named to upload',
					'Enter the name of the binary field that holds it, usually data.',
				);
			}
			return await Promise.all(
				files.map(async (named) => {
					if (named.from !== 'binary') {
						throw new Problem(
							'Binary Field takes names of fields only',
							'To upload from a web address, choose the operation Upload From URL.',
						);
					}
					return await uploads.upload({
						itemIndex,
						file: named,
						forPost: false,
						downloadAllowed: false,
					});
				}),
			);
		});
	},
};
