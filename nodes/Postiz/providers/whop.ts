import { network, setting } from './declare';

/** Whop (docs/api.md, Providers). */
export const whop = network('Whop', 'whop', {
	text: 'markdown',
	maxLength: 50_000,
	fields: [
		setting.locator('Company', 'company', {
			required: true,
			placeholder: 'e.g. biz_a1b2c3d4e5',
			tool: 'companies',
			whenEmpty: 'Create a company on Whop with this account first.',
			description: 'The Whop company to post for',
		}),
		setting.locator('Experience', 'experience', {
			required: true,
			placeholder: 'e.g. exp_a1b2c3d4e5',
			tool: 'experiences',
			toolData: { id: { field: 'company', label: 'Company' } },
			whenEmpty: 'Choose another Company, or add a forum to it on Whop.',
			description: 'Which forum of the company to post in',
		}),
		setting.text('Title', 'title', {
			placeholder: 'e.g. Tasting on Friday',
			description: 'Title of the post. None if empty.',
		}),
	],
});
