import type { IDataObject } from 'n8n-workflow';

import type { ChannelPost } from '../desiredPost';

/** A post, and what was looked up to validate it. */
export interface PostToValidate extends ChannelPost {
	/** Keys of settings that the instance doesn't know. */
	unsupportedSettings?: string[];
	/** For each 24 hours with this post that may have most posts: the settings of all posts of the channel, and its own. */
	daysWithPost?: IDataObject[][];
}
