import { deleteEach } from '../shared/deleting';
import { field } from '../shared/fields';
import { channelField } from '../shared/ids';
import type { Operation } from '../shared/types';

/** Channel: Delete (docs/api.md, Deleting a channel). */
export const deleteChannel: Operation = {
	name: 'Delete',
	value: 'delete',
	action: 'Delete a channel',
	description:
		'Remove a channel and all its posts from Postiz, by channel ID. Published posts stay on the network.',
	properties: [
		field.notice(
			'This removes the channel from Postiz together with all its posts, scheduled ones included. It cannot be undone.',
			'deleteNotice',
		),
		channelField('The channel to remove, with all its posts'),
	],
	execute: async (context, client) =>
		await deleteEach(context, client, {
			field: 'integrationId',
			noun: 'channel',
			key: 'channelId',
			path: (id) => `/integrations/${id}`,
			isThere: async (id) => {
				const rows = await client.requestList({ method: 'GET', path: '/integrations' });
				return rows.some((row) => row.id === id);
			},
		}),
};
