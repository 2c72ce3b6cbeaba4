import type { Output } from './outputs';

/** What comes out of an operation otherwise than before. */
export interface PostizOutput extends Output {
	/** What people are told if something that reads it could not be rewritten. */
	message: string;
	advice: string;
	/** If anything may read it, its items are put into a list again, under the key that this had. */
	list?: string;
}

const as = (path: string) => ({ path });

/** By the name of the operation, which is the old node’s, or the one that makes the same call. */
export const postizOutputs: Record<string, PostizOutput> = {
	createPost: {
		fields: { integration: as('channelId') },
		others: 'kept',
		message: 'The channel’s ID is now called channelId in its output; it was integration',
		advice: 'Write channelId there instead of integration.',
	},
	deletePost: {
		// Postiz says “error: true” of what it deleted.
		fields: { error: as('deleted') },
		others: 'kept',
		message: 'Its output is now postId and deleted; it was an error that meant no failure',
		advice: 'Look at “deleted” there instead.',
	},
	getPosts: {
		fields: {},
		others: 'gone',
		mentions: ['posts'],
		message:
			'It now puts out an item for each of the posts, which the node behind it puts into one list again',
		advice: 'To use the items, take that node out, and what splits the list.',
		list: 'posts',
	},
};
