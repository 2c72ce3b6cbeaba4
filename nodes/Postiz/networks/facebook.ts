import { hint, mistake, network, option, setting, showUnless, showWhen } from './defineNetwork';
import { MIB } from './limits';

const PRESET_CHARACTERS = 130;
const ADDRESS = /\bfacebook\.com\b/i;
const STORY = showWhen('in a story', 'post_type', 'story');
const POST = showUnless(STORY, 'in a post');

/** Facebook pages (docs/api.md, Providers). */
export const facebook = network('Facebook Page', 'facebook', {
	nicknames: ['FB'],
	maxLength: 63_206,
	rules: [
		{ of: 'files', min: 1, in: 'post', when: STORY },
		{ of: 'characters', max: 0, in: 'post', when: STORY, note: 'a story shows no text' },
		{ of: 'besideVideo', max: 0, in: 'post', when: STORY, note: 'Facebook may never finish it' },
		{ of: 'seconds', max: 60, in: 'post', when: STORY, note: 'Facebook may cut or refuse it' },
		{
			of: 'afterFirstVideo',
			max: 0,
			in: 'post',
			when: POST,
			mayPass: true,
			remedy: 'Facebook would publish only the video.',
		},
		{
			of: 'videosAfterPicture',
			max: 0,
			in: 'post',
			when: POST,
			remedy: 'Facebook refuses a video beside pictures: put it first, alone.',
		},
		{ of: 'pictures', max: 10, in: 'post', note: 'Facebook may refuse more' },
		{ of: 'afterFirst', max: 0, in: 'thread', note: 'a comment shows only its first file' },
		{ of: 'pictureBytes', max: 4 * MIB, note: 'Facebook may refuse it' },
		{ of: 'pictureType', not: ['webp'], note: 'Facebook may refuse it' },
		hint(
			'Text or Link',
			'has an address of Facebook itself, which Facebook may refuse',
			({ url }, { text }) => ADDRESS.test(`${String(url ?? '')} ${text}`),
		),
		mistake(
			'Text Background',
			`is only for posts without media and with at most ${PRESET_CHARACTERS} characters`,
			({ text_format_preset_id }, { files, text }) =>
				text_format_preset_id && (files.length > 0 || text.length > PRESET_CHARACTERS),
			{ mayPass: true, remedy: 'Remove it, or shorten the post.' },
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
			description: `Facebook's ID of a colored background. Only for posts without media and with at most ${PRESET_CHARACTERS} characters.`,
		}),
	],
});
