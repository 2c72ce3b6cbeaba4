import { PostFinder } from '../../calendar/postFinder';
import { postIdSpec } from '../../calendar/postIdSpec';
import { getLink } from '../../calendar/postLink';
import { toChannelColumns } from '../../channels/channelLabel';
import { endpoints } from '../../transport/endpoints';
import type { Operation } from '../shared/operation';
import { outputMetrics, metricFields } from './outputMetrics';

/** Analytics: Get Post Analytics (docs/api.md, Analytics). */
export const getPostAnalyticsOperation: Operation = {
	name: 'Get Post Analytics',
	value: 'post',
	action: 'Get post analytics',
	description: 'Get metrics of a published post, such as likes, by post ID',
	properties: [postIdSpec.property, ...metricFields],
	execute: async (context, client) => {
		const finder = new PostFinder(client);
		return await outputMetrics(context, client, postIdSpec, async (id) => {
			const post = await finder.fetch(id);
			const { providerIdentifier: identifier, ...channel } = post.integration;
			const { channelId = null, ...about } = toChannelColumns({ ...channel, identifier });
			return {
				leadingColumns: { ...about, link: getLink(post).link ?? null },
				idColumns: { postId: id, channelId },
				call: endpoints.getPostAnalytics(id),
				emptyNote:
					'Postiz has no metrics of this post for this period. Only published posts have metrics, and some networks have none. If this post is online without a link, add the link in the Postiz calendar.',
			};
		});
	},
};
