import type { IDataObject } from 'n8n-workflow';

import type { ChannelPost } from '../desiredPost';

/** A post, and what was looked up to validate it. */
export interface PostToValidate extends ChannelPost {
	/** Keys of settings that the instance doesn't know. */
	unsupportedSettings?: string[];
	/** The 24-hour windows around the post, each as the settings of the channel's posts in it, its own included. */
	settingsByWindow?: IDataObject[][];
}
