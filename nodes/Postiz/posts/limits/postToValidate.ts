import type { IDataObject } from 'n8n-workflow';

import type { ChannelPost } from '../desiredPost';

/** A post, with facts that were fetched to validate it. */
export interface PostToValidate extends ChannelPost {
	/**
	 * The keys of settings that the instance doesn't know, whether the node does or not. The node's `unknownSettings`
	 * stand in for them where the instance isn't asked.
	 */
	unsupportedSettings?: string[];
	/** The 24-hour windows around the post, each with the settings of all posts on the channel, including this one. */
	dailyWindows?: IDataObject[][];
}
