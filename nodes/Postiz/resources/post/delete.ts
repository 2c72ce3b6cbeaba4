import { PostFinder } from '../../calendar/find';
import { postRow } from '../../calendar/row';
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
			'Delete a post from Postiz with its whole group, by post ID (from Post > Create or Post > Get Many): its thread, and, if it was made in one go for several channels, the posts for all of them. Outputs each deleted post. What is published already stays on the network.',
	},
	properties: [
		{
			displayName:
				'Deletes the whole group of the post: its thread, and the posts for other channels that were made in one go with it. Outputs each deleted post.',
			name: 'groupNotice',
			type: 'notice',
			default: '',
		},
		postField('The post to delete, with all posts of its group'),
	],
	execute: async (context, client) => {
		const finder = new PostFinder(client);
		await finder.prepare(readableIds(context, 'postId', 'Post'));
		return await deleteEach(context, client, {
			parameter: 'postId',
			label: 'Post',
			noun: 'post',
			key: 'postId',
			path: (id) => `/posts/${id}`,
			find: async (id) => (await finder.searchGroup(id)).map((row) => postRow(row)),
			isThere: async (asker, id) => (await new PostFinder(asker).look(id)) !== undefined,
		});
	},
};
