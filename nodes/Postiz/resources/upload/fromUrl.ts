import { readUrls } from '../../post/media';
import { Problem } from '../../post/problem';
import { readSwitch } from '../../post/values';
import type { Operation } from '../types';
import { uploadItems } from './uploadItems';

/** Media: Upload From URL (API: POST /upload-from-url). */
export const fromUrl: Operation = {
	option: {
		name: 'Upload From URL',
		value: 'fromUrl',
		action: 'Upload a file from a URL',
		description: 'Let Postiz fetch a picture or video from a public web address',
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
				'Public address of the file, starting with https:// and ending in .png, .jpg, .jpeg, .gif, .webp or .mp4; several separated by commas',
		},
		{
			displayName: 'Download Files if Needed',
			name: 'downloadMedia',
			type: 'boolean',
			default: false,
			description:
				'Whether n8n fetches files that Postiz cannot fetch itself, such as private addresses or ones without a file ending',
		},
	],
	execute: async (context, client) =>
		await uploadItems(context, client, (itemIndex) => {
			const urls = readUrls(context.getNodeParameter('url', itemIndex, ''), 'URL');
			if (urls.length === 0) {
				throw new Problem('The URL is empty', 'Enter the address of the file to upload.');
			}
			const downloadAllowed = readSwitch(
				context.getNodeParameter('downloadMedia', itemIndex, false),
				'Download Files if Needed',
			);
			return urls.map((url) => ({ itemIndex, file: { url }, forPost: false, downloadAllowed }));
		}),
};
