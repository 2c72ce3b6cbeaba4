import type { Provider } from './types';

const PRESET_CHARACTERS = 130;

/** Facebook pages (docs/api.md, Providers). */
export const facebook: Provider = {
	identifier: 'facebook',
	displayName: 'Facebook Page',
	text: 'plain',
	maxLength: 63_206,
	mediaFor: ({ post_type }) => (post_type === 'story' ? { required: 'any' } : undefined),
	fetchesFiles: true,
	fields: [
		{
			displayName: 'Link',
			name: 'url',
			type: 'string',
			default: '',
			url: true,
			placeholder: 'e.g. https://example.com/menu',
			description: 'Web address that the post shows as a preview. No effect with media.',
		},
		{
			displayName: 'Post Type',
			name: 'post_type',
			type: 'options',
			default: 'post',
			options: [
				{ name: 'Post', value: 'post', description: 'A post on the page' },
				{ name: 'Story', value: 'story', description: 'A picture or video that stays for a day' },
			],
			description: 'What to publish',
		},
		{
			displayName: 'Text Background',
			name: 'text_format_preset_id',
			type: 'string',
			default: '',
			placeholder: 'e.g. 106018623298955',
			description: `Facebook's ID of a colored background. Only for posts without media and with at most ${PRESET_CHARACTERS} characters.`,
		},
	],
	checkContent: ({ text_format_preset_id }, { characters, media }) =>
		text_format_preset_id && (media > 0 || characters > PRESET_CHARACTERS)
			? [
					{
						field: 'Text Background',
						mayPass: true,
						message: `is only for posts without media and with at most ${PRESET_CHARACTERS} characters. Remove it, or shorten the post`,
					},
				]
			: [],
};
