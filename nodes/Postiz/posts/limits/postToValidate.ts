import type { IDataObject } from 'n8n-workflow';

import type { ChannelPost } from '../desiredPost';

/** A post, with facts that were fetched to validate it. */
export interface PostToValidate extends ChannelPost {
	/** The keys of settings that the instance doesn't know. */
	unsupportedSettings?: string[];
	/** The 24-hour windows around the post, each with the settings of all posts on the channel, including this one. */
	dailyWindows?: IDataObject[][];
}
