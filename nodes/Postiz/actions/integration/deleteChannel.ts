import { toChannelColumns } from '../../channels/channelLabel';
import { requireChannel } from '../../channels/requireChannel';
import { toProblemOrRethrow } from '../../common/problem';
import { forEachItem } from '../../execution/forEachItem';
import { field } from '../../form/fieldBuilders';
import type { PostizClient } from '../../transport/client';
import { endpoints } from '../../transport/endpoints';
import { SERVER_ERROR } from '../../transport/httpStatus';
import { describeDeletions } from '../shared/describeDeletions';
import type { Operation } from '../shared/operation';
import { channelIdSpec } from '../shared/sharedFields';

/** Channel: Delete (docs/api.md, Deleting a channel). */
export const deleteChannelOperation: Operation = {
	name: 'Delete',
	value: 'delete',
	action: 'Delete channel',
	description: 'Remove a channel and all its posts from Postiz, by channel ID',
	properties: [
		field.notice(
			'This permanently removes the channel and all its posts from Postiz, including scheduled ones',
			'deleteNotice',
		),
		channelIdSpec.property,
	],
	execute: async (context, client, { deletedChannelIds, channelsToDelete }) =>
		await forEachItem(
			context,
			async (itemIndex) => {
				const entered = channelIdSpec.readParameter(context, itemIndex);
				const connected = await client.fetchChannels();
				const channels = new Map(channelsToDelete);
				for (const channel of connected) channels.set(channel.id, channel);
				const channel = requireChannel(entered, [...channels.values()]);
				if (connected.includes(channel) && !deletedChannelIds.has(channel.id)) {
					channelsToDelete.set(channel.id, channel);
					await requestChannelDeletion(client, channel.id);
				}
				deletedChannelIds.add(channel.id);
				return [{ deleted: true, ...toChannelColumns(channel) }];
			},
			{ describeDone: (indexes) => describeDeletions(context, indexes, 'channel') },
		),
};

/** Throws {@link Problem} if the channel is not deleted. */
async function requestChannelDeletion(client: PostizClient, channelId: string): Promise<void> {
	// Not returned: the response contains the network's access token.
	await client.request(endpoints.deleteChannel(channelId)).catch(async (error: unknown) => {
		if (Number(toProblemOrRethrow(error).httpCode ?? SERVER_ERROR) < SERVER_ERROR) throw error;
		// A channel that no longer exists fails like this, too: an earlier attempt may have removed it.
		const channels = await client.requestList(endpoints.listChannels());
		if (channels.some(({ id }) => id === channelId)) throw error;
	});
}
