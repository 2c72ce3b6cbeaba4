import { label } from '../service/networks/types.cjs';
import {
	custom,
	isArray,
	isDefined,
	isString,
	maxLength,
	minLength,
	optional,
	string,
	list as listOf,
	type Values,
} from '../service/schema.cjs';
import type { Network } from './network.cjs';
import type { Rule } from './rule.cjs';
import {
	checkSettings,
	createRule,
	createTags,
	createVideoSample,
	listLabels,
	withSettings,
	withText,
} from './ruleBuilders.cjs';
import { MB, createPicture, createText, toText } from './samples.cjs';
import { choice, file, list, text } from './settingBuilders.cjs';

const MAX_TAG_CHARACTERS = 500;
const fitsTogether = custom(
	(tags) =>
		!Array.isArray(tags) ||
		tags.reduce(
			(sum: number, own: { label?: string } | null) => sum + (own?.label?.length ?? 0),
			0,
		) <= MAX_TAG_CHARACTERS,
	`The maximum allowed is ${MAX_TAG_CHARACTERS} characters in total for all tags.`,
);

export const youtube: Network = {
	name: 'YouTube',
	max: 5000,
	files: 'video',
	drops: 'laterParts',
	rulesInWords: 'A single video.',
	settings: {
		title: text('Title', { schema: string(isDefined, maxLength(100), minLength(2), isString) }),
		type: choice('Visibility', ['public', 'private', 'unlisted'], { rules: [isDefined] }),
		selfDeclaredMadeForKids: choice('Made for Kids', ['yes', 'no']),
		thumbnail: file('Thumbnail'),
		tags: list(
			'Tags',
			{ value: 'coffee', label: 'coffee' },
			{
				word: 'coffee',
				schema: optional(listOf(label, fitsTogether, isArray)),
			},
		),
	},
};

export const youtubeRules: Rule[] = [
	createRule(
		'youtube',
		'rejected',
		'Title has <',
		['Tea & cake', 'Tea > cake'],
		(title) => withSettings({ title }),
		checkSettings(({ title }) => /[<>]/.test(toText(title))),
	),
	createRule(
		'youtube',
		'rejected',
		'Text has <',
		['Tea & cake', '<p>Tea &lt; cake</p>'],
		withText,
		({ texts: [own] }) => /[<>]/.test(own),
		{ answer: 'invalidDescription' },
	),
	createRule(
		'youtube',
		'mayBeAccepted',
		'Tags',
		[248, 249],
		(count) => withSettings({ tags: createTags(`${createText(count)} ${createText(249)}`) }),
		// A tag with a space is put in quotes, which count.
		checkSettings(
			(settings) =>
				listLabels(settings.tags).reduce(
					(sum, tag) => sum + tag.length + (tag.includes(' ') ? 2 : 0),
					0,
				) > 500,
		),
		{ answer: 'invalidTags' },
	),
	createRule(
		'youtube',
		'mayBeAccepted',
		'Thumbnail must be',
		['png', 'webp'],
		(ending) =>
			withSettings(
				{ thumbnail: { id: '1', path: `https://e.example/a.${ending}` } },
				createVideoSample(200),
			),
		checkSettings(({ thumbnail }) =>
			/\.(gif|webp)$/.test(toText((thumbnail as Values | undefined)?.path)),
		),
		{ answer: 'imageFormatUnsupported' },
	),
	createRule('youtube', 'noted', 'Short', [181, 180], (seconds) =>
		withSettings(
			{ thumbnail: { id: '1', path: 'https://e.example/a.png' } },
			createVideoSample(seconds),
		),
	),
	createRule('youtube', 'noted', 'more than 2 MB', [2 * MB, 2 * MB + 1], (bytes) => ({
		...createVideoSample(200),
		settingFiles: { thumbnail: createPicture({ bytes }) },
	})),
];
