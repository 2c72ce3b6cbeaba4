import type { Resource } from '../shared/types';
import { channel } from './channel';
import { post } from './post';

/** Analytics: how channels and posts are doing on their networks. */
export const analytics: Resource = {
	name: 'Analytics',
	value: 'analytics',
	defaultOperation: 'channel',
	operations: [channel, post],
};
