import { PostFinder } from '../../calendar/find';
import { linkOf } from '../../calendar/row';
import type { ListedPost } from '../../transport/types';
import { stateWord } from '../../values/state';
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
			'Get figures of a published post, such as impressions, likes or comments, by post ID from Post > Create',
	},
	properties: [postField('The published post whose figures to get'), ...figureFields],
	execute: async (context, client) => {
		const finder = new PostFinder(client);
		return await figureItems(context, client, {
			parameter: 'postId',
			name: 'Post',
			find: async (id) => {
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
			},
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
