import { toChannelFields } from '../../channels/channelLabel';
import { fetchConnectedChannel } from '../../channels/targets';
import { asProblem } from '../../common/problem';
import { forEachItem } from '../../execution/forEachItem';
import { field } from '../../form/fieldBuilders';
import { endpoints } from '../../transport/endpoints';
import { SERVER_ERROR } from '../../transport/response';
import type { Operation } from '../shared/operation';
import { channelField } from '../shared/sharedFields';

/** Channel: Delete (docs/api.md, Deleting a channel). */
export const deleteChannel: Operation = {
	name: 'Delete',
	value: 'delete',
	action: 'Delete channel',
	description: 'Remove a channel and all its posts from Postiz, by channel ID',
	properties: [
		field.notice(
			'This permanently removes the channel and all its posts from Postiz, including scheduled ones',
			'deleteNotice',
		),
		channelField.property,
	],
	execute: async (context, client, { deleted }) =>
		await forEachItem(context, async (itemIndex) => {
			const entered = channelField.readItem(context, itemIndex);
			const earlierOutput = deleted.get(entered);
			if (earlierOutput) return [earlierOutput];
			const channel = await fetchConnectedChannel(client, entered);
			// The response has the access token of the network.
			await client.request(endpoints.deleteChannel(channel.id)).catch(async (error: unknown) => {
				if (Number(asProblem(error).httpCode ?? SERVER_ERROR) < SERVER_ERROR) throw error;
				// What is gone fails like this, too: an earlier attempt may have removed it.
				const channels = await client.requestList(endpoints.listChannels());
				if (channels.some(({ id }) => id === channel.id)) throw error;
			});
			const output = { deleted: true, ...toChannelFields(channel) };
			deleted.set(entered, output);
			return [output];
		}),
};
