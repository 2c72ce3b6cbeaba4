import { FILES_ARE_LOST, hint, mistake, network, setting } from './declare';

/** Listmonk, a newsletter server (docs/api.md, Providers). */
export const listmonk = network('Listmonk', 'listmonk', {
	text: 'html',
	ignoresThreads: true,
	rules: [
		FILES_ARE_LOST,
		mistake(
			'Subject',
			'needs a letter of the Latin alphabet or a digit, of which Postiz makes the name of the campaign',
			({ subject }) => subject && !/[a-z\d]/i.test(String(subject).normalize('NFKD')),
			{ mayPass: true },
		),
		hint('Text', 'has {{, where Listmonk fills in a template', (_settings, { text }) =>
			text.includes('{{'),
		),
	],
	fields: [
		setting.title('Subject', 'subject', {
			placeholder: 'e.g. Our winter menu is here',
			description: 'Subject of the newsletter',
		}),
		setting.text('Preview Text', 'preview', {
			required: true,
			placeholder: 'e.g. Four new drinks, and a discount for you',
			description: 'Text that email apps show next to the subject',
		}),
		setting.locator('List', 'list', {
			required: true,
			placeholder: 'e.g. 3',
			tool: 'list',
			idLike: /^\d+$/,
			rows: 'lists',
			whenEmpty: 'Create a list in Listmonk first.',
			description: 'Who gets the newsletter',
		}),
		setting.locator('Template', 'template', {
			placeholder: 'e.g. 1',
			tool: 'templates',
			idLike: /^\d+$/,
			whenEmpty: 'Leave this field empty to use the default of Listmonk.',
			description: 'Design of the newsletter. The default of Listmonk if empty.',
		}),
	],
});
