import { network, option, problemIf, setting } from './declare';

const PRESET_CHARACTERS = 130;

/** Facebook pages (docs/api.md, Providers). */
export const facebook = network('Facebook Page', 'facebook', {
	nicknames: ['FB'],
	maxLength: 63_206,
	variant: ({ post_type }) => (post_type === 'story' ? { media: { required: 'any' } } : {}),
	fetchesFiles: true,
	followFiles: (settings, files, adapts) =>
		adapts && files.length === 0 && settings.post_type === 'story'
			? { ...settings, post_type: 'post' }
			: settings,
	fields: [
		setting.link('Link', 'url', {
			onlyFor: 'posts without files',
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
	check: ({ text_format_preset_id }, post) =>
		problemIf(
			text_format_preset_id && post && (post.media > 0 || post.characters > PRESET_CHARACTERS),
			'Text Background',
			`is only for posts without media and with at most ${PRESET_CHARACTERS} characters. Remove it, or shorten the post`,
			{ mayPass: true },
		),
});
