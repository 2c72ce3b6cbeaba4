import { readId, unknownId } from '../ids';
import { forEachItem } from '../items';
import type { Operation } from '../types';

/** Post: Delete Group (API: DELETE /posts/group/{group}). */
export const deleteGroup: Operation = {
	option: {
		name: 'Delete Group',
		value: 'deleteGroup',
		action: 'Delete a group of posts',
		description:
			'Delete all posts that belong together, such as one post for several networks, by group ID (“group” in Post > Get Many)',
	},
	properties: [
		{
			displayName: 'Group ID',
			name: 'group',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. {{ $json.group }}',
			description: 'As Post > Get Many shows it under “group”. This is no group of channels.',
		},
	],
	execute: async (context, client) => {
		const deleted = new Set<string>();
		return await forEachItem(context, async (itemIndex) => {
			const group = readId(context, itemIndex, 'group', 'Group ID');
			if (!deleted.has(group)) {
				await client.request({
					method: 'DELETE',
					path: `/posts/group/${encodeURIComponent(group)}`,
					itemIndex,
					explain: unknownId('group', group),
				});
				deleted.add(group);
			}
			return [{ group, deleted: true }];
		});
	},
};
