import { isObject } from '../common/value';
import { option } from '../form/fieldBuilders';
import { defineNetwork } from './defineNetwork';
import { findText, mapList } from './listValues';
import { MIB } from './measures';
import type { SettingField } from './networkTypes';
import {
	createCondition,
	narrowTo,
	negateCondition,
	NO_FILES_IN_THREAD,
	rejectIf,
} from './ruleBuilders';
import type { Condition, Rule } from './rules';
import { createSoundFields, setting, toSound } from './settingBuilders';
import { toTagLabels } from './tags';

const STORY = createCondition('in a story', 'post_type', 'story');
const FEED = negateCondition(STORY, 'in a post');

const requireOneVideo = (reel: Condition): Rule[] =>
	narrowTo({ in: 'firstPart', when: reel }, [
		{ measure: 'videos', min: 1 },
		{ measure: 'files', max: 1, mayBeAccepted: true },
	]);

const MAY_REFUSE = 'Instagram may refuse it';

const rules: Rule[] = [
	...narrowTo({ in: 'firstPart' }, [
		{ measure: 'mentions', max: 20, mayBeAccepted: true },
		{ measure: 'hashtags', max: 30, mayBeAccepted: true },
		{ measure: 'hashtags', max: 5, note: 'Instagram allows many accounts no more than this' },
		{ measure: 'files', min: 1 },
		{ measure: 'files', max: 10, mayBeAccepted: true },
	]),
	NO_FILES_IN_THREAD,
	...narrowTo({ in: 'firstPart' }, [
		{ measure: 'pictureRatio', min: 0.75, max: 1.91, when: FEED, note: MAY_REFUSE },
		{ measure: 'pictureRatio', min: 0.5, max: 2.5, when: FEED, mayBeAccepted: true },
		{ measure: 'pictureBytes', max: 8 * MIB, mayBeAccepted: true },
		{ measure: 'pictureType', noneOf: ['gif', 'webp'], note: MAY_REFUSE },
		{ measure: 'seconds', min: 3, max: 900, when: FEED, mayBeAccepted: true },
		{ measure: 'videoBytes', max: 300 * MIB, when: FEED, note: MAY_REFUSE },
		{ measure: 'fps', min: 23, max: 60, note: MAY_REFUSE },
		{ measure: 'videoWidth', max: 1920, note: MAY_REFUSE },
		{ measure: 'codec', oneOf: ['H.264', 'HEVC'], note: MAY_REFUSE },
		{ measure: 'coversAfterEnd', max: 0, mayBeAccepted: true, remedy: 'Choose an earlier moment.' },
	]),
	...narrowTo({ in: 'firstPart', when: STORY }, [
		{ measure: 'codePoints', max: 0, note: 'a story shows no text' },
		{ measure: 'filesAfterFirst', max: 0, note: 'each becomes a story of its own' },
		{ measure: 'seconds', max: 60, note: 'Instagram may cut or refuse it' },
		{ measure: 'videoBytes', max: 100 * MIB, note: MAY_REFUSE },
	]),
	{ measure: 'postsPerDay', max: 25, note: 'Instagram allows many accounts no more than this' },
	...requireOneVideo(createCondition('in a trial reel', 'is_trial_reel', true)),
	rejectIf(
		'Collaborators',
		'make Instagram refuse a post with several files, unless Postiz is newer than 16 September 2026',
		({ collaborators }, { files }) =>
			Array.isArray(collaborators) && collaborators.length > 0 && files.length > 1,
		{ mayBeAccepted: true },
	),
	rejectIf(
		'Collaborators',
		'must be usernames: up to 30 letters, digits, dots and underscores',
		({ collaborators }) => toTagLabels(collaborators).some((name) => !/^[\w.]{1,30}$/.test(name)),
		{ mayBeAccepted: true },
	),
];

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
		toApiValue: mapList((person) => {
			const name = findText(person, ['label', 'username', 'name', 'value']);
			return name && { label: name.replace(/^@/, '') };
		}),
		element: { type: { label: 'text' }, expected: 'a username, such as {"label": "acmecoffee"}' },
		description:
			'Up to three usernames, separated by commas, that are invited to share the post. No effect on stories.',
	}),
	setting.boolean('Trial Reel', 'is_trial_reel', {
		description:
			"Whether to show the reel only to people who don't follow you, as a trial. No effect on pictures and stories.",
	}),
	setting.choice('Trial Reel Ends', 'graduation_strategy', {
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
				isFormOnly: true,
				options: [option('Music', 'music'), option('Original Sound', 'original_sound')],
				description: 'Which sounds to search for',
			}),
			...createSoundFields('Sound', {
				placeholder: 'e.g. 18012345678901234',
				description: 'The sound to play',
				channelTool: 'audioSearch',
				optionsLabel: 'sounds',
				searchKey: 'q',
				requiresSearchText: true,
				channelToolData: { type: { field: 'kind', label: 'Type', optional: true } },
			}),
		],
	},
	toApiValue: toSound,
});

/** Both kinds of connection share their settings; audio needs a business account. */
export const instagramStandalone = defineNetwork('Instagram (Standalone)', 'instagram-standalone', {
	nicknames: ['IG', 'Insta', 'Instagram Reels', 'IG Reels'],
	color: '#b32d74',
	maxLength: 2200,
	rules,
	fileDetails: ['coverAt'],
	coverNote: 'Cover Timestamp (Seconds)',
	fetchesFiles: true,
	fields,
});

/** Instagram through a Facebook page. */
export const instagram = defineNetwork('Instagram (Facebook Business)', 'instagram', {
	...instagramStandalone,
	rules: [
		...rules,
		...requireOneVideo({ description: 'with audio', isMet: ({ audio: sound }) => Boolean(sound) }),
		rejectIf(
			'Audio',
			'cannot be used in a story',
			(settings) => Boolean(settings.audio) && STORY.isMet(settings),
			{ remedy: 'Remove it, or choose Post.' },
		),
		rejectIf(
			'Volume of the Video',
			'must be 0 for a video without a sound track',
			({ audio: sound }, { files }) =>
				isObject(sound) && sound.video_volume !== 0 && files.some(({ isSilent }) => isSilent),
			{ mayBeAccepted: true },
		),
	],
	fields: [...fields, audio],
});
