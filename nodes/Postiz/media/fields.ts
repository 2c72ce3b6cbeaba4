import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';

const mediaSource: INodeProperties = {
	displayName: 'Source',
	name: 'source',
	type: 'options',
	default: 'binary',
	options: [
		{ name: 'Binary Field', value: 'binary', description: 'A file that a node before gave' },
		{
			name: 'Uploaded File',
			value: 'upload',
			description: 'A file from Media > Upload or Video > Generate',
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
				'Name of the field that holds the file; several separated by commas, or * for all files of the item',
			displayOptions: { show: { source: ['binary'] } },
		},
		{
			displayName: 'URL',
			name: 'url',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://example.com/picture.jpg',
			description:
				'Public address of the file; several separated by commas. Nothing is added where it is empty.',
			displayOptions: { show: { source: ['url'] } },
		},
		{
			displayName: 'Uploaded File',
			name: 'file',
			type: 'string',
			default: '',
			placeholder: 'e.g. {{ $json }}',
			description:
				'The output of Media > Upload File or Upload From URL, or a list of such files. Nothing is added where it is an empty text or list.',
			displayOptions: { show: { source: ['upload'] } },
		},
		{
			displayName: 'Alt Text',
			name: 'alt',
			type: 'string',
			default: '',
			description: 'What the picture shows, for people who cannot see it',
		},
	],
};
