import type { Output } from './outputs';

/** What comes out of an operation otherwise than before. */
export interface PostizOutput extends Output {
	/** What people are told if something that reads it could not be rewritten. */
	message: string;
	advice: string;
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
};
