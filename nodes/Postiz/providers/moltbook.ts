import { network, setting } from './declare';

/** Moltbook (docs/api.md, Providers). */
export const moltbook = network('Moltbook', 'moltbook', {
	maxLength: 300,
	ignoresLaterMedia: true,
	fields: [
		setting.text('Submolt', 'submolt', {
			required: true,
			placeholder: 'e.g. general',
			description: 'Name of the Moltbook community to post in',
		}),
	],
});
