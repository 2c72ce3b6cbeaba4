import { postField } from '../shared/ids';
import type { Operation } from '../shared/types';
import { figureFields, figureItems } from './figures';

/** Analytics: Get Post Analytics (docs/api.md, Analytics). */
export const postAnalytics: Operation = {
	option: {
		name: 'Get Post Analytics',
		value: 'post',
		action: 'Get the analytics of a post',
		description:
			'Get the figures of a published post for the last days, such as impressions, likes or comments per day, by post ID (from Post > Get Many or Post > Create). A post that is not out yet, or whose network has no figures, returns no items.',
	},
	properties: [postField('The published post whose figures to get'), ...figureFields],
	execute: async (context, client) =>
		await figureItems(context, client, {
			parameter: 'postId',
			name: 'Post',
			noun: 'post',
			idKey: 'postId',
			path: (id) => `/analytics/post/${encodeURIComponent(id)}`,
			whenUnknown:
				'The post may have been deleted: Post > Get Many lists the posts with their IDs. Or its network did not answer Postiz: try again later.',
			whenEmpty: 'Only published posts have figures, and not every network has them.',
		}),
};
