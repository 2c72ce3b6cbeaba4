import { option } from '../form/fieldBuilders';
import { defineNetwork } from './defineNetwork';
import { MIB } from './measures';
import { createCondition, narrowTo, negateCondition, noteIf, rejectIf } from './ruleBuilders';
import { setting } from './settingBuilders';

const MAX_CHARACTERS_ON_BACKGROUND = 130;
const FACEBOOK_ADDRESS = /\bfacebook\.com\b/i;
const STORY = createCondition('in a story', 'post_type', 'story');
const NOT_STORY = negateCondition(STORY, 'in a post');

export const facebook = defineNetwork('Facebook Page', 'facebook', {
	nicknames: ['FB'],
	color: '#0b5fcc',
	maxLength: 63_206,
	rules: [
		...narrowTo({ in: 'firstPart', when: STORY }, [
			{ measure: 'files', min: 1 },
			{ measure: 'codePoints', max: 0, note: 'a story shows no text' },
			{ measure: 'filesBesideVideo', max: 0, note: 'Facebook may never finish processing it' },
			{ measure: 'seconds', max: 60, note: 'Facebook may cut or refuse it' },
		]),
		...narrowTo({ in: 'firstPart', when: NOT_STORY }, [
			{
				measure: 'filesAfterVideo',
				max: 0,
				mayBeAccepted: true,
				remedy: 'Facebook would publish only the video.',
			},
			{
				measure: 'videosAfterPicture',
				max: 0,
				remedy: 'Facebook refuses a video among pictures: put it first, alone.',
			},
		]),
		{ measure: 'pictures', max: 10, in: 'firstPart', note: 'Facebook may refuse more' },
		{
			measure: 'filesAfterFirst',
			max: 0,
			in: 'laterParts',
			note: 'a comment shows only its first file',
		},
		{ measure: 'pictureBytes', max: 4 * MIB, note: 'Facebook may refuse it' },
		{ measure: 'pictureType', noneOf: ['webp'], note: 'Facebook may refuse it' },
		noteIf(
			'Text or Link',
			'has an address of Facebook itself, which Facebook may refuse',
			({ url }, { text }) => FACEBOOK_ADDRESS.test(`${String(url ?? '')} ${text}`),
		),
		rejectIf(
			'Text Background',
			`is only for posts without media and with at most ${MAX_CHARACTERS_ON_BACKGROUND} characters`,
			({ text_format_preset_id }, { files, text }) =>
				Boolean(text_format_preset_id) &&
				(files.length > 0 || text.length > MAX_CHARACTERS_ON_BACKGROUND),
			{ mayBeAccepted: true, remedy: 'Remove it, or shorten the post.' },
		),
	],
	fetchesFiles: true,
	fields: [
		setting.link('Link', 'url', {
			description: 'Web address that the post shows as a preview. No effect with media.',
		}),
		setting.choice('Post Type', 'post_type', {
			default: 'post',
			options: [
				option('Post', 'post', 'A post on the page'),
				option('Story', 'story', 'A picture or video that stays for a day'),
			],
			description: 'What to publish',
		}),
		setting.text('Text Background', 'text_format_preset_id', {
			placeholder: 'e.g. 106018623298955',
			description: `Facebook's ID of a colored background. Only for posts without media and with at most ${MAX_CHARACTERS_ON_BACKGROUND} characters.`,
		}),
	],
});
