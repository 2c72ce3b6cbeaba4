import { propertiesOf, toNumberIfNumeric } from '../common/parseValue';
import { hint, mistake, network, option, setting } from './defineNetwork';
import { mapList, idOption, toLabels, parseRow, rowOption, findText } from './optionRows';
import type { Network } from './networkTypes';

/** A network for articles and mails: only text, and files of settings, are published. */
const article = (
	displayName: string,
	identifier: string,
	text: 'html' | 'markdown',
	{ rules = [], ...rest }: Partial<Network>,
) =>
	network(displayName, identifier, {
		...rest,
		text,
		ignoresThreads: true,
		rules: [
			{ of: 'files', max: 0, in: 'post', note: 'the network publishes no files of a post' },
			...rules,
		],
	});

const mainImage = (description = 'Main picture of the article: a binary field or a web address') =>
	setting.file('Main Image', 'main_image', { description });

const canonical = (word: string) =>
	setting.text('Canonical URL', 'canonical', {
		postLink: true,
		placeholder: 'e.g. https://example.com/blog/roasting',
		description: `Where the ${word} was published first, so that search engines credit that page`,
	});

/** Dev.to (docs/api.md, Providers). */
export const devto = article('Dev.to', 'devto', 'markdown', {
	maxLength: 100_000,
	rules: [
		mistake(
			'Tags',
			'have more than 126 characters together',
			({ tags }) => toLabels(tags).join(', ').length > 126,
			{ mayPass: true },
		),
	],
	fields: [
		setting.title('Title', 'title', {
			minLength: 2,
			maxLength: 128,
			isLengthOfNetwork: true,
			description: 'Title of the article',
		}),
		setting.locator('Organization', 'organization', {
			placeholder: 'e.g. 501',
			tool: 'organizations',
			description: 'The organization to publish for. Your own profile if empty.',
		}),
		setting.choices('Tags', 'tags', {
			maxItems: 4,
			tool: 'tags',
			idLike: /^\d+$/,
			toOption: rowOption(['value', 'label']),
			payload: mapList((tag) => {
				const { value, label } = propertiesOf(parseRow(tag, ['value', 'label']));
				return value === undefined || label === undefined
					? undefined
					: { value: toNumberIfNumeric(value), label };
			}),
			element: {
				is: { value: 'number', label: 'text' },
				needs: 'the number and the name of a tag, such as {"value": 11, "label": "coffee"}',
			},
			description:
				'Up to four topics of the article. Choose from the list, or enter their names by expression.',
		}),
		mainImage(),
		canonical('article'),
	],
});

/** Hashnode (docs/api.md, Providers). */
export const hashnode = article('Hashnode', 'hashnode', 'markdown', {
	maxLength: 10_000,
	rules: [
		hint(
			'Publication',
			'must be of a paid plan (Pro), as Hashnode lets only these be written to from outside',
			() => true,
		),
	],
	fields: [
		setting.title('Title', 'title', {
			minLength: 6,
			description: 'Title of the article, at least 6 characters',
		}),
		setting.locator('Publication', 'publication', {
			required: true,
			placeholder: 'e.g. 64f1c2d3e4a5b6c7d8e9f0a1',
			tool: 'publications',
			description: 'The blog to publish in',
		}),
		setting.choices('Tags', 'tags', {
			required: true,
			tool: 'tagsList',
			rows: 'tags',
			toOption: rowOption(['value', 'label']),
			payload: mapList((tag) => {
				const row = propertiesOf(parseRow(tag, ['value', 'label']));
				// The name is optional for people who only know the ID of a tag.
				return row.value === undefined ? undefined : { label: row.value, ...row };
			}),
			element: {
				is: { value: 'text', label: 'text' },
				needs: 'the ID and the name of a tag, such as {"value": "tag-coffee", "label": "Coffee"}',
			},
			description: 'Topics of the article, at least one',
		}),
		mainImage(),
		canonical('article'),
		setting.text('Subtitle', 'subtitle', {
			minLength: 2,
			placeholder: 'e.g. From the sack to the cup',
			description: 'Second line of the title',
		}),
	],
});

