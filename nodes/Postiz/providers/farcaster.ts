import { idOption } from './shapes';
import type { Provider } from './types';

/** Farcaster; the reference and running instances name it differently (docs/api.md, Providers). */
export const farcaster: Provider = {
	identifier: 'warpcast',
	aliases: ['wrapcast'],
	displayName: 'Farcaster (Warpcast)',
	text: 'plain',
	maxLength: 800,
	media: { maxVideos: 0 },
	laterMedia: { maxVideos: 0 },
	fields: [
		{
			displayName: 'Farcaster Channels',
			name: 'subreddit',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			default: {},
			primary: true,
			description:
				'Topic channels of Farcaster to post in. Without any the post goes to your feed.',
			group: {
				name: 'Farcaster Channel',
				fields: [
					{
						displayName: 'Farcaster Channel',
						name: 'id',
						type: 'resourceLocator',
						required: true,
						default: { mode: 'list', value: '' },
						placeholder: 'e.g. coffee',
						picker: {
							tool: 'subreddits',
							rows: 'Farcaster channels',
							searchKey: 'word',
							searchFirst: true,
							option: (row) => idOption(row, ['title', 'name']),
							whenEmpty: 'Search for another word.',
						},
						description: 'The Farcaster channel to post in. Type a word to search for channels.',
					},
				],
			},
		},
	],
};
