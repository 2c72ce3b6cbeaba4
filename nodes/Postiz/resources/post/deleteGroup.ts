import { byId, yearAround } from '../../calendar/find';
import { postRow } from '../../calendar/row';
import type { PostizClient } from '../../transport/client';
import { listPosts } from '../../transport/posts';
import type { ListedPost } from '../../transport/types';
import { askOnce } from '../shared/askOnce';
import { deleteEach } from '../shared/deleting';
import type { Operation } from '../shared/types';

/** Post: Delete Group (docs/api.md, Deleting posts). */
export const deleteGroup: Operation = {
	name: 'Delete Group',
	value: 'deleteGroup',
	action: 'Delete all posts that were created together',
	description:
		'Delete the posts of a group, such as one post for several channels, by group ID (“postGroup” in Post > Get Many)',
	properties: [
		{
			displayName: 'Group ID',
			name: 'postGroup',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. {{ $json.postGroup }}',
			description:
				'The ID of a group of posts, as Post > Get Many returns it under “postGroup”. Not a group of channels.',
		},
	],
	execute: async (context, client) => {
		const ask = askOnce<ListedPost[]>();
		// Groups have no preview that says where their posts are.
		const around = async (asker: PostizClient) => [
			...byId(await listPosts(asker, yearAround())).values(),
		];
		return await deleteEach(context, client, {
			parameter: 'postGroup',
			label: 'Group ID',
			noun: 'group',
			key: 'postGroup',
			path: (id) => `/posts/group/${id}`,
			find: async (id) =>
				(await ask('around', async () => await around(client)))
					.filter(({ group }) => group === id)
					.map((row) => postRow(row)),
			isThere: async (asker, id) => (await around(asker)).some(({ group }) => group === id),
		});
	},
};
