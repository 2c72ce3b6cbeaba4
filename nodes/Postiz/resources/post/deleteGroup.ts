import { yearAround } from '../../calendar/find';
import { listPosts } from '../../transport/posts';
import { deleteEach } from '../shared/deleting';
import type { Operation } from '../shared/types';

/** Post: Delete Group (docs/api.md, Deleting posts). */
export const deleteGroup: Operation = {
	option: {
		name: 'Delete Group',
		value: 'deleteGroup',
		action: 'Delete a group of posts',
		description:
			'Delete all posts that belong together, such as one post made in one go for several channels, by group ID (“group” in Post > Get Many). What is published already stays on the network.',
	},
	properties: [
		{
			displayName: 'Group ID',
			name: 'group',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. {{ $json.group }}',
			description:
				'The ID of a group of posts, as Post > Get Many returns it under “group”. Not a group of channels.',
		},
	],
	execute: async (context, client) =>
		await deleteEach(context, client, {
			parameter: 'group',
			label: 'Group ID',
			noun: 'group',
			key: 'group',
			path: (id) => `/posts/group/${id}`,
			// Groups have no preview that says where their posts are.
			isThere: async (asker, id) =>
				(await listPosts(asker, yearAround())).some(({ group }) => group === id),
		}),
};
