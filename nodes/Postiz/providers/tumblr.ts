import { network, setting } from './declare';
import { tagLabel, toList } from './shapes';

/** Tumblr (docs/api.md, Providers). */
export const tumblr = network('Tumblr', 'tumblr', {
	maxLength: 32_768,
	media: { maxImages: 30, maxVideos: 1 },
	fileDetails: ['alt'],
	ignoresThreads: true,
	fields: [
		setting.link('Link', 'link', { description: 'Web address that the post shows as a link' }),
		setting.link('Source', 'sourceUrl', {
			placeholder: 'e.g. https://example.com/blog/roasting',
			description: 'Web address that Tumblr credits as the source of the post',
		}),
		setting.text('Tags', 'tags', {
			maxLength: 4096,
			placeholder: 'e.g. coffee, winter menu',
			payload: (value) => {
				const tags = toList(value);
				const labels = tags.map(tagLabel);
				return labels.includes(undefined) ? tags : labels.join(',');
			},
			description: 'Tags of the post, separated by commas',
		}),
		setting.text('Title', 'title', {
			maxLength: 4096,
			placeholder: 'e.g. Our winter menu',
			description: 'Title of the post. None if empty.',
		}),
	],
});
