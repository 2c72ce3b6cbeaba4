import { toNumberIfNumeric } from '../values/read';
import { FILES_ARE_LOST, network, option, setting } from './declare';
import { eachOf, idOption, textIn } from './shapes';

const terms = (displayName: string, name: string, one: string, rest: { description: string }) =>
	setting.choices(displayName, name, {
		...rest,
		tool: `${name}List`,
		rows: name,
		idLike: /^\d+$/,
		whenEmpty: `Add a ${one} on the site first, or leave this field empty.`,
		toOption: (row) => {
			const shown = idOption(row);
			const id = toNumberIfNumeric(shown?.value);
			return shown && typeof id === 'number' ? { ...shown, value: id } : undefined;
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
	rules: [FILES_ARE_LOST],
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
			idLike: /^[a-z\d_-]+$/,
			rows: 'content types',
			whenEmpty: 'Enter it by ID: every WordPress site has posts.',
			description: 'A blog post, a page, or another type of the site',
		}),
		terms('Categories', 'categories', 'category', {
			description: 'Categories of the site to file the article under',
		}),
		terms('Tags', 'tags', 'tag', {
			description: 'Tags of the site for the article',
		}),
		setting.file('Main Image', 'main_image', {
			description: 'Featured picture of the article: a binary field or a web address',
		}),
		setting.choice('Status', 'status', {
			default: 'publish',
			options: [
				option('Draft', 'draft', 'Keep it as a draft on the site'),
				option('Pending Review', 'pending', 'An editor has to approve it'),
				option('Private', 'private', 'Only people who sign in see it'),
				option('Published', 'publish', 'Everyone can read it'),
			],
			description: 'Status of the article on the site',
		}),
	],
});
