import { isUrl, string, when } from '../service/schema.cjs';
import type { Network } from './network.cjs';
import type { Rule } from './rule.cjs';
import {
	createNote,
	createRule,
	createThread,
	toStory,
	withSettings,
	withText,
} from './ruleBuilders.cjs';
import { countLetters, createPicture, createPictures, createText, repeat } from './samples.cjs';
import { choice, text, url } from './settingBuilders.cjs';

export const facebook: Network = {
	name: 'Facebook Page',
	fetches: true,
	fullest: { post_type: 'post' },
	max: 63_206,
	rulesInWords: 'A story needs a picture or a video.',
	settings: {
		url: url('Link', { schema: when(({ url }) => Boolean(url), string(isUrl)) }),
		post_type: choice('Post Type', ['post', 'story']),
		text_format_preset_id: text('Text Background'),
	},
};

export const facebookRules: Rule[] = [
	createNote(
		'facebook',
		'only its first file',
		createThread('Tea', [createPicture()]),
		createThread('Tea', repeat(2, createPicture())),
	),
	createNote(
		'facebook',
		'address of Facebook',
		withText('See facebook.example.com'),
		withText('See www.facebook.com/acme'),
	),
	createNote(
		'facebook',
		'address of Facebook',
		withSettings({ url: 'https://e.example' }),
		withSettings({ url: 'https://facebook.com/acme' }),
	),
	createRule(
		'facebook',
		'mayBeAccepted',
		'Text Background',
		[130, 131],
		(count) => withText(createText(count), withSettings({ text_format_preset_id: '1' })),
		({ settings, files, texts: [own] }) =>
			Boolean(settings.text_format_preset_id) && (files[0].length > 0 || countLetters(own) > 130),
	),
	createNote('facebook', 'no text', toStory(createPictures(1)), {
		...toStory(createPictures(1)),
		text: 'Tea',
	}),
];
