import { entry, field, option } from '../form/fields';

/** A file of Media: its source, and its details. */
export const mediaCollection = entry('File', 'file', [
	field.choice('Source', 'source', {
		noDataExpression: true,
		default: 'binary',
		description: 'Where the file comes from',
		options: [
			option('Binary Field', 'binary'),
			option('Uploaded File', 'upload', 'A file that is in Postiz already'),
			option('URL', 'url'),
		],
	}),
	field.text('Binary Field', 'binaryField', {
		default: 'data',
		placeholder: 'e.g. data',
		hint: 'The name of the file on the Binary tab of the input',
		description: 'Several separated by commas, or * for all files',
		displayOptions: { show: { source: ['binary'] } },
	}),
	field.text('URL', 'url', {
		placeholder: 'e.g. https://example.com/picture.jpg',
		description: 'Web address of the file; several separated by commas. None if empty.',
		displayOptions: { show: { source: ['url'] } },
	}),
	field.text('Uploaded File', 'file', {
		placeholder: 'e.g. {{ $json }}',
		description:
			'The output of a Media operation or Video > Generate, or a list of such files. None if empty.',
		displayOptions: { show: { source: ['upload'] } },
	}),
	field.collection('Details', 'details', {
		placeholder: 'Add Detail',
		options: [
			field.text('Alt Text', 'alt', {
				placeholder: 'e.g. A cup of coffee in the rain',
				description:
					'Describes the picture for people who cannot see it, on Bluesky, Mastodon and Tumblr',
			}),
			field.text('Cover', 'cover', {
				placeholder: 'e.g. data or https://example.com/cover.png',
				description:
					'Preview picture of the video: a binary field, web address or uploaded file. Required on Reddit, used by TikTok Business.',
			}),
			field.number('Cover Timestamp (Seconds)', 'coverAt', {
				typeOptions: { minValue: 0 },
				description: 'The moment of the video that is its cover on Instagram and TikTok Business',
			}),
		],
	}),
]);
