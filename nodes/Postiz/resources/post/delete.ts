import { byId, PostFinder, yearAround } from '../../calendar/find';
import { postRow } from '../../calendar/row';
import { field } from '../../form/fields';
import { listPosts } from '../../transport/posts';
import { deleteEach } from '../shared/deleting';
import { postField, readableIds } from '../shared/ids';
import { askOnce } from '../shared/once';
import type { Operation } from '../shared/operation';

/** Post: Delete (docs/api.md, Deleting posts, Finding a post by its ID). */
export const deletePost: Operation = {
	name: 'Delete',
	value: 'delete',
	action: 'Delete a post and those created together with it',
	description:
		'Delete a post with its thread and the posts created with it for other channels, by post ID from Post > Create',
	properties: [
		field.notice(
			'Deletes the whole group of the post: its thread, and the posts for other channels that were created together with it. Outputs each deleted post.',
			'groupNotice',
		),
		postField('The post to delete, with all posts of its group'),
	],
	execute: async (context, client) => {
		const finder = new PostFinder(client);
		await finder.prepare(readableIds(context, 'postId'));
		return await deleteEach(context, client, {
			field: 'postId',
			noun: 'post',
			key: 'postId',
			path: (id) => `/posts/${id}`,
			find: async (id) => (await finder.searchGroup(id)).map((row) => postRow(row)),
			isThere: async (id) => (await new PostFinder(client).look(id)) !== undefined,
		});
	},
};

/** Post: Delete Group (docs/api.md, Deleting posts). */
export const deleteGroup: Operation = {
	name: 'Delete Group',
	value: 'deleteGroup',
	action: 'Delete all posts that were created together',
	description:
		'Delete the posts of a group, such as one post for several channels, by group ID (“postGroup” in Post > Get Many)',
	properties: [
		field.text('Group ID', 'postGroup', {
			required: true,
			placeholder: 'e.g. {{ $json.postGroup }}',
			description:
				'The ID of a group of posts, as Post > Get Many returns it under “postGroup”. Not a group of channels.',
		}),
	],
	execute: async (context, client) => {
		// Groups have no preview that says where their posts are.
		const around = async () => [...byId(await listPosts(client, yearAround())).values()];
		const aroundBefore = askOnce(around);
		return await deleteEach(context, client, {
			field: 'postGroup',
			noun: 'group',
			key: 'postGroup',
			path: (id) => `/posts/group/${id}`,
			find: async (id) =>
				(await aroundBefore()).filter(({ group }) => group === id).map((row) => postRow(row)),
			isThere: async (id) => (await around()).some(({ group }) => group === id),
		});
	},
};
