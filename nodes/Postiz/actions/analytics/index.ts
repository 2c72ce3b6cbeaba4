import type { Resource } from '../shared/operation';
import { getChannelAnalytics } from './getChannelAnalytics';
import { getPostAnalytics } from './getPostAnalytics';

/** Analytics: how channels and posts perform on their networks. */
export const analytics: Resource = {
	name: 'Analytics',
	value: 'analytics',
	defaultOperation: 'channel',
	operations: [getChannelAnalytics, getPostAnalytics],
};
