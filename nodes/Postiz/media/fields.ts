import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';

const mediaSource: INodeProperties = {
	displayName: 'Source',
	name: 'source',
	type: 'options',
	default: 'binary',
	description:
		'Where the file comes from: a binary field of the input, a URL, or an earlier upload',
	options: [
		{ name: 'Binary Field', value: 'binary', description: 'A file from the previous node' },
		{
			name: 'Uploaded File',
			value: 'upload',
			description: 'A file from Media > Upload File or Video > Generate',
		},
		{ name: 'URL', value: 'url', description: 'The web address of a file' },
	],
};

/** One file of a Media list: where it comes from, and what it shows. */
export const mediaCollection: INodePropertyCollection = {
	displayName: 'File',
	name: 'file',
	values: [
		mediaSource,
		{
			displayName: 'Binary Field',
			name: 'binaryField',
			type: 'string',
			default: 'data',
			placeholder: 'e.g. data',
			hint: 'The name that the file has on the Binary tab of the input',
			description:
				'Name of the field that contains the file; several separated by commas, or * for all files of the item',
			displayOptions: { show: { source: ['binary'] } },
		},
		{
			displayName: 'URL',
			name: 'url',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://example.com/picture.jpg',
			description:
				'Web address of the file; several separated by commas. Nothing is added if it is empty.',
			displayOptions: { show: { source: ['url'] } },
		},
		{
			displayName: 'Uploaded File',
			name: 'file',
			type: 'string',
			default: '',
			placeholder: 'e.g. {{ $json }}',
			description:
				'The output of Media > Upload File, Media > Upload From URL or Video > Generate, or a list of such files. Nothing is added if it is empty.',
			displayOptions: { show: { source: ['upload'] } },
		},
		{
			displayName: 'Details',
			name: 'details',
			type: 'collection',
			placeholder: 'Add Detail',
			default: {},
			options: [
				{
					displayName: 'Alt Text',
					name: 'alt',
					type: 'string',
					default: '',
					placeholder: 'e.g. A cup of coffee in the rain',
					description:
						'Describes the picture for people who cannot see it. Used by Bluesky, Mastodon and Tumblr.',
				},
				{
					displayName: 'Cover',
					name: 'cover',
					type: 'string',
					default: '',
					placeholder: 'e.g. data or https://example.com/cover.png',
					description:
						'Picture that stands for the video: a binary field, a web address, or an uploaded file. Required on Reddit, used by TikTok Business. YouTube has a setting of its own; for Pinterest, add a second file.',
				},
				{
					displayName: 'Cover Timestamp (Seconds)',
					name: 'coverAt',
					type: 'number',
					typeOptions: { minValue: 0 },
					default: 0,
					description:
						'The moment of the video to use as its cover. Used by Instagram and TikTok Business.',
				},
			],
		},
	],
};
