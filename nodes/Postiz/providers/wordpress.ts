import { toNumberIfNumeric } from '../values/read';
import { network, setting } from './declare';
import { eachOf, idOption, textIn } from './shapes';
import type { Picker, SettingField } from './types';

const numbers = (
	displayName: string,
	name: string,
	description: string,
	list: Pick<Picker, 'tool' | 'rows' | 'whenEmpty'>,
): SettingField => ({
	displayName,
	name,
	description,
	type: 'multiOptions',
	default: [],
	...list,
	toOption: (row) => {
		const option = idOption(row);
		const id = toNumberIfNumeric(option?.value);
		return option && typeof id === 'number' ? { ...option, value: id } : undefined;
	},
	payload: eachOf((term) => {
		const id = toNumberIfNumeric(textIn(term, ['value', 'id']));
		return typeof id === 'number' ? id : undefined;
	}),
	element: { is: 'number', needs: 'a number, such as 11' },
});

/** WordPress (docs/api.md, Providers). */
export const wordpress = network('WordPress', 'wordpress', {
	text: 'html',
	maxLength: 100_000,
	ignoresThreads: true,
	fields: [
		setting.title('Title', 'title', {
			minLength: 2,
			placeholder: 'e.g. How we roast our beans',
			description: 'Title of the article',
		}),
		setting.locator('Content Type', 'type', {
			required: true,
			default: { mode: 'list', value: 'posts', cachedResultName: 'Posts' },
			placeholder: 'e.g. posts',
			tool: 'postTypes',
			rows: 'content types',
			whenEmpty: 'Enter it by ID: every WordPress site has posts.',
			description: 'What to create on the site: a blog post, a page, or another type that it has',
		}),
		numbers('Categories', 'categories', 'Categories of the site to file the article under', {
			tool: 'categoriesList',
			rows: 'categories',
			whenEmpty: 'Add a category on the site first, or leave this field empty.',
		}),
		numbers('Tags', 'tags', 'Tags of the site for the article', {
			tool: 'tagsList',
			rows: 'tags',
			whenEmpty: 'Add a tag on the site first, or leave this field empty.',
		}),
		setting.file('Main Image', 'main_image', {
			description: 'Featured picture of the article: the name of a binary field or a web address',
		}),
		setting.choice('Status', 'status', {
			default: 'publish',
			options: [
				{ name: 'Draft', value: 'draft', description: 'Keep it as a draft on the site' },
				{ name: 'Pending Review', value: 'pending', description: 'An editor has to approve it' },
				{ name: 'Private', value: 'private', description: 'Only people who sign in see it' },
				{ name: 'Published', value: 'publish', description: 'Everyone can read it' },
			],
			description: 'Status of the article on the site',
		}),
	],
});
