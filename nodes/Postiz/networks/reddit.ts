import type { IDataObject } from 'n8n-workflow';

import { toObject, isObject } from '../common/value';
import { option } from '../form/fieldBuilders';
import { defineNetwork } from './defineNetwork';
import { createEntryOption, getEntrySettings, ID_AND_NAME, parseEntry } from './entries';
import { narrowTo, NO_FILES_IN_THREAD, rejectIf, warnOfPartialFailure } from './ruleBuilders';
import type { Condition } from './rules';
import { setting } from './settingBuilders';

const SUBREDDIT =
	/^(?:(?:(?:https?:\/\/)?(?:[\w-]+\.)*reddit\.com)?\/?r\/(\w+)(?:[/?#].*)?|(?!r\/)(\w+)\/?)$/i;

/** Converts `name`, `r/name`, `/r/name/` or a link to the service's `/r/name`; other values stay as they are. */
export function toSubreddit(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	const text = value.trim();
	const [, afterSlash, alone] = SUBREDDIT.exec(text) ?? [];
	const name = afterSlash ?? alone;
	return name ? `/r/${name}` : text;
}

const AUTOMATIC = 'automatic';

const hasKind = (subreddits: unknown, kinds: unknown[]) =>
	getEntrySettings(subreddits).some(({ type }) => kinds.includes(type));

const MEDIA: Condition = {
	description: 'as Picture or Video',
	isMet: ({ subreddit }) => hasKind(subreddit, ['media']),
};

/** Replaces Automatic with the kind for the files or the link; with `adapts`, also a kind that doesn't fit the files. */
function chooseKinds(
	subreddits: IDataObject[string],
	{ hasFiles, adapts }: { hasFiles: boolean; adapts: boolean },
): IDataObject[string] {
	const choose = (group: IDataObject) => {
		const { type, ...value } = toObject(group.value);
		const automatic = hasFiles ? 'media' : value.url ? 'link' : 'self';
		const isWrong = adapts && (type === 'media') !== hasFiles;
		return type === AUTOMATIC || isWrong
			? { ...group, value: { ...value, type: automatic } }
			: group;
	};
	const groups = Array.isArray(subreddits) ? (subreddits as IDataObject[]) : undefined;
	return groups?.map((group) => (isObject(group) ? choose(group) : group)) ?? subreddits;
}

/** Reddit: each subreddit has a title, a kind and, if required, a flair (docs/api.md, Providers). */
export const reddit = defineNetwork('Reddit', 'reddit', {
	color: '#b83a0a',
	maxLength: 10_000,
	rules: [
		{ measure: 'videosWithoutCover', max: 0, in: 'firstPart', mayBeAccepted: true },
		...narrowTo({ in: 'firstPart', when: MEDIA }, [
			{ measure: 'files', min: 1 },
			{ measure: 'files', max: 1, mayBeAccepted: true, remedy: 'Reddit accepts one file.' },
		]),
		NO_FILES_IN_THREAD,
		rejectIf(
			'Post Type',
			'is Text or Link, which publish no files',
			({ subreddit }, { files }) => files.length > 0 && hasKind(subreddit, ['self', 'link']),
			{ remedy: 'Choose Automatic or Picture or Video, or remove the files.' },
		),
		warnOfPartialFailure('Subreddits', 'subreddit'),
	],
	fileDetails: ['cover'],
	coverNote: 'Cover, required for videos',
	alignWithFiles: ({ subreddit, ...settings }, files, { adapts }) => ({
		...settings,
		...(subreddit !== undefined && {
			subreddit: chooseKinds(subreddit, { hasFiles: files.length > 0, adapts }),
		}),
	}),
	fields: [
		setting.fixedCollection('Subreddits', 'subreddit', {
			typeOptions: { multipleValues: true },
			required: true,
			default: { entry: [{}] },
			description: 'The subreddits to post in',
			nested: {
				name: 'Subreddit',
				fields: [
					setting.locator('Subreddit', 'subreddit', {
						required: true,
						placeholder: 'e.g. r/coffee or https://www.reddit.com/r/coffee',
						pattern: { matches: /^\/r\/\w+$/, expected: 'a subreddit, such as r/coffee' },
						channelTool: 'subreddits',
						searchKey: 'word',
						requiresSearchText: true,
						toOption: ({ name, title }) => {
							const subreddit = toSubreddit(name);
							if (typeof subreddit !== 'string' || subreddit === '') return undefined;
							return option([subreddit.slice(1), title].filter(Boolean).join(' – '), subreddit);
						},
						manualModeLabel: 'Name',
						toApiValue: toSubreddit,
						description: 'Such as r/coffee. Type a word to search.',
					}),
					setting.title('Title', 'title', {
						minLength: 2,
						maxLength: 300,
						isNetworkMaxLength: true,
						description: 'Title of the post. It cannot be changed later.',
					}),
					setting.choice('Post Type', 'type', {
						required: true,
						default: AUTOMATIC,
						options: [
							option(
								'Automatic',
								AUTOMATIC,
								'Picture or Video if the post has a file, Link if you enter one, else Text',
							),
							option('Link', 'link', 'A web address, without files'),
							option('Picture or Video', 'media', 'The file under Media. Reddit accepts one.'),
							option('Text', 'self', 'The text itself, without files'),
						],
						description: 'What to post. Some subreddits allow only some of these.',
					}),
					setting.text('Link', 'url', {
						acceptsPostLink: true,
						requiredWhen: { type: ['link'] },
						placeholder: 'e.g. https://example.com/menu',
						description: 'Web address that the post links to',
					}),
					setting.boolean('Add Flair', 'is_flair_required', {
						required: true,
						description: 'Whether to label the post with a flair, as some subreddits require',
					}),
					setting.locator('Flair', 'flair', {
						requiredWhen: { is_flair_required: [true] },
						placeholder: 'e.g. 8a5b2c1e-3f4d-11ee | Question',
						channelTool: 'restrictions',
						optionsLabel: 'flairs',
						idPattern: /^[\da-f]{8}-/,
						channelToolData: {
							subreddit: { field: 'subreddit', label: 'Subreddit', read: toSubreddit },
						},
						getEntries: (response) => (isObject(response) ? response.flairs : response),
						toOption: createEntryOption(['id', 'name']),
						manualModeLabel: 'ID and Name',
						toApiValue: (value) => parseEntry(value),
						shape: { type: { id: 'text', name: 'text' }, expected: ID_AND_NAME },
						description: 'Label of the post; every subreddit has its own',
					}),
				],
			},
		}),
	],
});
