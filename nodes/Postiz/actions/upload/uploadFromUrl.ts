import { Problem } from '../../common/problem';
import { field } from '../../form/fieldBuilders';
import { parseUrls } from '../../media/fileSource';
import type { Operation } from '../shared/operation';
import { createUploadExecutor } from './createUploadExecutor';

/** Media: Upload From URL (docs/api.md, Uploads). */
export const uploadFromUrlOperation: Operation = {
	name: 'Upload From URL',
	value: 'fromUrl',
	action: 'Upload from URL',
	description: 'Upload a picture or video from a web address',
	properties: [
		field.text('URL', 'url', {
			required: true,
			placeholder: 'e.g. https://example.com/picture.jpg',
			description:
				'Web address of the file, or several separated by commas. Postiz downloads public https:// addresses that end in .png, .jpg, .jpeg, .gif, .webp or .mp4. n8n downloads and uploads other files.',
		}),
	],
	execute: createUploadExecutor((context, itemIndex) => {
		const urls = parseUrls(context.getNodeParameter('url', itemIndex, ''), 'URL');
		if (urls.length === 0) {
			throw new Problem('The URL is empty', 'Enter the address of the file to upload.');
		}
		return urls;
	}),
};
