import type { IDataObject } from 'n8n-workflow';

import { SlotFinder } from '../../channels/facts';
import { channelsFilter, findFilters, networksFilter, passes } from '../../channels/filters';
import { flatRow } from '../../calendar/row';
import { channelRow } from '../../channels/match';
import { fetchStatuses, type ChannelStatus } from '../../channels/status';
import { findTarget } from '../../channels/targets';
import { field } from '../../form/fields';
import { filtersOf, readable, readableWord } from '../../form/readable';
import type { Channel } from '../../transport/types';
import { showDate } from '../../values/date';
import { parseBoolean } from '../../values/read';
import { readLimit, returnAllOrLimit, simplifyField, upTo, channelField } from '../shared/fields';
import { askOnce, forEachItem, type Operation, type Resource } from '../shared/operation';

/** Channel: Find Free Slot (docs/api.md, Free slots). */
const findSlot: Operation = {
	name: 'Find Free Slot',
	value: 'findSlot',
	action: 'Find free slot',
	description:
		'Get the next free time of a channel’s posting schedule, by channel ID (from Channel > Get Many)',
	properties: [channelField.property],
	execute: async (context, client) => {
		const finder = new SlotFinder(client);
		const ask = askOnce(async (id: string) => {
			// For an unknown or disabled channel, the service would never answer.
			const target = findTarget({ id, position: 'Channel' }, await client.channels());
			const date = await finder.findOne(target);
			return flatRow({ target, date }, context.getTimezone());
		});
		return await forEachItem(context, async (itemIndex) => [
			{ ...(await ask(channelField.readItem(context, itemIndex))) },
		]);
	},
};

const FILTERS = filtersOf({
	channels: channelsFilter('Only these channels, and the channels in these groups'),
	includeDisabled: readable(
		field.boolean('Include Disabled Channels', 'includeDisabled', {
			description:
				'Whether to return channels that are disabled in Postiz too. Their status is “disabled”: they cannot publish.',
		}),
		(entered, label, isAdded) => !isAdded || parseBoolean(entered, label),
	),
	name: readableWord('Name Contains', 'name', {
		placeholder: 'e.g. coffee',
		description: 'Only channels whose name contains this, ignoring case',
	}),
	networks: networksFilter('Only channels of these social networks'),
});
const simplify = simplifyField(', with the names that Postiz uses');

/** Channel: Get Many (docs/api.md, Channels). */
const getMany: Operation = {
	name: 'Get Many',
	value: 'list',
	action: 'Get many channels',
	description:
		'List the channels with their IDs, and whether they are connected, disabled, or to be reconnected',
	properties: [...returnAllOrLimit, FILTERS.property, simplify.property],
	execute: async (context, client) => {
		const list = async () => await client.channels();
		const statuses = askOnce(async () => await fetchStatuses(client, MAX_PAGES));
		return await forEachItem(context, async (itemIndex) => {
			const limit = readLimit(context, itemIndex);
			const isRaw = !simplify.readItem(context, itemIndex);
			const filters = FILTERS.readItem(context, itemIndex);
			const { includeDisabled, name } = filters;
			const wanted = await findFilters(filters, list);
			const found = (await list()).filter(
				(channel) =>
					(includeDisabled || !channel.disabled) &&
					channel.name.toLowerCase().includes(name) &&
					passes(wanted, channel),
			);
			const filtersInWords = FILTERS.nameItem(context, itemIndex);
			const shown = upTo(context, found, limit, { filters: filtersInWords });
			if (isRaw || shown.length === 0) return shown.map((channel) => ({ ...channel }));
			const statusOf = await statuses();
			return shown.map((channel) => toRow(channel, statusOf(channel), context.getTimezone()));
		});
	},
};

/** Of 100 notifications each, in the last month. */
const MAX_PAGES = 5;

/** What is empty is left out. `since` is shown in `timezone` (an IANA name). */
function toRow(
	{ profile, customer, ...channel }: Channel,
	{ status, since }: Partial<ChannelStatus> = {},
	timezone: string,
): IDataObject {
	const { channel: name, ...ids } = channelRow(channel);
	return {
		channel: name,
		...(status && { status }),
		...(since && { since: showDate(since, timezone) }),
		...ids,
		...(profile && { profile }),
		...(customer && { group: customer.name, groupId: customer.id }),
	};
}

/** Channels: the connected social accounts. */
export const integration: Resource = {
	name: 'Channel',
	value: 'integration',
	defaultOperation: 'list',
	operations: [getMany, findSlot],
};
