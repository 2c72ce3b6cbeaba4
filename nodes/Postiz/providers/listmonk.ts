import type { Provider } from './types';

/** Listmonk, a newsletter server (docs/api.md, Providers). */
export const listmonk: Provider = {
	identifier: 'listmonk',
	displayName: 'Listmonk',
	text: 'html',
	ignoresThreads: true,
	fields: [
		{
			displayName: 'Subject',
			name: 'subject',
			type: 'string',
			required: true,
			fromText: true,
			default: '',
			placeholder: 'e.g. Our winter menu is here',
			description: 'Subject of the newsletter',
		},
		{
			displayName: 'Preview Text',
			name: 'preview',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. Four new drinks, and a discount for you',
			description: 'Text that email apps show next to the subject',
		},
		{
			displayName: 'List',
			name: 'list',
			type: 'resourceLocator',
			required: true,
			default: { mode: 'list', value: '' },
			placeholder: 'e.g. 3',
			picker: {
				tool: 'list',
				rows: 'lists',
				whenEmpty: 'Create a list in Listmonk first.',
			},
			description: 'Who gets the newsletter',
		},
		{
			displayName: 'Template',
			name: 'template',
			type: 'resourceLocator',
			default: { mode: 'list', value: '' },
			primary: true,
			placeholder: 'e.g. 1',
			picker: {
				tool: 'templates',
				rows: 'templates',
				whenEmpty: 'Leave this field empty to use the default of Listmonk.',
			},
			description: 'Design of the newsletter. The default of Listmonk if empty.',
		},
	],
};
