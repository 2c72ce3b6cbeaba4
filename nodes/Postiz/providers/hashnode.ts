import { isObject } from '../values/read';
import { readRow, rowOption, toList } from './shapes';
import type { Provider } from './types';

/** Hashnode (docs/api.md, Providers). */
export const hashnode: Provider = {
	identifier: 'hashnode',
	displayName: 'Hashnode',
	text: 'markdown',
	maxLength: 10_000,
	ignoresThreads: true,
	fields: [
		{
			displayName: 'Title',
			name: 'title',
			type: 'string',
			required: true,
			fromText: true,
			default: '',
			minLength: 6,
			placeholder: 'e.g. How we built our shop',
			description: 'Title of the article, at least 6 characters',
		},
		{
			displayName: 'Publication',
			name: 'publication',
			type: 'resourceLocator',
			required: true,
			default: { mode: 'list', value: '' },
			placeholder: 'e.g. 64f1c2d3e4a5b6c7d8e9f0a1',
			picker: {
				tool: 'publications',
				rows: 'publications',
				whenEmpty: 'Create a publication (blog) on Hashnode first.',
			},
			description: 'The blog to publish in',
		},
		{
			displayName: 'Tags',
			name: 'tags',
			type: 'multiOptions',
			required: true,
			default: [],
			minItems: 1,
			picker: {
				tool: 'tagsList',
				rows: 'tags',
				option: rowOption(({ label, name }) => label ?? name, ['value', 'label']),
				whenEmpty: 'Try again later, or enter the tags with an expression.',
			},
			payload: (value) =>
				toList(value).map((tag) => {
					const row = readRow(tag, ['value', 'label']);
					// Those who know only the ID of a tag may leave its name out.
					return isObject(row) && row.value !== undefined ? { label: row.value, ...row } : tag;
				}),
			element: {
				is: { value: 'text', label: 'text' },
				needs: 'the ID and the name of a tag, such as {"value": "tag-coffee", "label": "Coffee"}',
			},
			description: 'Topics of the article, at least one',
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
		{
			displayName: 'Subtitle',
			name: 'subtitle',
			type: 'string',
			default: '',
			minLength: 2,
			placeholder: 'e.g. From the sack to the cup',
			description: 'Second line of the title',
		},
	],
};
