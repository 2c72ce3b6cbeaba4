import { readUrls } from '../../media/fileSource';
import { Problem } from '../../values/problem';
import type { Operation } from '../shared/types';
import { uploadItems } from './uploadItems';

/** Media: Upload From URL (docs/api.md, Uploads). */
export const fromUrl: Operation = {
	name: 'Upload From URL',
	value: 'fromUrl',
	action: 'Upload a picture or video from a URL',
	description: 'Upload a picture or video from a web address',
	properties: [
		{
			displayName: 'URL',
			name: 'url',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://example.com/picture.jpg',
			description:
				'Web address of the file; several separated by commas. Postiz fetches a public https:// address that ends in .png, .jpg, .jpeg, .gif, .webp or .mp4 itself. n8n downloads and uploads any other file.',
		},
	],
	execute: async (context, client) =>
		await uploadItems(context, client, (itemIndex) => {
			const urls = readUrls(context.getNodeParameter('url', itemIndex, ''), 'URL');
			if (urls.length === 0) {
				throw new Problem('The URL is empty', 'Enter the address of the file to upload.');
			}
			return urls.map((url) => ({ from: 'url', url }));
		}),
};
