import { network, option, setting, soundFields, toSound } from './declare';
import { ID_AND_NAME, parseRow, rowOption } from './shapes';
import type { SettingField } from './types';

/** The inbox gets nothing but the file and its title. */
const DIRECT = { content_posting_method: ['DIRECT_POST'] };

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
		onlyWith: DIRECT,
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
		onlyWith: DIRECT,
		default: true,
		description: 'Whether people can comment on the post',
	}),
	setting.boolean('Allow Duet', 'duet', {
		required: true,
		onlyWith: DIRECT,
		onlyFor: 'videos',
		description: 'Whether people can make duets with your video. No effect on photos.',
	}),
	setting.boolean('Allow Stitch', 'stitch', {
		required: true,
		onlyWith: DIRECT,
		onlyFor: 'videos',
		description: 'Whether people can use clips of your video in theirs. No effect on photos.',
	}),
	setting.choice('Add Music Automatically', 'autoAddMusic', {
		required: true,
		onlyWith: DIRECT,
		onlyFor: 'pictures',
		default: 'no',
		options: [option('No', 'no'), option('Yes', 'yes')],
		description: 'Whether TikTok adds music to photos. No effect on videos.',
	}),
	setting.boolean('Promotes Another Brand', 'brand_content_toggle', {
		required: true,
		onlyWith: DIRECT,
		description: 'Whether to label the post as a paid partnership with another brand',
	}),
	setting.boolean('Promotes Your Brand', 'brand_organic_toggle', {
		required: true,
		onlyWith: DIRECT,
		description: 'Whether to label the post as promotion of your own business',
	}),
	setting.boolean('Made With AI', 'video_made_with_ai', {
		onlyWith: DIRECT,
		onlyFor: 'videos',
		description: 'Whether to label the video as made with AI. No effect on photos.',
	}),
	setting.text('Title', 'title', {
		onlyFor: 'pictures',
		maxLength: 90,
		placeholder: 'e.g. Our winter menu',
		description: 'Title of a photo post, at most 90 characters',
	}),
];

/** TikTok (docs/api.md, Providers). */
export const tiktok = network('TikTok', 'tiktok', {
	nicknames: ['TT'],
	maxLength: 2000,
	media: { required: 'any', videoAlone: true },
	ignoresThreads: true,
	fetchesFiles: true,
	fields,
});

/** TikTok for businesses: also has music and a location. */
export const tiktokBusiness = network('TikTok Business', 'tiktok-business', {
	...tiktok,
	maxLength: 2200,
	media: { required: 'any', max: 35, videoAlone: true },
	fileDetails: ['cover', 'coverAt'],
	coverNote: 'Cover, or Cover Timestamp (Seconds)',
	fields: [
		...fields,
		setting.locator('Location', 'location', {
			onlyWith: DIRECT,
			placeholder: 'e.g. 22535865202345678 | Acme Coffee Harbour',
			tool: 'locationSearch',
			rows: 'places',
			searchKey: 'q',
			searchFirst: true,
			toOption: rowOption(['id', 'name', 'address'], ['name', 'address'], ', '),
			byHand: 'ID and Name',
			payload: (value) => parseRow(value, ['id', 'name', 'address']),
			shape: { is: { id: 'text', name: 'text' }, needs: ID_AND_NAME },
			description: 'Place to show on the post. Type a word to search for places.',
		}),
		setting.fixedCollection('Music', 'music', {
			onlyWith: DIRECT,
			description: 'Music from the library of TikTok for businesses',
			nested: {
				name: 'Music',
				fields: soundFields('Track', {
					placeholder: 'e.g. 7123456789012345678',
					description: 'The track to play. Type a genre to search for music.',
					tool: 'musicSearch',
					rows: 'tracks',
					searchKey: 'genre',
					whenEmpty: 'Type a genre, such as pop, in the field above the list.',
				}),
			},
			payload: toSound,
		}),
	],
});
