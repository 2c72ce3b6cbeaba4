import type { IExecuteFunctions } from 'n8n-workflow';

import { field } from '../../form/fieldBuilders';
import { toFiles, findFiles, parseMedia, parseUrls, type FileSource } from '../../media/fileSource';
import { Uploads } from '../../media/uploads';
import { Problem } from '../../common/problem';
import { ItemResults, toRows, type Operation, type Resource } from '../shared/operation';

/** Media: Upload File (docs/api.md, Uploads). */
const file: Operation = {
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
				'* for all files, or the names of some, separated by commas. Posts can have JPEG, PNG, GIF and WebP pictures up to 10 MB and MP4 videos up to 1 GB.',
		}),
	],
	execute: uploading((context, itemIndex) => {
		const entered = context.getNodeParameter('binaryField', itemIndex, '');
		const ofItem = toFiles(context.getInputData()[itemIndex]);
		const named = parseMedia(entered, 'Binary Field', (name) => findFiles(name, ofItem));
		if (named.length === 0) {
			throw new Problem(
				'No file to upload',
				'Enter the name of the binary field that contains it, or * for all files.',
			);
		}
		if (named.some(({ from }) => from !== 'binary')) {
			throw new Problem(
				'Binary Field allows only names of fields',
				'To upload from a web address, choose the operation Upload From URL.',
			);
		}
		return named;
	}),
};

/** Media: Upload From URL (docs/api.md, Uploads). */
const fromUrl: Operation = {
	name: 'Upload From URL',
	value: 'fromUrl',
	action: 'Upload from URL',
	description: 'Upload a picture or video from a web address',
	properties: [
		field.text('URL', 'url', {
			required: true,
			placeholder: 'e.g. https://example.com/picture.jpg',
			description:
				'Web address of the file; several separated by commas. Postiz fetches a public https:// address that ends in .png, .jpg, .jpeg, .gif, .webp or .mp4 itself. n8n downloads and uploads any other file.',
		}),
	],
	execute: uploading((context, itemIndex) => {
		const urls = parseUrls(context.getNodeParameter('url', itemIndex, ''), 'URL');
		if (urls.length === 0) {
			throw new Problem('The URL is empty', 'Enter the address of the file to upload.');
		}
		return urls;
	}),
};

/** Uploads the files that `read` returns for each item, once all of them are checked: mistakes cost no requests. */
function uploading(
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

/** Media: files for posts. */
export const upload: Resource = {
	name: 'Media',
	value: 'upload',
	defaultOperation: 'file',
	operations: [file, fromUrl],
};
