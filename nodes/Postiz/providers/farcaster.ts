import { network, oneByOne, setting } from './declare';
import { idOption } from './shapes';

/** Farcaster; the reference and running instances name it differently (docs/api.md, Providers). */
export const farcaster = network('Farcaster (Warpcast)', 'warpcast', {
	aliases: ['wrapcast'],
	maxLength: 800,
	rules: [
		{ of: 'bytes', max: 1024, mayPass: true },
		{ of: 'videos', max: 0, mayPass: true },
		{ of: 'files', max: 2, note: 'only Pro accounts may publish more' },
		{ of: 'files', max: 4, mayPass: true },
		oneByOne('Farcaster Channels', 'subreddit'),
	],
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
