/** Communities: Farcaster, Lemmy, Skool, Whop, MeWe and Moltbook. */
import { filled, isString, minLength, optional, string } from '../service/schema.cjs';
import type { Network } from './network.cjs';
import type { Rule } from './rule.cjs';
import {
	checkTitles,
	createFileSample,
	createNote,
	createPlaces,
	createRule,
	createVideoSample,
	rejectOnArrival,
} from './ruleBuilders.cjs';
import {
	createPicture,
	createPictures,
	createText,
	createVideo,
	isVideo,
	repeat,
} from './samples.cjs';
import {
	EACH_PLACE,
	choice,
	createListLocator,
	groupList,
	picker,
	requiredText,
	text,
	textOfLength,
	title,
	unused,
	url,
} from './settingBuilders.cjs';

export const farcaster: Network = {
	name: 'Farcaster (Warpcast)',
	alias: 'wrapcast',
	max: 800,
	rulesInWords: 'Pictures only.',
	settings: {
		subreddit: groupList(
			'Farcaster Channels',
			{
				settings: {
					id: text('Farcaster Channel', { channelTool: 'subreddits', schema: string(isString) }),
				},
			},
			[[], []],
		),
	},
};

export const lemmy: Network = {
	name: 'Lemmy',
	max: 10_000,
	drops: 'laterMedia',
	needsServerAddress: true,
	settings: {
		subreddit: groupList(
			'Communities',
			{
				settings: {
					subreddit: {
						label: 'Community',
						channelTool: 'subreddits',
						entered: [[createListLocator({ id: 301, name: 'coffee' }), 'coffee']],
						beside: { id: '301' },
						schema: textOfLength(2),
					},
					id: unused(requiredText),
					title: title(),
					url: url('Link'),
				},
			},
			EACH_PLACE,
		),
	},
};

export const skool: Network = {
	name: 'Skool',
	max: 5000,
	settings: {
		group: picker('Skool Group', 'groups', { description: 'From groups' }),
		label: picker('Label', 'label', { description: 'From label, of the group' }),
		title: text('Title', { description: 'The headline', schema: filled }),
	},
};

export const whop: Network = {
	name: 'Whop',
	max: 50_000,
	text: 'markdown',
	settings: {
		company: picker('Company', 'companies', { description: 'From companies' }),
		experience: picker('Experience', 'experiences', {
			description: 'From experiences, of the company',
		}),
		title: text('Title'),
	},
};

export const mewe: Network = {
	name: 'MeWe',
	max: 63_206,
	drops: 'laterParts',
	settings: {
		postType: choice('Post To', ['timeline', 'group'], {
			rules: [],
			description: 'Where it is posted',
		}),
		group: text('MeWe Group', {
			channelTool: 'groups',
			description: 'From groups',
			schema: optional(string(isString, minLength(1))),
		}),
	},
	needed: [
		[{ postType: 'timeline' }, []],
		[{ postType: 'group' }, ['MeWe Group']],
	],
};

export const moltbook: Network = {
	name: 'Moltbook',
	max: 300,
	drops: 'laterMedia',
	hidesSettings: true,
	settings: { submolt: text('Submolt', { like: 'general', schema: filled }) },
};

const LEMMY_COVERS = ['png', 'jpg', 'gif'];

export const communityRules: Rule[] = [
	createRule('warpcast', 'noted', 'get the post one by one', [1, 2], (count) =>
		createPlaces(...repeat(count, { id: 'tea' })),
	),
	createRule(
		'lemmy',
		'mayBeAccepted',
		'must begin with',
		['gif', 'webp'],
		(ending) => createFileSample(createPicture({ ending })),
		({ files: [[first]] }) => first !== undefined && !LEMMY_COVERS.includes(first.ending),
		rejectOnArrival('You can set only one picture for a cover'),
	),
	createRule('lemmy', 'rejected', 'Community needs an ID', ['1', null], (id) =>
		createPlaces({ subreddit: 'tea', id, title: 'Tea' }),
	),
	createRule('lemmy', 'mayBeAccepted', 'Title must have at least 2', ['Tea', 'T'], (title) =>
		createPlaces({ title }),
	),
	createRule(
		'lemmy',
		'rejected',
		'Title must be one line',
		['Tea', 'Te'],
		(title) => createPlaces({ title }),
		checkTitles((title) => title.length < 3),
	),
	createRule(
		'lemmy',
		'rejected',
		'Title must be one line',
		[200, 201],
		(count) => createPlaces({ title: createText(count) }),
		checkTitles((title) => title.length > 200),
	),
	createRule(
		'lemmy',
		'rejected',
		'Title must be one line',
		['Tea cake', 'Tea\ncake'],
		(title) => createPlaces({ title }),
		checkTitles((title) => title.includes('\n')),
	),
	createNote('lemmy', 'first file', createPictures(1), createPictures(2)),
	createRule('lemmy', 'noted', 'get the post one by one', [1, 2], (count) =>
		createPlaces(...repeat(count, { title: 'Tea' })),
	),
	createNote('mewe', 'only pictures', createPictures(1), {
		files: [createPicture(), createVideo()],
	}),
	createRule(
		'mewe',
		'mayBeAccepted',
		'no picture',
		[createPictures(1), createVideoSample(30)],
		(sample) => sample,
		({ files: [own] }) => own.length > 0 && own.every(isVideo),
	),
];
