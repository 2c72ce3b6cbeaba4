import { network, setting } from './declare';

/** Pinterest (docs/api.md, Providers). */
export const pinterest = network('Pinterest', 'pinterest', {
	maxLength: 500,
	media: { required: 'any', max: 5, videoWithCover: true, equalSizes: true },
	coverNote: 'the picture beside the video',
	ignoresThreads: true,
	fetchesFiles: true,
	fields: [
		setting.locator('Board', 'board', {
			required: true,
			placeholder: 'e.g. 549755885175',
			tool: 'boards',
			whenEmpty: 'Create a board on Pinterest first.',
			description: 'The board to pin to',
		}),
		setting.color('Dominant Color', 'dominant_color', {
			description: 'Color that Pinterest shows while the picture loads',
		}),
		setting.link('Link', 'link', { description: 'Web address that the pin links to' }),
		setting.text('Title', 'title', {
			maxLength: 100,
			placeholder: 'e.g. Latte art for beginners',
			description: 'Title of the pin, at most 100 characters',
		}),
	],
});
