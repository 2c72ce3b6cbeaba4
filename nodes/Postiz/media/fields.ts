import { entry, field, option } from '../form/fields';

/** A file of Media: its source, and its details. */
export const mediaCollection = entry('File', 'file', [
	field.choice('Source', 'source', {
		noDataExpression: true,
		default: 'binary',
		description:
			'Where the file comes from: a binary field of the input, a URL, or an earlier upload',
		options: [
			option('Binary Field', 'binary', 'A file from the previous node'),
			option('Uploaded File', 'upload', 'A file from Media > Upload File or Video > Generate'),
			option('URL', 'url', 'The web address of a file'),
		],
	}),
	field.text('Binary Field', 'binaryField', {
		default: 'data',
		placeholder: 'e.g. data',
		hint: 'The name that the file has on the Binary tab of the input',
		description:
			'Name of the field that contains the file; several separated by commas, or * for all files of the item',
		displayOptions: { show: { source: ['binary'] } },
	}),
	field.text('URL', 'url', {
		placeholder: 'e.g. https://example.com/picture.jpg',
		description:
			'Web address of the file; several separated by commas. Nothing is added if it is empty.',
		displayOptions: { show: { source: ['url'] } },
	}),
	field.text('Uploaded File', 'file', {
		placeholder: 'e.g. {{ $json }}',
		description:
			'The output of Media > Upload File, Media > Upload From URL or Video > Generate, or a list of such files. Nothing is added if it is empty.',
		displayOptions: { show: { source: ['upload'] } },
	}),
	field.collection('Details', 'details', {
		placeholder: 'Add Detail',
		options: [
			field.text('Alt Text', 'alt', {
				placeholder: 'e.g. A cup of coffee in the rain',
				description:
					'Describes the picture for people who cannot see it. Used by Bluesky, Mastodon and Tumblr.',
			}),
			field.text('Cover', 'cover', {
				placeholder: 'e.g. data or https://example.com/cover.png',
				description:
					'Preview picture of the video: a binary field, a web address, or an uploaded file. Required on Reddit, used by TikTok Business. YouTube has its own setting; for Pinterest, add the picture as a second file.',
			}),
			field.number('Cover Timestamp (Seconds)', 'coverAt', {
				typeOptions: { minValue: 0 },
				description:
					'The moment of the video to use as its cover. Used by Instagram and TikTok Business.',
			}),
		],
	}),
]);
