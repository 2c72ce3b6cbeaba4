import { toTags } from './shapes';
import type { Provider } from './types';

/** Medium (docs/api.md, Providers). */
export const medium: Provider = {
	identifier: 'medium',
	displayName: 'Medium',
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
			placeholder: 'e.g. How we roast our beans',
			description: 'Title of the story',
		},
		{
			displayName: 'Subtitle',
			name: 'subtitle',
			type: 'string',
			required: true,
			default: '',
			minLength: 2,
			placeholder: 'e.g. From the sack to the cup',
			description: 'Second line of the title',
		},
		{
			displayName: 'Publication',
			name: 'publication',
			type: 'resourceLocator',
			default: { mode: 'list', value: '' },
			primary: true,
			placeholder: 'e.g. b45573563f5a',
			picker: {
				tool: 'publications',
				rows: 'publications',
				whenEmpty: "The account doesn't write for a publication: leave this field empty.",
			},
			description: 'The publication to submit the story to. Your own profile if empty.',
		},
		{
			displayName: 'Canonical URL',
			name: 'canonical',
			type: 'string',
			default: '',
			postLink: true,
			placeholder: 'e.g. https://example.com/blog/roasting',
			description:
				'Web address at which the story was published first, so that search engines credit that page',
		},
		{
			displayName: 'Tags',
			name: 'tags',
			type: 'string',
			default: '',
			maxItems: 4,
			placeholder: 'e.g. coffee, craft',
			payload: (value) => toTags(value),
			element: {
				is: { value: 'text', label: 'text' },
				needs: 'a value and a label, such as {"value": "coffee", "label": "coffee"}',
			},
			description: 'Up to four topics of the story, separated by commas',
		},
	],
};
