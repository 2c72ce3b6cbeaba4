import { PostFinder } from '../../calendar/find';
import { postRow } from '../../calendar/row';
import { deleteEach } from '../shared/deleting';
import { postField, readableIds } from '../shared/ids';
import type { Operation } from '../shared/types';

/** Post: Delete (docs/api.md, Deleting posts, Finding a post by its ID). */
export const deletePost: Operation = {
	name: 'Delete',
	value: 'delete',
	action: 'Delete a post and those created together with it',
	description:
		'Delete a post with its thread and the posts created with it for other channels, by post ID from Post > Create',
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
