import { network, setting } from './declare';

/** Dribbble (docs/api.md, Providers). */
export const dribbble = network('Dribbble', 'dribbble', {
	maxLength: 40_000,
	media: {
		required: 'image',
		max: 1,
		maxVideos: 0,
		sizes: [
			{ width: 400, height: 300 },
			{ width: 800, height: 600 },
		],
	},
	ignoresThreads: true,
	fields: [
		setting.title('Title', 'title', {
			placeholder: 'e.g. Packaging of the winter blend',
			description: 'Title of the shot',
		}),
		setting.locator('Team', 'team', {
			url: true,
			placeholder: 'e.g. https://dribbble.com/acme',
			tool: 'teams',
			whenEmpty: "The account doesn't belong to a team: leave this field empty.",
			byHand: 'URL',
			description: 'The team that the shot is published for. Your own account if empty.',
		}),
	],
});
