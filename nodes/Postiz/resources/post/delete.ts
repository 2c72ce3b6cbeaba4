import { postField, readId, unknownId } from '../ids';
import { forEachItem } from '../items';
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
	execute: async (context, client) => {
		const deleted = new Set<string>();
		return await forEachItem(context, async (itemIndex) => {
			const id = readId(context, itemIndex, 'postId', 'Post');
			if (!deleted.has(id)) {
				// Success looks like {"error": true}: only the status tells.
				await client.request({
					method: 'DELETE',
					path: `/posts/${encodeURIComponent(id)}`,
					itemIndex,
					explain: unknownId('post', id),
				});
				deleted.add(id);
			}
			return [{ id, deleted: true }];
		});
	},
};
