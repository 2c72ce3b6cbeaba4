import { channelField, readId, unknownId } from '../ids';
import { forEachItem } from '../items';
import type { Operation } from '../types';

/** Channel: Delete (API: DELETE /integrations/{id}). */
export const deleteChannel: Operation = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete a channel',
		description:
			'Remove a channel and all its posts from Postiz, by channel ID (from Channel > Get Many). What is on the network already stays there.',
	},
	properties: [
		{
			displayName:
				'This removes the channel from Postiz together with all its posts, scheduled ones included. It cannot be undone.',
			name: 'deleteNotice',
			type: 'notice',
			default: '',
		},
		channelField('The channel to remove, with all its posts'),
	],
	execute: async (context, client) => {
		const deleted = new Set<string>();
		return await forEachItem(context, async (itemIndex) => {
			const id = readId(context, itemIndex, 'integrationId', 'Channel');
			if (!deleted.has(id)) {
				// The answer holds the network's access token: nothing of it is handed on.
				await client.request({
					method: 'DELETE',
					path: `/integrations/${encodeURIComponent(id)}`,
					itemIndex,
					explain: unknownId('channel', id),
				});
				deleted.add(id);
			}
			return [{ id, deleted: true }];
		});
	},
};