/** Medium (docs/api.md, Providers). */
export const medium = article('Medium', 'medium', 'markdown', {
	maxLength: 100_000,
	rules: [
		hint(
			'Title',
			'has more than 100 characters, and is left out',
			({ title }) => String(title ?? '').length > 100,
		),
		hint('Tags', 'are only published up to 3, each with at most 25 characters', ({ tags }) => {
			const labels = toLabels(tags);
			return labels.length > 3 || labels.some((label) => label.length > 25);
		}),
		hint('Publication', 'gets the story only as a draft', ({ publication }) => publication),
	],
	fields: [
		setting.title('Title', 'title', { minLength: 2, description: 'Title of the story' }),
		setting.title('Subtitle', 'subtitle', {
			minLength: 2,
			description: 'Second line of the title',
		}),
		setting.locator('Publication', 'publication', {
			placeholder: 'e.g. b45573563f5a',
			tool: 'publications',
			description: 'The publication to submit the story to. Your own profile if empty.',
		}),
		canonical('story'),
		setting.tags({
			maxItems: 4,
			placeholder: 'e.g. coffee, craft',
			description: 'Up to four topics of the story, separated by commas',
		}),
	],
});

const terms = (displayName: string, name: string, description: string) =>
	setting.choices(displayName, name, {
		description,
		tool: `${name}List`,
		rows: name,
		idLike: /^\d+$/,
		toOption: (row) => {
			const shown = idOption(row);
			const id = toNumberIfNumeric(shown?.value);
			return shown && typeof id === 'number' ? { ...shown, value: id } : undefined;
		},
		payload: mapList((term) => {
			const id = toNumberIfNumeric(findText(term, ['value', 'id']));
			return typeof id === 'number' ? id : undefined;
		}),
		element: { is: 'number', needs: 'a number, such as 11' },
	});

/** WordPress (docs/api.md, Providers). */
export const wordpress = article('WordPress', 'wordpress', 'html', {
	maxLength: 100_000,
	fields: [
		setting.title('Title', 'title', { minLength: 2, description: 'Title of the article' }),
		setting.locator('Content Type', 'type', {
			required: true,
			default: { mode: 'list', value: 'posts', cachedResultName: 'Posts' },
			placeholder: 'e.g. posts',
			tool: 'postTypes',
			idLike: /^[a-z\d_-]+$/,
			rows: 'content types',
			description: 'A blog post, a page, or another type of the site',
		}),
		terms('Categories', 'categories', 'Categories of the site to file the article under'),
		terms('Tags', 'tags', 'Tags of the site for the article'),
		mainImage('Featured picture of the article: a binary field or a web address'),
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

/** Listmonk, a newsletter server (docs/api.md, Providers). */
export const listmonk = article('Listmonk', 'listmonk', 'html', {
	rules: [
		mistake(
			'Subject',
			'needs a letter of the Latin alphabet or a digit, of which Postiz makes the name of the campaign',
			({ subject }) => subject && !/[a-z\d]/i.test(String(subject).normalize('NFKD')),
			{ mayPass: true },
		),
		hint('Text', 'has {{, where Listmonk fills in a template', (_settings, { text }) =>
			text.includes('{{'),
		),
	],
	fields: [
		setting.title('Subject', 'subject', { description: 'Subject of the newsletter' }),
		setting.text('Preview Text', 'preview', {
			required: true,
			placeholder: 'e.g. Four new drinks, and a discount for you',
			description: 'Text that email apps show next to the subject',
		}),
		setting.locator('List', 'list', {
			required: true,
			placeholder: 'e.g. 3',
			tool: 'list',
			idLike: /^\d+$/,
			rows: 'lists',
			description: 'Who gets the newsletter',
		}),
		setting.locator('Template', 'template', {
			placeholder: 'e.g. 1',
			tool: 'templates',
			idLike: /^\d+$/,
			description: 'Design of the newsletter. The default of Listmonk if empty.',
		}),
	],
});
