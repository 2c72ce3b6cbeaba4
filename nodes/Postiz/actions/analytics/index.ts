import type { Resource } from '../shared/operation';
import { getChannelAnalyticsOperation } from './getChannelAnalytics';
import { getPostAnalyticsOperation } from './getPostAnalytics';

/** Analytics: how channels and posts perform on their networks. */
export const analytics: Resource = {
	name: 'Analytics',
	value: 'analytics',
	defaultOperation: 'channel',
	operations: [getChannelAnalyticsOperation, getPostAnalyticsOperation],
};
