import { toOutputColumns } from '../../calendar/postOutput';
import { SlotFinder } from '../../channels/slotFinder';
import { requireTarget } from '../../channels/target';
import { memoize } from '../../common/memoize';
import { forEachItem } from '../../execution/forEachItem';
import type { Operation } from '../shared/operation';
import { channelIdSpec } from '../shared/sharedFields';

/** Channel: Find Free Slot (docs/api.md, Free slots). */
export const findSlotOperation: Operation = {
	name: 'Find Free Slot',
	value: 'findSlot',
	action: 'Find free slot',
	description: 'Get the next free time of a channel’s posting schedule, by channel ID',
	properties: [channelIdSpec.property],
	execute: async (context, client) => {
		const finder = new SlotFinder(client);
		const findOnce = memoize(async (id: string) => {
			// For an unknown or disabled channel, the service would never respond.
			const target = requireTarget(
				{ idOrName: id, label: 'Channel' },
				await client.fetchChannels(),
			);
			const date = await finder.fetchSlot(target);
			return toOutputColumns({ target, date }, context.getTimezone());
		});
		return await forEachItem(context, async (itemIndex) => [
			{ ...(await findOnce(channelIdSpec.readParameter(context, itemIndex))) },
		]);
	},
};
