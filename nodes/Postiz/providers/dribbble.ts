import { hint, network, setting } from './declare';
import { MIB } from './measures';

/** Dribbble (docs/api.md, Providers). */
export const dribbble = network('Dribbble', 'dribbble', {
	maxLength: 40_000,
	rules: [
		{ of: 'pictures', min: 1 },
		{ of: 'files', max: 1, mayPass: true },
		{ of: 'videos', max: 0, mayPass: true },
		{ of: 'pictureSize', oneOf: ['400x300', '800x600'], mayPass: true },
		{ of: 'pictureBytes', max: 8 * MIB, note: 'Dribbble may refuse it' },
		hint(
			'Team',
			'is not handed on by Postiz: the shot appears on your own account',
			({ team }) => team,
		),
	],
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
			idLike: /^https?:/,
			whenEmpty: "The account doesn't belong to a team: leave this field empty.",
			byHand: 'URL',
			description: 'The team that the shot is published for. Your own account if empty.',
		}),
	],
});
