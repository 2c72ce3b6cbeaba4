import type { Provider } from './types';

/** Moltbook (docs/api.md, Providers). */
export const moltbook: Provider = {
	identifier: 'moltbook',
	displayName: 'Moltbook',
	text: 'plain',
	maxLength: 300,
	ignoresLaterMedia: true,
	fields: [
		{
			displayName: 'Submolt',
			name: 'submolt',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. general',
			description: 'Name of the Moltbook community to post in',
		},
	],
};
