import { PostFinder } from '../../calendar/find';
import { deleteEach } from '../shared/deleting';
import { postField } from '../shared/ids';
import type { Operation } from '../shared/types';

/** Post: Delete (docs/api.md, Deleting posts). */
export const deletePost: Operation = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete a post',
		description:
			'Delete a post from Postiz together with its whole group, by post ID (from Post > Create or Post > Get Many): all parts of its thread, and, if it was made in one go for several channels, the posts for all of them. Posts of one group have the same “group” in Post > Get Many; each post that Post > Create makes has its own. What is published already stays on the network.',
	},
	properties: [
		postField(
			'The post to delete, with its thread and all posts of its group, such as those made in one go for several channels',
		),
	],
	execute: async (context, client) =>
		await deleteEach(context, client, {
			parameter: 'postId',
			label: 'Post',
			noun: 'post',
			key: 'id',
			path: (id) => `/posts/${id}`,
			isThere: async (asker, id) => (await new PostFinder(asker).look(id)) !== undefined,
		}),
};
