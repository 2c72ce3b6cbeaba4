import { PostFinder } from '../../calendar/find';
import { postRow } from '../../calendar/row';
import { field } from '../../form/fields';
import { endpoints } from '../../transport/endpoints';
import { deleteEach } from '../shared/deleting';
import { postField, readableIds, readIds } from '../shared/ids';
import type { Operation } from '../shared/operation';

/** Post: Delete (docs/api.md, Deleting posts, Finding a post by its ID). */
export const deletePost: Operation = {
	name: 'Delete',
	value: 'delete',
	action: 'Delete one or more posts',
	description:
		'Delete one or more posts with their threads, by post ID from Post > Create or Post > Get Many',
	properties: [
		field.notice(
			'Deletes the post in Postiz; what is published stays on the network. A post that was made for several channels in the calendar of Postiz is deleted for all of them.',
			'deleteNotice',
		),
		postField('The post to delete. An expression can return several IDs, as a list or as text'),
	],
	execute: async (context, client, memory) => {
		const finder = new PostFinder(client);
		await finder.prepare(readableIds(context, 'postId'));
		return await deleteEach(context, client, memory, {
			readIds: (itemIndex) => readIds(context, itemIndex, 'postId'),
			noun: 'post',
			key: 'postId',
			call: endpoints.deletePost,
			find: async (id) => (await finder.findGroup(id)).map((row) => postRow(row)),
			isThere: async (id) => (await new PostFinder(client).fetchIfThere(id)) !== undefined,
		});
	},
};
