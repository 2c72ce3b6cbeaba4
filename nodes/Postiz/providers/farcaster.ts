import { network, setting } from './declare';
import { idOption } from './shapes';

/** Farcaster; the reference and running instances name it differently (docs/api.md, Providers). */
export const farcaster = network('Farcaster (Warpcast)', 'warpcast', {
	aliases: ['wrapcast'],
	maxLength: 800,
	media: { maxVideos: 0 },
	laterMedia: { maxVideos: 0 },
	fields: [
		setting.fixedCollection('Farcaster Channels', 'subreddit', {
			typeOptions: { multipleValues: true },
			description:
				'Topic channels of Farcaster to post in. Without any the post goes to your feed.',
			nested: {
				name: 'Farcaster Channel',
				fields: [
					setting.locator('Farcaster Channel', 'id', {
						required: true,
						placeholder: 'e.g. coffee',
						tool: 'subreddits',
						rows: 'Farcaster channels',
						searchKey: 'word',
						searchFirst: true,
						toOption: (row) => idOption(row, ['title', 'name']),
						description: 'The Farcaster channel to post in. Type a word to search for channels.',
					}),
				],
			},
		}),
	],
});
