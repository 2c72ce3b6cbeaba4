import { network, stringField } from './declare';

/** Moltbook (docs/api.md, Providers). */
export const moltbook = network('Moltbook', 'moltbook', {
	maxLength: 300,
	ignoresLaterMedia: true,
	fields: [
		stringField('Submolt', 'submolt', {
			required: true,
			placeholder: 'e.g. general',
			description: 'Name of the Moltbook community to post in',
		}),
	],
});
