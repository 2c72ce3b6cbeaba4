import { option } from '../form/fieldBuilders';
import { defineNetwork } from './defineNetwork';
import { createEntryOption, ID_AND_NAME, parseEntry } from './entries';
import type { SettingField } from './networkTypes';
import { createCondition, noteIf, rejectIf } from './ruleBuilders';
import type { Rule } from './rules';
import { createSoundFields, setting, toSound } from './settingBuilders';

const fields: SettingField[] = [
	setting.choice('How to Post', 'content_posting_method', {
		required: true,
		default: 'DIRECT_POST',
		options: [
			option('Direct Post', 'DIRECT_POST'),
			option(
				'Send to Inbox',
				'UPLOAD',
				'Send it to your inbox in the TikTok app, where you finish it',
			),
		],
		description: 'Send to Inbox ignores all settings except the title',
	}),
	setting.choice('Who Can View', 'privacy_level', {
		required: true,
		default: 'PUBLIC_TO_EVERYONE',
		options: [
			option('Everyone', 'PUBLIC_TO_EVERYONE'),
			option('Followers', 'FOLLOWER_OF_CREATOR'),
			option('Friends', 'MUTUAL_FOLLOW_FRIENDS'),
			option('Only You', 'SELF_ONLY'),
		],
		description: 'Who can see the post. Friends are followers that you follow back.',
	}),
	setting.boolean('Allow Comments', 'comment', {
		required: true,
		default: true,
		description: 'Whether people can comment on the post',
	}),
	setting.boolean('Allow Duet', 'duet', {
		required: true,
		description: 'Whether people can make duets with your video. No effect on photos.',
	}),
	setting.boolean('Allow Stitch', 'stitch', {
		required: true,
		description: 'Whether people can use clips of your video in theirs. No effect on photos.',
	}),
	setting.choice('Add Music Automatically', 'autoAddMusic', {
		required: true,
		default: 'no',
		options: [option('No', 'no'), option('Yes', 'yes')],
		description: 'Whether TikTok adds music to photos. No effect on videos.',
	}),
	setting.boolean('Promotes Another Brand', 'brand_content_toggle', {
		required: true,
		description: 'Whether to label the post as a paid partnership with another brand',
	}),
	setting.boolean('Promotes Your Brand', 'brand_organic_toggle', {
		required: true,
		description: 'Whether to label the post as promotion of your own business',
	}),
	setting.boolean('Made With AI', 'video_made_with_ai', {
		description: 'Whether to label the video as made with AI. No effect on photos.',
	}),
	setting.text('Title', 'title', {
		maxLength: 90,
		placeholder: 'e.g. Our winter menu',
		description: 'Title of a photo post, at most 90 characters',
	}),
];

const DIRECT_POST = createCondition('as Direct Post', 'content_posting_method', 'DIRECT_POST');
const INBOX = createCondition('as Send to Inbox', 'content_posting_method', 'UPLOAD');

const rules: Rule[] = [
	{ measure: 'files', min: 1 },
	{ measure: 'filesBesideVideo', max: 0, mayBeAccepted: true },
	{ measure: 'pictures', max: 35 },
	{ measure: 'pictureType', noneOf: ['gif'] },
	{ measure: 'pictureShorterSide', max: 1080, mayBeAccepted: true },
	{ measure: 'pictureLongerSide', max: 1920, mayBeAccepted: true },
	{ measure: 'videoShorterSide', min: 360, mayBeAccepted: true },
	{ measure: 'videoLongerSide', max: 4096, mayBeAccepted: true },
	{ measure: 'fps', min: 23, max: 60, mayBeAccepted: true },
	{ measure: 'codec', oneOf: ['H.264', 'HEVC', 'VP8', 'VP9'], note: 'TikTok may refuse it' },
	{ measure: 'seconds', min: 3, note: 'TikTok may refuse it' },
	{ measure: 'seconds', max: 180, note: 'TikTok allows some accounts only 3 or 5 minutes' },
	{ measure: 'seconds', max: 600, mayBeAccepted: true },
	{ measure: 'postsPerDay', max: 15, note: 'TikTok accepts only about 15 from other apps' },
	{
		measure: 'postsPerDay',
		max: 5,
		when: INBOX,
		note: 'TikTok keeps only 5 until you finish them',
	},
	noteIf(
		'Who Can View',
		'is Everyone, which TikTok refuses for private accounts and unaudited apps',
		({ privacy_level: audience }) => audience === 'PUBLIC_TO_EVERYONE',
		{ when: DIRECT_POST },
	),
];

const NO_PRIVATE_AD: Rule = rejectIf(
	'Promotes Another Brand',
	'is not possible if Who Can View is Only You',
	({ brand_content_toggle: isPaid, privacy_level: audience }) =>
		isPaid === true && audience === 'SELF_ONLY',
	{ when: DIRECT_POST, mayBeAccepted: true },
);

export const tiktok = defineNetwork('TikTok', 'tiktok', {
	nicknames: ['TT'],
	color: '#121212',
	maxLength: 2000,
	rules: [...rules, NO_PRIVATE_AD],
	ignoresThreads: true,
	fetchesFiles: true,
	fields,
});

/** TikTok for businesses: also has music and a location. */
export const tiktokBusiness = defineNetwork('TikTok Business', 'tiktok-business', {
	...tiktok,
	maxLength: 2200,
	rules: [
		...rules,
		noteIf(
			'Who Can View',
			'has no effect on videos',
			({ privacy_level: audience }, { files }) =>
				audience !== 'PUBLIC_TO_EVERYONE' && files.some(({ kind }) => kind === 'video'),
			{ when: DIRECT_POST },
		),
		noteIf(
			'Music',
			'has no effect on photos with Add Music Automatically',
			({ music, autoAddMusic }, { files }) =>
				Boolean(music) && autoAddMusic === 'yes' && files.some(({ kind }) => kind === 'image'),
		),
	],
	fileDetails: ['cover', 'coverAt'],
	coverNote: 'Cover, or Cover Timestamp (Seconds)',
	fields: [
		...fields,
		setting.locator('Location', 'location', {
			placeholder: 'e.g. 22535865202345678 | Acme Coffee Harbour',
			channelTool: 'locationSearch',
			optionsLabel: 'places',
			searchKey: 'q',
			requiresSearchText: true,
			toOption: createEntryOption(['id', 'name', 'address'], ['name', 'address'], ', '),
			manualModeLabel: 'ID and Name',
			toApiValue: (value) => parseEntry(value, ['id', 'name', 'address']),
			shape: { type: { id: 'text', name: 'text' }, expected: ID_AND_NAME },
			description: 'Place to show on the post. Type a word to search for places.',
		}),
		setting.fixedCollection('Music', 'music', {
			description: 'Music from the library of TikTok for businesses',
			nested: {
				name: 'Music',
				fields: createSoundFields('Track', {
					placeholder: 'e.g. 7123456789012345678',
					description: 'The track to play. Type a genre to search for music.',
					channelTool: 'musicSearch',
					optionsLabel: 'tracks',
					searchKey: 'genre',
				}),
			},
			toApiValue: toSound,
		}),
	],
});
