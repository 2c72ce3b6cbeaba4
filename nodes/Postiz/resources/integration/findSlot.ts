import { channelRow } from '../../channels/row';
import { findTarget } from '../../channels/targets';
import { channelField, readId } from '../shared/ids';
import { forEachItem } from '../shared/itemRun';
import { SlotFinder } from '../../channels/slots';
import type { Operation } from '../shared/types';

/** Channel: Find Free Slot (docs/api.md, Free slots). */
export const findSlot: Operation = {
	name: 'Find Free Slot',
	value: 'findSlot',
	action: 'Find the next free posting time of a channel',
	description:
		'Get the next free time of a channel’s posting schedule, by channel ID (from Channel > Get Many)',
	properties: [channelField('The channel whose posting schedule to look at')],
	execute: async (context, client) => {
		const finder = new SlotFinder(client);
		const dates = new Map<string, string>();
		return await forEachItem(context, async (itemIndex) => {
			const integrationId = readId(context, itemIndex, 'integrationId');
			// Asked about a channel that is unknown or disabled, the service would never answer.
			const channels = await client.channels();
			const target = findTarget({ id: integrationId, position: 'Channel' }, channels);
			const date = dates.get(target.id) ?? (await finder.findOne(target));
			dates.set(target.id, date);
			return [{ ...channelRow(target), date }];
		});
	},
};
