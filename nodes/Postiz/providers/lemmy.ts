import type { IDataObject } from 'n8n-workflow';

import { idIn, isObject } from '../values/read';
import { groupField, locatorField, network, stringField } from './declare';
import { ID_AND_NAME, readRow, rowOption } from './shapes';

function groupIn(element: unknown): IDataObject {
	return isObject(element) && isObject(element.value) ? element.value : {};
}

// The service wants the ID and the name of a community beside each other. If one is missing, the
// community stays as it was entered, for the check to name it.
function spreadCommunity(element: unknown): unknown {
	const { subreddit: community, ...rest } = groupIn(element);
	const { id, name } = Object(community) as IDataObject;
	return id && name ? { value: { subreddit: name, id, ...rest } } : element;
}

/** Lemmy (docs/api.md, Providers). */
export const lemmy = network('Lemmy', 'lemmy', {
	maxLength: 10_000,
	media: { firstEndings: ['png', 'jpg', 'gif'] },
	ignoresLaterMedia: true,
	fields: [
		groupField('Communities', 'subreddit', {
			typeOptions: { multipleValues: true },
			required: true,
			default: { entry: [{}] },
			description: 'The Lemmy communities to post in',
			nested: {
				name: 'Community',
				fields: [
					locatorField('Community', 'subreddit', {
						required: true,
						minLength: 2,
						placeholder: 'e.g. 301 | coffee',
						picker: {
							tool: 'subreddits',
							rows: 'communities',
							searchKey: 'word',
							searchFirst: true,
							option: rowOption(['id', 'name'], ['title', 'name']),
							whenEmpty: 'Search for another word.',
							byHand: 'By ID and Name',
						},
						payload: (value) => readRow(value),
						shape: { is: 'text', needs: ID_AND_NAME },
						description: 'The community to post in. Type a word to search for communities.',
					}),
					stringField('Title', 'title', {
						required: true,
						minLength: 2,
						placeholder: 'e.g. What do you brew this winter?',
						description: 'Title of the post',
					}),
					stringField('Link', 'url', {
						url: true,
						placeholder: 'e.g. https://example.com/menu',
						description: 'Web address that the post links to. None if empty.',
					}),
				],
			},
			payload: (value) => (Array.isArray(value) ? value.map(spreadCommunity) : value),
		}),
	],
	check: ({ subreddit }) =>
		(Array.isArray(subreddit) ? subreddit : [])
			.map((element) => groupIn(element))
			.filter(({ id, subreddit: name }) => typeof name === 'string' && idIn(id) === '')
			.map(() => ({ field: 'Community', message: `needs ${ID_AND_NAME}` })),
});
