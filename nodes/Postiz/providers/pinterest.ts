import { network, setting } from './declare';

/** Pinterest (docs/api.md, Providers). */
export const pinterest = network('Pinterest', 'pinterest', {
	maxLength: 500,
	rules: [
		{ of: 'files', min: 1 },
		{ of: 'files', max: 5, mayPass: true },
		{ of: 'sizes', max: 1, mayPass: true },
		{
			of: 'besideVideo',
			min: 1,
			max: 1,
			mayPass: true,
			remedy: 'A video needs one picture beside it, which is its cover.',
		},
		{ of: 'seconds', min: 4, max: 900, mayPass: true },
		{ of: 'videoRatio', min: 0.5, max: 1.91, note: 'Pinterest may refuse it' },
	],
	coverNote: 'the picture beside the video',
	ignoresThreads: true,
	fetchesFiles: true,
	fields: [
		setting.locator('Board', 'board', {
			required: true,
			placeholder: 'e.g. 549755885175',
			tool: 'boards',
			idLike: /^\d+$/,
			whenEmpty: 'Create a board on Pinterest first.',
			description: 'The board to pin to',
		}),
		setting.color('Dominant Color', 'dominant_color', {
			description: 'Color that Pinterest shows while the picture loads',
		}),
		setting.link('Link', 'link', {
			maxLength: 2048,
			description: 'Web address that the pin links to',
		}),
		setting.text('Title', 'title', {
			maxLength: 100,
			placeholder: 'e.g. Latte art for beginners',
			description: 'Title of the pin, at most 100 characters',
		}),
	],
});
