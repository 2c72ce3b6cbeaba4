import type { Resource } from '../shared/types';
import { channelAnalytics } from './channel';
import { postAnalytics } from './post';

/** Analytics: how channels and posts are doing on their networks. */
export const analytics: Resource = {
	name: 'Analytics',
	value: 'analytics',
	defaultOperation: 'channel',
	operations: [channelAnalytics, postAnalytics],
};
