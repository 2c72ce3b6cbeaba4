import { toChannelColumns } from '../../channels/channelLabel';
import { fetchChannel } from '../../channels/requireChannel';
import { endpoints } from '../../transport/endpoints';
import type { Operation } from '../shared/operation';
import { channelIdSpec } from '../shared/sharedFields';
import { outputMetrics, metricFields } from './outputMetrics';

/** Analytics: Get Channel Analytics (docs/api.md, Analytics). */
export const getChannelAnalyticsOperation: Operation = {
	name: 'Get Channel Analytics',
	value: 'channel',
	action: 'Get channel analytics',
	description: 'Get metrics of a channel, such as followers or likes, by channel ID',
	properties: [channelIdSpec.property, ...metricFields],
	execute: async (context, client) =>
		await outputMetrics(context, client, channelIdSpec, async (id) => {
			const channel = await fetchChannel(client, id);
			const { channelId, ...about } = toChannelColumns(channel);
			return {
				leadingColumns: about,
				idColumns: { channelId },
				call: endpoints.getChannelAnalytics(channel.id),
				emptyNote:
					'Postiz has no metrics of this channel for this period. Some networks have none, and new channels have none yet.',
			};
		}),
};
