import { deleteEach } from '../deleting';
import { postField } from '../ids';
import type { Operation } from '../types';

/** Post: Delete (API: DELETE /posts/{id}). */
export const deletePost: Operation = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete a post',
		description:
			'Delete a post from Postiz with all parts of its thread, by post ID (from Post > Create or Post > Get Many). What is published already stays on the network.',
	},
	properties: [postField('The post to delete, with all parts of its thread')],
	execute: async (context, client) =>
		await deleteEach(context, client, {
			parameter: 'postId',
			label: 'Post',
			noun: 'post',
			key: 'id',
			path: (id) => `/posts/${id}`,
		}),
};
