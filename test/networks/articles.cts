/** Articles and mail: Medium, Dev.to, Hashnode, WordPress and Listmonk. */
import { isLink, label, mentionsPost } from '../service/networks/types.cjs';
import {
	isArray,
	isNumber,
	isString,
	maxElements,
	minElements,
	minLength,
	number,
	numbers,
	optional,
	string,
	when,
	withDefault,
	list as listOf,
} from '../service/schema.cjs';
import type { Network } from './network.cjs';
import type { Rule } from './rule.cjs';
import {
	checkSettings,
	createNote,
	createNumberedTags,
	createRule,
	createTags,
	listLabels,
	withSettings,
	withText,
} from './ruleBuilders.cjs';
import { createText, toText } from './samples.cjs';
import {
	choice,
	file,
	list,
	requiredText,
	text,
	textOfLength,
	title,
	url,
} from './settingBuilders.cjs';

const canonical = url('Canonical URL', {
	schema: when(({ canonical: link }) => Boolean(link) && !mentionsPost(link), string(isLink)),
});
const mainImage = file('Main Image');

export const medium: Network = {
	name: 'Medium',
	max: 100_000,
	text: 'markdown',
	drops: 'laterParts',
	settings: {
		title: title(),
		subtitle: text('Subtitle', { schema: textOfLength(2) }),
		canonical,
		publication: text('Publication', { channelTool: 'publications' }),
		tags: list(
			'Tags',
			{ value: 'coffee', label: 'coffee' },
			{
				word: 'coffee',
				schema: optional(listOf(label, maxElements(4))),
			},
		),
	},
};

export const devto: Network = {
	name: 'Dev.to',
	max: 100_000,
	text: 'markdown',
	drops: 'laterParts',
	settings: {
		title: title(),
		main_image: mainImage,
		canonical,
		organization: text('Organization', { channelTool: 'organizations' }),
		tags: list(
			'Tags',
			{ value: 11, label: 'coffee' },
			{
				word: '11 | coffee',
				channelTool: 'tags',
				schema: withDefault(
					[],
					listOf({ value: number(isNumber), label: string(isString) }, maxElements(4)),
				),
			},
		),
	},
};

export const hashnode: Network = {
	name: 'Hashnode',
	max: 10_000,
	text: 'markdown',
	drops: 'laterParts',
	settings: {
		title: title(6),
		subtitle: text('Subtitle', { schema: optional(string(minLength(2), isString)) }),
		main_image: mainImage,
		canonical,
		publication: text('Publication', { channelTool: 'publications', schema: requiredText }),
		tags: list(
			'Tags',
			{ value: 'tea', label: 'tea' },
			{ word: 'tea', channelTool: 'tagsList', schema: listOf(label, minElements(1), isArray) },
		),
	},
};

export const wordpress: Network = {
	name: 'WordPress',
	max: 100_000,
	text: 'html',
	drops: 'laterParts',
	needsServerAddress: true,
	settings: {
		title: title(),
		main_image: mainImage,
		type: text('Content Type', { channelTool: 'postTypes', like: 'posts', schema: requiredText }),
		categories: list('Categories', 11, {
			channelTool: 'categoriesList',
			schema: optional(numbers),
		}),
		tags: list('Tags', 11, { channelTool: 'tagsList', schema: optional(numbers) }),
		status: choice('Status', ['publish', 'draft', 'pending', 'private']),
	},
};

export const listmonk: Network = {
	name: 'Listmonk',
	max: Infinity,
	text: 'mail',
	drops: 'laterParts',
	needsServerAddress: true,
	settings: {
		subject: text('Subject', { schema: string(minLength(1), isString) }),
		preview: text('Preview Text', { schema: string(isString) }),
		list: text('List', {
			channelTool: 'list',
			like: '3',
			description: 'From list',
			schema: string(isString),
		}),
		template: text('Template', {
			channelTool: 'templates',
			like: '17',
			description: 'From templates',
		}),
	},
};

// Whether a Hashnode publication is on a paid plan cannot be known: every post there gets a note.
export const articleRules: Rule[] = [
	createRule(
		'devto',
		'mayBeAccepted',
		'Tags',
		[62, 63],
		(count) => withSettings({ tags: createNumberedTags(createText(62), createText(count)) }),
		checkSettings((settings) => listLabels(settings.tags).join(', ').length > 126),
	),
	createNote(
		'medium',
		'Title',
		withSettings({ title: createText(100) }),
		withSettings({ title: createText(101) }),
	),
	createRule('medium', 'noted', 'Tags', [3, 4], (count) =>
		withSettings({ tags: createTags(...'abcd'.slice(0, count)) }),
	),
	createRule('medium', 'noted', 'Tags', [25, 26], (count) =>
		withSettings({ tags: createTags(createText(count)) }),
	),
	createNote('medium', 'draft', {}, withSettings({ publication: '1' })),
	createRule(
		'listmonk',
		'mayBeAccepted',
		'Subject',
		['茶 A', '茶'],
		(subject) => withSettings({ subject }),
		checkSettings(
			({ subject }) =>
				toText(subject) !== '' && !/[a-z0-9]/i.test(toText(subject).normalize('NFKD')),
		),
	),
	createNote('listmonk', '{{', withText('{ Tea }'), withText('{{ Tea }}')),
];
