import { isLink, mentionsPost } from '../service/networks/types.cjs';
import {
	boolean,
	equals,
	isBoolean,
	isDefined,
	isUrl,
	string,
	when,
	group as object,
} from '../service/schema.cjs';
import type { Network } from './network.cjs';
import type { Rule } from './rule.cjs';
import { createPlaces, createRule } from './ruleBuilders.cjs';
import { createPictures, repeat } from './samples.cjs';
import {
	EACH_PLACE,
	checkbox,
	choice,
	groupList,
	requiredText,
	row,
	text,
	textOfLength,
	title,
	url,
} from './settingBuilders.cjs';

/** Whether a post goes to a subreddit as one of these kinds. */
const hasKind =
	(...kinds: string[]) =>
	({ subreddit }: { subreddit?: unknown }) =>
		Array.isArray(subreddit) &&
		subreddit.some(({ value }: { value?: { type?: string } }) => kinds.includes(value?.type ?? ''));
/** Accepted like any text of two letters; a file reaches Reddit only for `media`. */
const isOldKind = hasKind('image', 'video', 'videogif');

export const reddit: Network = {
	name: 'Reddit',
	details: ['thumbnail'],
	max: 10_000,
	drops: 'laterMedia',
	dropsFiles: hasKind('self', 'link'),
	failsWith: (settings) =>
		isOldKind(settings) ? 'Reddit could not find the media of this post' : undefined,
	settings: {
		subreddit: groupList(
			'Subreddits',
			{
				settings: {
					subreddit: text('Subreddit', {
						channelTool: 'subreddits',
						like: '/r/coffee',
						description: 'As /r/name',
						schema: textOfLength(2),
					}),
					title: title(),
					type: {
						...choice('Post Type', ['self', 'link', 'media'], {
							description: 'self, link or media',
							schema: textOfLength(2),
						}),
						// The files of the post decide which of these it becomes.
						choices: ['automatic', 'self', 'link', 'media'],
					},
					url: url('Link', {
						schema: when(
							({ type, url }) => type === 'link' && Boolean(url) && !mentionsPost(url),
							string(isLink, isDefined, isUrl),
						),
					}),
					is_flair_required: checkbox('Add Flair', { schema: boolean(isDefined, isBoolean) }),
					flair: row(
						'Flair',
						'restrictions',
						when(
							equals('is_flair_required', true),
							object({ id: requiredText, name: requiredText }, isDefined),
						),
					),
				},
				needed: [
					[{ type: 'self', is_flair_required: false }, []],
					[{ type: 'link' }, ['Link']],
					[{ is_flair_required: true }, ['Flair']],
				],
				fullest: { type: 'link' },
			},
			EACH_PLACE,
		),
	},
};

export const redditRules: Rule[] = [
	// It is published without the picture.
	createRule('reddit', 'rejected', 'Text or Link', [0, 1], (count) => ({
		...createPlaces({ type: 'self' }),
		...createPictures(count),
	})),
	createRule('reddit', 'noted', 'get the post one by one', [1, 2], (count) =>
		createPlaces(...repeat(count, { type: 'self', title: 'Tea' })),
	),
];
