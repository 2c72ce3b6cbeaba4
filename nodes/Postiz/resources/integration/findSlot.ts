import { DETECT } from '../../post/form';
import { resolveTarget } from '../../post/targets';
import { channelField, readId } from '../ids';
import { forEachItem } from '../items';
import { SlotFinder } from '../slots';
import type { Operation } from '../types';

/** Channel: Find Free Slot (API: GET /find-slot/{id}). */
export const findSlot: Operation = {
	option: {
		name: 'Find Free Slot',
		value: 'findSlot',
		action: 'Find the next free slot of a channel',
		description:
			'Get the next free time of a channel’s posting schedule, by channel ID (from Channel > Get Many)',
	},
	properties: [channelField('The channel whose posting schedule to look at')],
	execute: async (context, client) => {
		const finder = new SlotFinder(client);
		const dates = new Map<string, string>();
		return await forEachItem(context, async (itemIndex) => {
			const integrationId = readId(context, itemIndex, 'integrationId', 'Channel');
			const lookup = { channels: async () => await client.channels(), verify: true };
			// Asked about a channel that is unknown or disabled, the service would never answer.
			const target = await resolveTarget({ provider: DETECT, integrationId }, 0, 1, lookup);
			const date = dates.get(target.id) ?? (await finder.findOne(target, itemIndex));
			dates.set(target.id, date);
			const { id: channelId, name: channelName = null, identifier: provider } = target;
			return [{ channelId, channelName, provider, date }];
		});
	},
};
