import { PostFinder } from '../../calendar/find';
import { simplifyPost } from '../../calendar/listed';
import { deleteEach } from '../shared/deleting';
import { postField, readableIds } from '../shared/ids';
import type { Operation } from '../shared/types';

/** Post: Delete (docs/api.md, Deleting posts, Finding a post by its ID). */
export const deletePost: Operation = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete a post',
		description:
			'Delete a post from Postiz together with its whole group, by post ID (from Post > Create or Post > Get Many): all parts of its thread, and, if it was made in one go for several channels, the posts for all of them. Outputs each post that was deleted. What is published already stays on the network.',
	},
	properties: [
		{
			displayName:
				'The whole group of the post is deleted with it: its thread, and, if it was made in one go for several channels, the posts for all of them. Posts that Post > Create makes have a group each. The output has an item for each deleted post.',
			name: 'groupNotice',
			type: 'notice',
			default: '',
		},
		postField(
			'The post to delete, with its thread and all posts of its group, such as those made in one go for several channels',
		),
	],
	execute: async (context, client) => {
		const finder = new PostFinder(client);
		await finder.prepare(readableIds(context, 'postId', 'Post'));
		return await deleteEach(context, client, {
			parameter: 'postId',
			label: 'Post',
			noun: 'post',
			key: 'id',
			path: (id) => `/posts/${id}`,
			find: async (id) => (await finder.searchGroup(id)).map((row) => simplifyPost(row)),
			isThere: async (asker, id) => (await new PostFinder(asker).look(id)) !== undefined,
		});
	},
};
