import { network, setting } from './declare';

/** Skool (docs/api.md, Providers). */
export const skool = network('Skool', 'skool', {
	maxLength: 5000,
	fields: [
		setting.locator('Skool Group', 'group', {
			required: true,
			placeholder: 'e.g. baristas',
			tool: 'groups',
			whenEmpty: 'Join or create a group on Skool with this account first.',
			description: 'The Skool group to post in',
		}),
		setting.locator('Label', 'label', {
			required: true,
			placeholder: 'e.g. news',
			tool: 'label',
			rows: 'labels',
			toolData: { id: { field: 'group', label: 'Skool Group' } },
			whenEmpty: 'Choose another Skool Group, or add a label to it on Skool.',
			description: 'The label of the group under which the post appears',
		}),
		setting.title('Title', 'title', {
			placeholder: 'e.g. What do you brew this winter?',
			description: 'Title of the post',
		}),
	],
});
