import { readUrls } from '../../media/fileSource';
import { Problem } from '../../values/problem';
import type { Operation } from '../shared/types';
import { uploadItems } from './uploadItems';

/** Media: Upload From URL (docs/api.md, Uploads). */
export const fromUrl: Operation = {
	option: {
		name: 'Upload From URL',
		value: 'fromUrl',
		action: 'Upload a file from a URL',
		description: 'Upload a picture or video that lies at a web address',
	},
	properties: [
		{
			displayName: 'URL',
			name: 'url',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://example.com/picture.jpg',
			description:
				'Address of the file; several separated by commas. Postiz fetches the file itself if it can, which needs a public https:// address that ends in .png, .jpg, .jpeg, .gif, .webp or .mp4. Any other file, n8n fetches and uploads.',
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
