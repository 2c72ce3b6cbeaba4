import { network, option, problemIf, setting, soundFields, toSound } from './declare';
import { eachOf, textIn } from './shapes';
import type { SettingField, Variant } from './types';

const ONE_VIDEO: Variant = { media: { required: 'video', max: 1 } };

const fields: SettingField[] = [
	setting.choice('Post Type', 'post_type', {
		required: true,
		default: 'post',
		options: [
			option('Post', 'post', 'A post, carousel or reel in your feed'),
			option('Story', 'story', 'A picture or video that stays for a day'),
		],
		description: 'What to publish. A video in a post becomes a reel.',
	}),
	setting.text('Collaborators', 'collaborators', {
		placeholder: 'e.g. acmecoffee, acmeroasters',
		maxItems: 3,
		payload: eachOf((person) => {
			const name = textIn(person, ['label', 'username', 'name', 'value']);
			return name && { label: name.replace(/^@/, '') };
		}),
		element: { is: { label: 'text' }, needs: 'a username, such as {"label": "acmecoffee"}' },
		onlyWith: { post_type: ['post'] },
		description:
			'Up to three usernames, separated by commas, that are invited to share the post. No effect on stories.',
	}),
	setting.boolean('Trial Reel', 'is_trial_reel', {
		onlyWith: { post_type: ['post'] },
		description:
			"Whether to show the reel only to people who don't follow you, as a trial. No effect on pictures and stories.",
	}),
	setting.choice('Trial Reel Ends', 'graduation_strategy', {
		onlyWith: { is_trial_reel: [true] },
		default: 'MANUAL',
		options: [
			option(
				'Automatically, Based on Performance',
				'SS_PERFORMANCE',
				'Instagram shows it to your followers if it performs well',
			),
			option('Manually', 'MANUAL', 'You share it in the Instagram app'),
		],
		description:
			'How a trial reel ends and your followers get to see it. Only used if Trial Reel is on.',
	}),
];

const audio = setting.fixedCollection('Audio', 'audio', {
	description: 'Music or an original sound for a reel. No effect on pictures and stories.',
	nested: {
		name: 'Audio',
		fields: [
			setting.choice('Type', 'kind', {
				default: 'music',
				formOnly: true,
				options: [option('Music', 'music'), option('Original Sound', 'original_sound')],
				description: 'Which sounds to search for',
			}),
			...soundFields('Sound', {
				placeholder: 'e.g. 18012345678901234',
				description: 'The sound to play',
				tool: 'audioSearch',
				rows: 'sounds',
				searchKey: 'q',
				searchFirst: true,
				toolData: { type: { field: 'kind', label: 'Type', optional: true } },
				whenEmpty: 'Search for another word, or choose the other Type.',
			}),
		],
	},
	payload: toSound,
});

/** Both kinds of connection share their settings; audio needs a business account. */
export const instagramStandalone = network('Instagram (Standalone)', 'instagram-standalone', {
	nicknames: ['IG', 'Insta', 'Instagram Reels', 'IG Reels'],
	maxLength: 2200,
	media: { required: 'any' },
	fileDetails: ['coverAt'],
	coverNote: 'Cover Timestamp (Seconds)',
	variant: ({ is_trial_reel }) => (is_trial_reel ? ONE_VIDEO : {}),
	ignoresLaterMedia: true,
	fetchesFiles: true,
	fields,
});

/** Instagram through a Facebook page (docs/api.md, Providers). */
export const instagram = network('Instagram (Facebook Business)', 'instagram', {
	...instagramStandalone,
	media: { required: 'any', max: 10 },
	variant: ({ is_trial_reel, audio: sound }) => (is_trial_reel || sound ? ONE_VIDEO : {}),
	fields: [...fields, audio],
	check: ({ audio: sound, post_type }, post) =>
		problemIf(
			post && sound && post_type === 'story',
			'Audio',
			'cannot be used in a story. Remove it, or choose Post',
		),
});
