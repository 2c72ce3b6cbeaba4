import { channelField } from '../shared/ids';
import type { Operation } from '../shared/types';
import { figureFields, figureItems } from './figures';

/** Analytics: Get Channel Analytics (docs/api.md, Analytics). */
export const channelAnalytics: Operation = {
	option: {
		name: 'Get Channel Analytics',
		value: 'channel',
		action: 'Get the analytics of a channel',
		description:
			'Get the figures of a channel for the last days, such as followers, impressions or likes per day, by channel ID (from Channel > Get Many). A network without figures returns no items.',
	},
	properties: [channelField('The channel whose figures to get'), ...figureFields],
	execute: async (context, client) =>
		await figureItems(context, client, {
			parameter: 'integrationId',
			name: 'Channel',
			noun: 'channel',
			idKey: 'channelId',
			path: (id) => `/analytics/${encodeURIComponent(id)}`,
			whenUnknown:
				'There may be no such channel: Channel > Get Many lists the channels with their IDs. Or its network did not let Postiz in: see in Postiz whether the channel has to be connected again.',
			whenEmpty: 'Not every network has figures, and new channels have none yet.',
		}),
};
