import type { Output } from './outputs';

/** What comes out of an operation otherwise than before. */
export interface PostizOutput extends Output {
	/** What people are told if something that reads it could not be rewritten. */
	message: string;
	advice: string;
	/** If anything may read it, the call stays as it is. */
	stays?: true;
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
	update: {
		fields: { id: as('postId') },
		others: 'kept',
		words: { state: { DRAFT: 'draft', QUEUE: 'scheduled' } },
		message:
			'The post’s ID is now called postId in its output, and its state is draft or scheduled; they were id, and DRAFT or QUEUE',
		advice: 'Write the new name and the new states there.',
	},
	linkPublished: {
		fields: { id: as('postId'), releaseURL: as('postUrl') },
		others: 'kept',
		words: { state: { PUBLISHED: 'published' } },
		message:
			'The post’s ID is now called postId in its output, and its state is a word such as published; they were id, and PUBLISHED',
		advice: 'Write the new name and the new states there.',
	},
	findPublished: {
		fields: { id: as('releaseId') },
		others: 'kept',
		message: 'The content’s ID is now called releaseId in its output; it was id',
		advice: 'Write releaseId there instead of id.',
	},
	getSettings: {
		fields: { output: as('') },
		others: 'gone',
		message: 'What was in “output” now stands beside the channel’s ID',
		advice: 'Leave out “output.” there.',
	},
	videoFunction: inList('voices'),
	getPosts: inList('posts'),
	getNotifications: {
		fields: {},
		others: 'gone',
		mentions: ['notifications'],
		message: 'It puts out one item with a page of the notifications in “notifications”',
		advice: 'Notification > Get Many puts out an item for each notification.',
		stays: true,
	},
	lookUp: {
		fields: {},
		others: 'gone',
		mentions: ['output'],
		message: 'It puts out one item with all rows in “output”',
		advice: 'Channel > Look Up puts out an item for each row.',
		stays: true,
	},
};

function inList(key: string): PostizOutput {
	return {
		fields: {},
		others: 'gone',
		mentions: [key],
		message: `It now puts out an item for each of the ${key}, which the node behind it puts into one list again`,
		advice: `To use the items, take that node out, and what splits the list.`,
		list: key,
	};
}
