import type { IDataObject } from 'n8n-workflow';

import { toNumberIfNumeric } from '../values/read';
import { readRow, rowOption, toList } from './shapes';
import type { Provider } from './types';

/** Dev.to (docs/api.md, Providers). */
export const devto: Provider = {
	identifier: 'devto',
	displayName: 'Dev.to',
	text: 'markdown',
	maxLength: 100_000,
	ignoresThreads: true,
	fields: [
		{
			displayName: 'Title',
			name: 'title',
			type: 'string',
			required: true,
			fromText: true,
			default: '',
			minLength: 2,
			placeholder: 'e.g. How we built our shop',
			description: 'Title of the article',
		},
		{
			displayName: 'Organization',
			name: 'organization',
			type: 'resourceLocator',
			default: { mode: 'list', value: '' },
			primary: true,
			placeholder: 'e.g. 501',
			picker: {
				tool: 'organizations',
				rows: 'organizations',
				whenEmpty: "The account doesn't belong to an organization: leave this field empty.",
			},
			description: 'The organization to publish for. Your own profile if empty.',
		},
		{
			displayName: 'Tags',
			name: 'tags',
			type: 'multiOptions',
			default: [],
			primary: true,
			maxItems: 4,
			picker: {
				tool: 'tags',
				rows: 'tags',
				option: rowOption(({ label }) => label, ['value', 'label']),
				whenEmpty: 'Leave the tags empty, or try again later.',
			},
			payload: (value) =>
				toList(value).map((tag) => {
					const { value, label } = Object(readRow(tag, ['value', 'label'])) as IDataObject;
					return value === undefined || label === undefined
						? tag
						: { value: toNumberIfNumeric(value), label };
				}),
			element: {
				is: { value: 'number', label: 'text' },
				needs: 'the number and the name of a tag, such as {"value": 11, "label": "coffee"}',
			},
			description:
				'Up to four topics of the article. Choose from the list, or enter them as “number | name” by expression.',
		},
		{
			displayName: 'Main Image',
			name: 'main_image',
			type: 'string',
			default: '',
			file: true,
			placeholder: 'e.g. data or https://example.com/cover.png',
			description: 'Main picture of the article: the name of a binary field or a web address',
		},
		{
			displayName: 'Canonical URL',
			name: 'canonical',
			type: 'string',
			default: '',
			postLink: true,
			placeholder: 'e.g. https://example.com/blog/shop',
			description:
				'Web address at which the article was published first, so that search engines credit that page',
		},
	],
};
