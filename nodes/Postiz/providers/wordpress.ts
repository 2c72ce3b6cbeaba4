import { toNumberIfNumeric } from '../values/read';
import { idOption, textIn, toList } from './shapes';
import type { Picker, Provider, SettingField } from './types';

const numbers = (
	field: Pick<SettingField, 'displayName' | 'name' | 'description'>,
	picker: Pick<Picker, 'tool' | 'rows' | 'whenEmpty'>,
): SettingField => ({
	...field,
	type: 'multiOptions',
	default: [],
	primary: true,
	picker: {
		...picker,
		option: (row) => {
			const option = idOption(row);
			const id = toNumberIfNumeric(option?.value);
			return option && typeof id === 'number' ? { ...option, value: id } : undefined;
		},
	},
	payload: (value) =>
		toList(value).map((term) => {
			const id = toNumberIfNumeric(textIn(term, ['value', 'id']));
			return typeof id === 'number' ? id : term;
		}),
	element: { is: 'number', needs: 'a number, such as 11' },
});

/** WordPress (docs/api.md, Providers). */
export const wordpress: Provider = {
	identifier: 'wordpress',
	displayName: 'WordPress',
	text: 'html',
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
			description: 'Title of the article',
		},
		{
			displayName: 'Content Type',
			name: 'type',
			type: 'resourceLocator',
			required: true,
			default: { mode: 'list', value: 'posts', cachedResultName: 'Posts' },
			placeholder: 'e.g. posts',
			picker: {
				tool: 'postTypes',
				rows: 'content types',
				whenEmpty: 'Enter it by ID: every WordPress site has posts.',
			},
			description: 'What to create on the site: a blog post, a page, or another type that it has',
		},
		numbers(
			{
				displayName: 'Categories',
				name: 'categories',
				description: 'Categories of the site to file the article under',
			},
			{
				tool: 'categoriesList',
				rows: 'categories',
				whenEmpty: 'Add a category on the site first, or leave this field empty.',
			},
		),
		numbers(
			{
				displayName: 'Tags',
				name: 'tags',
				description: 'Tags of the site for the article',
			},
			{
				tool: 'tagsList',
				rows: 'tags',
				whenEmpty: 'Add a tag on the site first, or leave this field empty.',
			},
		),
		{
			displayName: 'Main Image',
			name: 'main_image',
			type: 'string',
			default: '',
			file: true,
			placeholder: 'e.g. data or https://example.com/cover.png',
			description: 'Featured picture of the article: the name of a binary field or a web address',
		},
		{
			displayName: 'Status',
			name: 'status',
			type: 'options',
			default: 'publish',
			options: [
				{ name: 'Draft', value: 'draft', description: 'Keep it as a draft on the site' },
				{ name: 'Pending Review', value: 'pending', description: 'An editor has to approve it' },
				{ name: 'Private', value: 'private', description: 'Only people who sign in see it' },
				{ name: 'Published', value: 'publish', description: 'Everyone can read it' },
			],
			description: 'Status of the article on the site',
		},
	],
};
