import type { IDataObject } from 'n8n-workflow';

import type { PostContent } from '../desiredPost';

/** A post, with facts that were fetched to validate it. */
export interface PostToValidate extends PostContent {
	/**
	 * The keys of settings that the instance doesn't know, whether or not the node does. The node's `unknownSettings`
	 * stand in for them if the instance isn't asked.
	 */
	unsupportedSettings?: string[];
	/** The 24-hour windows around the post, each with the settings of all posts on the channel, including this one. */
	dailyWindows?: IDataObject[][];
}
