import type { INodeProperties } from 'n8n-workflow';

import { mediaCollection } from '../../../media/fields';

/** How often the post is published again. */
export const repeatField: INodeProperties = {
	displayName: 'Repeat Every (Days)',
	name: 'inter',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 7,
	description: 'Publish the same post again after this many days',
};

/** The labels of the post in the calendar. */
export const tagsField: INodeProperties = {
	displayName: 'Tags',
	name: 'tags',
	type: 'string',
	default: '',
	placeholder: 'e.g. winter, menu',
	description:
		'Tags in the calendar of Postiz, separated by commas. Only tags that already exist in Postiz are kept. Hashtags belong in the text.',
};

/** The text of the post. */
export const textField: INodeProperties = {
	displayName: 'Text',
	name: 'content',
	type: 'string',
	typeOptions: { rows: 5 },
	default: '',
	placeholder: 'e.g. Our winter menu is here!',
	description: 'The text of the post on all channels, unless Network Settings have a Custom Text',
};

/** How the text is written. */
export const textFormat: INodeProperties = {
	displayName: 'Text Format',
	name: 'contentFormat',
	type: 'options',
	default: 'automatic',
	options: [
		{
			name: 'As Is',
			value: 'asIs',
			description: 'Send the text unchanged to Postiz',
		},
		{
			name: 'Automatic',
			value: 'automatic',
			description: 'Publish every character as you wrote it',
		},
		{ name: 'HTML', value: 'html', description: 'Keep bold, underline, links and lists' },
		{ name: 'Markdown', value: 'markdown', description: 'Turn Markdown into formatting' },
		{
			name: 'Plain Text',
			value: 'plain',
			description: 'Publish every character as you wrote it, tags included',
		},
	],
	description: 'How the text is written: as plain text, Markdown or HTML',
};

/** The files of a post. */
export const mediaField: INodeProperties = {
	displayName: 'Media',
	name: 'media',
	type: 'fixedCollection',
	placeholder: 'Add Media',
	typeOptions: { multipleValues: true, sortable: true, multipleValueButtonText: 'Add Media' },
	default: {},
	description: 'Pictures and videos of the post, in this order. Each file is uploaded once.',
	builderHint: {
		propertyHint:
			'Source "binary" takes names of binary fields, "url" takes addresses without any download before. Media: Upload is not required.',
	},
	options: [mediaCollection],
};

/** The later parts of a post. */
export const threadField: INodeProperties = {
	displayName: 'Thread',
	name: 'thread',
	type: 'fixedCollection',
	placeholder: 'Add Part or First Comment',
	typeOptions: {
		multipleValues: true,
		sortable: true,
		multipleValueButtonText: 'Add Part or First Comment',
	},
	default: {},
	description:
		'More parts that follow as a thread, or as comments, such as a first comment with a link',
	options: [
		{
			displayName: 'Part',
			name: 'segment',
			values: [
				{
					displayName: 'Text',
					name: 'content',
					type: 'string',
					typeOptions: { rows: 3 },
					default: '',
					description: 'Text of this part of the thread',
				},
				{
					displayName: 'Delay (Minutes)',
					name: 'delay',
					type: 'number',
					typeOptions: { minValue: 0 },
					default: 0,
					description: 'Minutes to wait after the previous part of the thread',
				},
				{
					displayName: 'Media',
					name: 'media',
					type: 'fixedCollection',
					placeholder: 'Add Media',
					typeOptions: {
						multipleValues: true,
						sortable: true,
						multipleValueButtonText: 'Add Media',
					},
					default: {},
					description: 'Pictures and videos of this part of the thread',
					options: [mediaCollection],
				},
			],
		},
	],
};
