import { network, option, setting } from './declare';

/** MeWe (docs/api.md, Providers). */
export const mewe = network('MeWe', 'mewe', {
	maxLength: 63_206,
	ignoresThreads: true,
	rules: [
		{ of: 'videos', max: 0, note: 'Postiz hands MeWe only pictures' },
		{ of: 'pictures', min: 1, beside: 'files', mayPass: true },
	],
	fields: [
		setting.choice('Post To', 'postType', {
			required: true,
			default: 'timeline',
			options: [
				option('MeWe Group', 'group', 'Only the members of the group see it'),
				option('Timeline', 'timeline'),
			],
			description: 'Where on MeWe the post appears',
		}),
		setting.locator('MeWe Group', 'group', {
			requiredWhen: { postType: ['group'] },
			formRequires: true,
			placeholder: 'e.g. 5f1e2d3c4b5a697887960504',
			tool: 'groups',
			whenEmpty: 'Join a group on MeWe with this account first, or post to the timeline.',
			description: 'The MeWe group to post in',
		}),
	],
});
