import { toNumberIfNumeric } from '../common/parseNumber';
import { toObject } from '../common/value';
import { option } from '../form/fieldBuilders';
import { defineNetwork } from './defineNetwork';
import { createEntryOption, parseEntry, toIdOption } from './entries';
import { findText, mapList } from './listValues';
import type { Network } from './networkTypes';
import { noteIf, rejectIf } from './ruleBuilders';
import { setting } from './settingBuilders';
import { toTagLabels } from './tags';

/** A network for articles and newsletters: it publishes the text and the files in settings. */
const defineArticleNetwork = (
	displayName: string,
	identifier: string,
	markup: 'html' | 'markdown',
	{ rules = [], ...declaration }: Partial<Network>,
) =>
	defineNetwork(displayName, identifier, {
		...declaration,
		markup,
		ignoresThreads: true,
		rules: [
			{
				measure: 'files',
				max: 0,
				in: 'firstPart',
				note: 'the network publishes no files of a post',
			},
			...rules,
		],
	});

const createMainImageField = (
	description = 'Main picture of the article: a binary field or a web address',
) => setting.file('Main Image', 'main_image', { description });

const createCanonicalUrlField = (word: string) =>
	setting.text('Canonical URL', 'canonical', {
		acceptsPostLink: true,
		placeholder: 'e.g. https://example.com/blog/roasting',
		description: `Where the ${word} was published first, so that search engines credit that page`,
	});

export const devto = defineArticleNetwork('Dev.to', 'devto', 'markdown', {
	maxLength: 100_000,
	rules: [
		rejectIf(
			'Tags',
			'have more than 126 characters in total',
			({ tags }) => toTagLabels(tags).join(', ').length > 126,
			{ mayBeAccepted: true },
		),
	],
	fields: [
		setting.title('Title', 'title', {
			minLength: 2,
			maxLength: 128,
			isNetworkMaxLength: true,
			description: 'Title of the article',
		}),
		setting.locator('Organization', 'organization', {
			placeholder: 'e.g. 501',
			channelTool: 'organizations',
			description: 'The organization to publish for. Your own profile if empty.',
		}),
		setting.multiChoice('Tags', 'tags', {
			maxItems: 4,
			channelTool: 'tags',
			idPattern: /^\d+$/,
			toOption: createEntryOption(['value', 'label']),
			toApiValue: mapList((tag) => {
				const { value, label } = toObject(parseEntry(tag, ['value', 'label']));
				return value === undefined || label === undefined
					? undefined
					: { value: toNumberIfNumeric(value), label };
			}),
			element: {
				type: { value: 'number', label: 'text' },
				expected: 'the number and the name of a tag, such as {"value": 11, "label": "coffee"}',
			},
			description:
				'Up to four topics of the article. Choose from the list, or enter their names by expression.',
		}),
		createMainImageField(),
		createCanonicalUrlField('article'),
	],
});

export const hashnode = defineArticleNetwork('Hashnode', 'hashnode', 'markdown', {
	maxLength: 10_000,
	rules: [
		noteIf(
			'Publication',
			'must be on a paid plan (Pro): Hashnode accepts posts from other apps only there',
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
			channelTool: 'publications',
			description: 'The blog to publish in',
		}),
		setting.multiChoice('Tags', 'tags', {
			required: true,
			channelTool: 'tagsList',
			optionsLabel: 'tags',
			toOption: createEntryOption(['value', 'label']),
			toApiValue: mapList((tag) => {
				const row = toObject(parseEntry(tag, ['value', 'label']));
				// The name is optional for people who only know the ID of a tag.
				return row.value === undefined ? undefined : { label: row.value, ...row };
			}),
			element: {
				type: { value: 'text', label: 'text' },
				expected:
					'the ID and the name of a tag, such as {"value": "tag-coffee", "label": "Coffee"}',
			},
			description: 'Topics of the article, at least one',
		}),
		createMainImageField(),
		createCanonicalUrlField('article'),
		setting.text('Subtitle', 'subtitle', {
			minLength: 2,
			placeholder: 'e.g. From the sack to the cup',
			description: 'Second line of the title',
		}),
	],
});

