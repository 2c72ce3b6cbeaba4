import { PostFinder } from '../../calendar/find';
import { linkOf } from '../../calendar/row';
import type { ListedPost } from '../../transport/types';
import { quote } from '../../values/quote';
import { stateWord } from '../../values/state';
import { channelField, explainUnknownId, postField } from '../shared/ids';
import type { Operation, Resource } from '../shared/types';
import { figureFields, figureItems } from './figures';

/** Analytics: Get Channel Analytics (docs/api.md, Analytics). */
const channelAnalytics: Operation = {
	name: 'Get Channel Analytics',
	value: 'channel',
	action: 'Get the analytics of a channel',
	description:
		'Get figures of a channel, such as followers, impressions or likes, by channel ID from Channel > Get Many',
	properties: [channelField('The channel whose figures to get'), ...figureFields],
	execute: async (context, client) =>
		await figureItems(context, client, 'integrationId', async (id) => {
			const channel = (await client.channels()).find((connected) => connected.id === id);
			return {
				about: {
					channelId: id,
					channelName: channel?.name ?? null,
					provider: channel?.identifier ?? null,
				},
				path: `/analytics/${encodeURIComponent(id)}`,
				explain: explainUnknownId(
					`Postiz has no figures for the channel ${quote(id)}`,
					'The channel may not exist: Channel > Get Many lists the channels with their IDs. Or Postiz has no access to its network: check in Postiz whether the channel must be reconnected.',
				),
				whyEmpty: () =>
					'Postiz has no figures of this channel for this period. Not every network has figures, and new channels have none yet.',
			};
		}),
};

/** Analytics: Get Post Analytics (docs/api.md, Analytics). */
const postAnalytics: Operation = {
	name: 'Get Post Analytics',
	value: 'post',
	action: 'Get the analytics of a post',
	description:
		'Get figures of a published post, such as impressions, likes or comments, by post ID from Post > Create',
	properties: [postField('The published post whose figures to get'), ...figureFields],
	execute: async (context, client) => {
		const finder = new PostFinder(client);
		return await figureItems(context, client, 'postId', async (id) => {
			const { listed } = await finder.read(id);
			const { integration } = listed;
			return {
				about: {
					postId: id,
					channelId: integration?.id ?? null,
					channelName: integration?.name ?? null,
					provider: integration?.providerIdentifier ?? null,
					postUrl: linkOf(listed).postUrl,
				},
				path: `/analytics/post/${encodeURIComponent(id)}`,
				whyEmpty: (missing) => whyEmpty(listed, missing),
			};
		});
	},
};

function whyEmpty(post: ListedPost, missing: boolean): string {
	const { state } = post;
	if (state !== 'PUBLISHED') {
		return `Only published posts have figures; the state of this one is ${stateWord(state)}.`;
	}
	const { postUrlNote } = linkOf(post);
	if (postUrlNote !== null) return postUrlNote;
	return missing
		? "Postiz doesn't know the content of this post on its network. Find it with Post > Get Missing Content, and link it with Post > Link Missing Content."
		: 'Postiz has no figures of this post for this period. Not every network has them.';
}

/** Analytics: how channels and posts are doing on their networks. */
export const analytics: Resource = {
	name: 'Analytics',
	value: 'analytics',
	defaultOperation: 'channel',
	operations: [channelAnalytics, postAnalytics],
};
