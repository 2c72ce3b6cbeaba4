import type { IDataObject } from 'n8n-workflow';

import { listedValues, nameProblem, readRow, rowOption } from './shapes';
import type { Provider } from './types';

/** Lemmy (API: Providers). */
export const lemmy: Provider = {
	identifier: 'lemmy',
	displayName: 'Lemmy',
	text: 'plain',
	maxLength: 10_000,
	fields: [
		{
			displayName: 'Communities',
			name: 'subreddit',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			required: true,
			default: { entry: [{}] },
			description: 'Where on Lemmy to post',
			entry: {
				name: 'Community',
				fields: [
					{
						displayName: 'Community',
						name: 'subreddit',
						type: 'resourceLocator',
						required: true,
						default: { mode: 'list', value: '' },
						minLength: 2,
						placeholder: 'e.g. 301 | coffee',
						picker: {
							tool: 'subreddits',
							rows: 'communities',
							searchKey: 'word',
							searchFirst: true,
							option: rowOption(
								({ name, title }) => [title, name].filter(Boolean).join(' – '),
								['id', 'name'],
							),
							whenEmpty: 'Search for another word.',
							byHand: 'By ID and Name',
						},
						payload: (value) => readRow(value),
						description: 'Type a word to look for communities',
					},
					{
						displayName: 'Title',
						name: 'title',
						type: 'string',
						required: true,
						default: '',
						minLength: 2,
						placeholder: 'e.g. What do you brew this winter?',
						description: 'Title of the post',
					},
					{
						displayName: 'Link',
						name: 'url',
						type: 'string',
						default: '',
						url: true,
						placeholder: 'e.g. https://example.com/menu',
						description: 'Web address that the post leads to. None where empty.',
					},
				],
			},
			payload: (value) =>
				(value as Array<{ value: IDataObject }>).map(({ value: { subreddit, ...rest } }) => {
					const { id, name } = (subreddit ?? {}) as IDataObject;
					return {
						value: {
							...(name === undefined ? {} : { subreddit: name }),
							...(id === undefined ? {} : { id: String(id) }),
							...rest,
						},
					};
				}),
		},
	],
	check: ({ subreddit }) =>
		listedValues(subreddit).flatMap(({ id, subreddit: name }) =>
			nameProblem('Community', name === undefined ? undefined : { id, name }),
		),
};