export const medium = defineArticleNetwork('Medium', 'medium', 'markdown', {
	color: '#191919',
	maxLength: 100_000,
	rules: [
		noteIf(
			'Title',
			'has more than 100 characters, and is left out',
			({ title }) => String(title ?? '').length > 100,
		),
		noteIf(
			'Tags',
			'are only published if they are among the first 3 and have at most 25 characters',
			({ tags }) => {
				const labels = toTagLabels(tags);
				return labels.length > 3 || labels.some((label) => label.length > 25);
			},
		),
		noteIf('Publication', 'gets the story only as a draft', ({ publication }) =>
			Boolean(publication),
		),
	],
	fields: [
		setting.title('Title', 'title', { minLength: 2, description: 'Title of the story' }),
		setting.title('Subtitle', 'subtitle', {
			minLength: 2,
			description: 'Second line of the title',
		}),
		setting.locator('Publication', 'publication', {
			placeholder: 'e.g. b45573563f5a',
			channelTool: 'publications',
			description: 'The publication to submit the story to. Your own profile if empty.',
		}),
		createCanonicalUrlField('story'),
		setting.tags({
			maxItems: 4,
			placeholder: 'e.g. coffee, craft',
			description: 'Up to four topics of the story, separated by commas',
		}),
	],
});

const createTermsField = (displayName: string, name: string, description: string) =>
	setting.multiChoice(displayName, name, {
		description,
		channelTool: `${name}List`,
		optionsLabel: name,
		idPattern: /^\d+$/,
		toOption: (row) => {
			const idOption = toIdOption(row);
			const id = toNumberIfNumeric(idOption?.value);
			return idOption && typeof id === 'number' ? { ...idOption, value: id } : undefined;
		},
		toApiValue: mapList((term) => {
			const id = toNumberIfNumeric(findText(term, ['value', 'id']));
			return typeof id === 'number' ? id : undefined;
		}),
		element: { type: 'number', expected: 'a number, such as 11' },
	});

export const wordpress = defineArticleNetwork('WordPress', 'wordpress', 'html', {
	maxLength: 100_000,
	fields: [
		setting.title('Title', 'title', { minLength: 2, description: 'Title of the article' }),
		setting.locator('Content Type', 'type', {
			required: true,
			default: { mode: 'list', value: 'posts', cachedResultName: 'Posts' },
			placeholder: 'e.g. posts',
			channelTool: 'postTypes',
			idPattern: /^[a-z\d_-]+$/,
			optionsLabel: 'content types',
			description: 'A blog post, a page, or another type of the site',
		}),
		createTermsField(
			'Categories',
			'categories',
			'Categories of the site to file the article under',
		),
		createTermsField('Tags', 'tags', 'Tags of the site for the article'),
		createMainImageField('Featured picture of the article: a binary field or a web address'),
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

/** Listmonk, a newsletter server. */
export const listmonk = defineArticleNetwork('Listmonk', 'listmonk', 'html', {
	rules: [
		rejectIf(
			'Subject',
			'needs a Latin letter or a digit, which Postiz uses to name the campaign',
			({ subject }) => Boolean(subject) && !/[a-z\d]/i.test(String(subject).normalize('NFKD')),
			{ mayBeAccepted: true },
		),
		noteIf('Text', 'has {{, which Listmonk reads as a template', (_settings, { text }) =>
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
			channelTool: 'list',
			idPattern: /^\d+$/,
			optionsLabel: 'lists',
			description: 'Who gets the newsletter',
		}),
		setting.locator('Template', 'template', {
			placeholder: 'e.g. 1',
			channelTool: 'templates',
			idPattern: /^\d+$/,
			description: 'Design of the newsletter. The default of Listmonk if empty.',
		}),
	],
});
