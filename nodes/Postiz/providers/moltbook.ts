import { stringField } from './fields';
import type { Provider } from './types';

/** Moltbook (docs/api.md, Providers). */
export const moltbook: Provider = {
	identifier: 'moltbook',
	displayName: 'Moltbook',
	maxLength: 300,
	ignoresLaterMedia: true,
	fields: [
		stringField('Submolt', 'submolt', {
			required: true,
			placeholder: 'e.g. general',
			description: 'Name of the Moltbook community to post in',
		}),
	],
};
