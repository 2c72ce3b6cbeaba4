import { extractId } from '../common/parseText';
import { toObject } from '../common/value';
import { option } from '../form/fieldBuilders';
import { defineNetwork } from './defineNetwork';
import {
	createEntryOption,
	getEntrySettings,
	ID_AND_NAME,
	parseEntry,
	toIdOption,
} from './entries';
import { NO_FILES_IN_THREAD, rejectIf, warnOfPartialFailure } from './ruleBuilders';
import { setting } from './settingBuilders';

/** Farcaster; the reference and running instances name it differently (docs/api.md, Providers). */
export const farcaster = defineNetwork('Farcaster (Warpcast)', 'warpcast', {
	aliases: ['wrapcast'],
	maxLength: 800,
	rules: [
		{ measure: 'bytes', max: 1024, mayBeAccepted: true },
		{ measure: 'videos', max: 0, mayBeAccepted: true },
		{ measure: 'files', max: 2, note: 'only Pro accounts may publish more' },
		{ measure: 'files', max: 4, mayBeAccepted: true },
		warnOfPartialFailure('Farcaster Channels', 'subreddit'),
	],
	fields: [
		setting.fixedCollection('Farcaster Channels', 'subreddit', {
			typeOptions: { multipleValues: true },
			description:
				'Topic channels of Farcaster to post in. Without one, the post goes to your feed.',
			nested: {
				name: 'Farcaster Channel',
				fields: [
					setting.locator('Farcaster Channel', 'id', {
						required: true,
						placeholder: 'e.g. coffee',
						channelTool: 'subreddits',
						optionsLabel: 'Farcaster channels',
						searchKey: 'word',
						requiresSearchText: true,
						toOption: (row) => toIdOption(row, ['title', 'name']),
						description: 'The Farcaster channel to post in. Type a word to search for channels.',
					}),
				],
			},
		}),
	],
});

// The service requires both the ID and the name of a community. If one is missing, the entered value is kept for
// validation.
function flattenCommunity(element: unknown): unknown {
	const { subreddit: community, ...rest } = toObject(toObject(element).value);
	const { id, name } = toObject(community);
	return id && name ? { value: { subreddit: name, id, ...rest } } : element;
}

export const lemmy = defineNetwork('Lemmy', 'lemmy', {
	maxLength: 10_000,
	rules: [
		rejectIf(
			'Media',
			'must begin with a PNG, JPG or GIF picture, the cover of the post',
			(_settings, { files: [first] }) =>
				first?.kind !== undefined && !/^(png|jpg|gif)$/.test(first.extension),
			{ mayBeAccepted: true },
		),
		{
			measure: 'filesAfterFirst',
			max: 0,
			in: 'firstPart',
			note: 'Lemmy publishes only the first file',
		},
		NO_FILES_IN_THREAD,
		rejectIf(
			'Community',
			`needs ${ID_AND_NAME}`,
			({ subreddit }) =>
				getEntrySettings(subreddit).some(
					({ id, subreddit: name }) => typeof name === 'string' && extractId(id) === '',
				),
			{ inDrafts: true },
		),
		rejectIf('Title', 'must be one line of 3 to 200 characters', ({ subreddit }) =>
			getEntrySettings(subreddit).some(
				({ title }) => typeof title === 'string' && !/^.{3,200}$/u.test(title.trim()),
			),
		),
		warnOfPartialFailure('Communities', 'subreddit'),
	],
	fields: [
		setting.fixedCollection('Communities', 'subreddit', {
			typeOptions: { multipleValues: true },
			required: true,
			default: { entry: [{}] },
			description: 'The Lemmy communities to post in',
			nested: {
				name: 'Community',
				fields: [
					setting.locator('Community', 'subreddit', {
						required: true,
						minLength: 2,
						placeholder: 'e.g. 301 | coffee',
						channelTool: 'subreddits',
						optionsLabel: 'communities',
						searchKey: 'word',
						requiresSearchText: true,
						toOption: createEntryOption(['id', 'name'], ['title', 'name']),
						manualModeLabel: 'ID and Name',
						toApiValue: (value) => parseEntry(value),
						shape: { type: 'text', expected: ID_AND_NAME },
						description: 'Type a word to search for communities.',
					}),
					setting.title('Title', 'title', { minLength: 2, description: 'Title of the post' }),
					setting.link('Link', 'url', {
						description: 'Web address that the post links to. None if empty.',
					}),
				],
			},
			toApiValue: (value) => (Array.isArray(value) ? value.map(flattenCommunity) : value),
		}),
	],
});

export const mewe = defineNetwork('MeWe', 'mewe', {
	maxLength: 63_206,
	ignoresThreads: true,
	rules: [
		{ measure: 'videos', max: 0, note: 'Postiz sends MeWe only pictures' },
		{ measure: 'pictures', min: 1, onlyWith: 'files', mayBeAccepted: true },
	],
	fields: [
		setting.choice('Post To', 'postType', {
			required: true,
			default: 'timeline',
			options: [
				option('MeWe Group', 'group', 'Only the members of the group see it'),
				option('Timeline', 'timeline'),
			],
			description: 'Where on MeWe the post appears',
		}),
		setting.locator('MeWe Group', 'group', {
			requiredWhen: { postType: ['group'] },
			placeholder: 'e.g. 5f1e2d3c4b5a697887960504',
			channelTool: 'groups',
			description: 'The MeWe group to post in',
		}),
	],
});

export const moltbook = defineNetwork('Moltbook', 'moltbook', {
	maxLength: 300,
	rules: [
		{ measure: 'files', max: 0, in: 'firstPart', note: 'Moltbook publishes only the text' },
		NO_FILES_IN_THREAD,
	],
	fields: [
		setting.text('Submolt', 'submolt', {
			required: true,
			placeholder: 'e.g. general',
			description: 'Name of the Moltbook community to post in',
		}),
	],
});

export const skool = defineNetwork('Skool', 'skool', {
	maxLength: 5000,
	fields: [
		setting.locator('Skool Group', 'group', {
			required: true,
			placeholder: 'e.g. baristas',
			channelTool: 'groups',
			description: 'The Skool group to post in',
		}),
		setting.locator('Label', 'label', {
			required: true,
			placeholder: 'e.g. news',
			channelTool: 'label',
			optionsLabel: 'labels',
			channelToolData: { id: { field: 'group', label: 'Skool Group' } },
			description: 'The label of the group under which the post appears',
		}),
		setting.title('Title', 'title', { description: 'Title of the post' }),
	],
});

export const whop = defineNetwork('Whop', 'whop', {
	markup: 'markdown',
	maxLength: 50_000,
	fields: [
		setting.locator('Company', 'company', {
			required: true,
			placeholder: 'e.g. biz_a1b2c3d4e5',
			channelTool: 'companies',
			description: 'The Whop company to post for',
		}),
		setting.locator('Experience', 'experience', {
			required: true,
			placeholder: 'e.g. exp_a1b2c3d4e5',
			channelTool: 'experiences',
			channelToolData: { id: { field: 'company', label: 'Company' } },
			description: 'Which forum of the company to post in',
		}),
		setting.text('Title', 'title', {
			placeholder: 'e.g. Tasting on Friday',
			description: 'Title of the post. None if empty.',
		}),
	],
});
