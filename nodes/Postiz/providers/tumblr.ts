import { network, setting } from './declare';
import { MIB } from './measures';
import { tagLabel, toList } from './shapes';

/** Tumblr (docs/api.md, Providers). */
export const tumblr = network('Tumblr', 'tumblr', {
	maxLength: 32_768,
	rules: [
		{ of: 'pictures', max: 30, mayPass: true },
		{ of: 'videos', max: 1, mayPass: true },
		{ of: 'seconds', max: 600, mayPass: true },
		{ of: 'videoBytes', max: 500 * MIB, mayPass: true },
	],
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
