import { network, NO_FILES_IN_THREAD, setting } from './declare';

/** Moltbook (docs/api.md, Providers). */
export const moltbook = network('Moltbook', 'moltbook', {
	maxLength: 300,
	rules: [
		{ of: 'files', max: 0, in: 'post', note: 'Moltbook publishes only the text' },
		NO_FILES_IN_THREAD,
	],
	fields: [
		setting.text('Submolt', 'submolt', {
			required: true,
			placeholder: 'e.g. general',
			description: 'Name of the Moltbook community to post in',
		}),
	],
});
