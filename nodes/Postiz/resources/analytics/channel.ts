import { isUnknownId } from '../../transport/explain';
import { quote } from '../../values/quote';
import { channelField } from '../shared/ids';
import type { Operation } from '../shared/types';
import { figureFields, figureItems } from './figures';

/** Analytics: Get Channel Analytics (docs/api.md, Analytics). */
export const channelAnalytics: Operation = {
	name: 'Get Channel Analytics',
	value: 'channel',
	action: 'Get the analytics of a channel',
	description:
		'Get figures of a channel, such as followers, impressions or likes, by channel ID from Channel > Get Many',
	properties: [channelField('The channel whose figures to get'), ...figureFields],
	execute: async (context, client) =>
		await figureItems(context, client, {
			parameter: 'integrationId',
			name: 'Channel',
			find: async (id) => {
				const channel = (await client.channels()).find((connected) => connected.id === id);
				return {
					about: {
						channelId: id,
						channelName: channel?.name ?? null,
						provider: channel?.identifier ?? null,
					},
					path: `/analytics/${encodeURIComponent(id)}`,
					explain: (answer) =>
						isUnknownId(answer)
							? {
									message: `Postiz has no figures for the channel ${quote(id)}`,
									description:
										'The channel may not exist: Channel > Get Many lists the channels with their IDs. Or Postiz has no access to its network: check in Postiz whether the channel must be reconnected.',
								}
							: undefined,
					whyEmpty: () =>
						'Postiz has no figures of this channel for this period. Not every network has figures, and new channels have none yet.',
				};
			},
		}),
};
