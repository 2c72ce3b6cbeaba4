import type { Provider } from './types';

/** Pinterest (docs/api.md, Providers). */
export const pinterest: Provider = {
	identifier: 'pinterest',
	displayName: 'Pinterest',
	text: 'plain',
	maxLength: 500,
	media: { required: 'any', max: 5, videoWithCover: true, equalSizes: true },
	coverNote: 'the picture beside the video',
	ignoresThreads: true,
	fetchesFiles: true,
	fields: [
		{
			displayName: 'Board',
			name: 'board',
			type: 'resourceLocator',
			required: true,
			default: { mode: 'list', value: '' },
			placeholder: 'e.g. 549755885175',
			picker: {
				tool: 'boards',
				rows: 'boards',
				whenEmpty: 'Create a board on Pinterest first.',
			},
			description: 'The board to pin to',
		},
		{
			displayName: 'Dominant Color',
			name: 'dominant_color',
			type: 'color',
			default: '',
			description: 'Color that Pinterest shows while the picture loads',
		},
		{
			displayName: 'Link',
			name: 'link',
			type: 'string',
			default: '',
			url: true,
			placeholder: 'e.g. https://example.com/menu',
			description: 'Web address that the pin links to',
		},
		{
			displayName: 'Title',
			name: 'title',
			type: 'string',
			default: '',
			maxLength: 100,
			placeholder: 'e.g. Latte art for beginners',
			description: 'Title of the pin, at most 100 characters',
		},
	],
};
