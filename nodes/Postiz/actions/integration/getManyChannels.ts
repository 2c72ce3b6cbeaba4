import type { IDataObject } from 'n8n-workflow';

import { createGroupFilterSpec, createNetworksFilterSpec } from '../../channels/channelFields';
import { resolveFilters, matchesFilters } from '../../channels/channelFilters';
import { toChannelColumns } from '../../channels/channelLabel';
import { fetchChannelStatuses, type ChannelStatus } from '../../channels/channelStatus';
import { formatDateTimeWithZone } from '../../common/date';
import { memoize } from '../../common/memoize';
import { parseBoolean } from '../../common/parseBoolean';
import { forEachItem } from '../../execution/forEachItem';
import { field } from '../../form/fieldBuilders';
import { createFiltersSpec, createFieldSpec, createSearchWordSpec } from '../../form/fieldSpec';
import type { Channel } from '../../transport/apiTypes';
import { limitWithHints } from '../shared/limitWithHints';
import type { Operation } from '../shared/operation';
import { readLimit, limitFields, createSimplifySpec } from '../shared/sharedFields';

/** Each page has 100 notifications of the last month. */
const MAX_NOTIFICATION_PAGES = 5;

const filtersSpec = createFiltersSpec({
	group: createGroupFilterSpec('Only channels of this group'),
	includeDisabled: createFieldSpec(
		field.boolean('Include Disabled Channels', 'includeDisabled', {
			description: 'Whether to also return channels that are disabled in Postiz and cannot publish',
		}),
		// Without the filter, all channels are returned.
		(entered, label, { isAdded }) => !isAdded || parseBoolean(entered, label),
	),
	name: createSearchWordSpec('Name Contains', 'name', {
		placeholder: 'e.g. coffee',
		description: 'Only channels whose name contains this, ignoring case',
	}),
	networks: createNetworksFilterSpec('Only channels of these social networks'),
});
const simplifySpec = createSimplifySpec(', with the names that Postiz uses');

/** Channel: Get Many (docs/api.md, Channels). */
export const getManyChannelsOperation: Operation = {
	name: 'Get Many',
	value: 'list',
	action: 'Get many channels',
	description: 'List the channels with their IDs and status',
	properties: [...limitFields, filtersSpec.property, simplifySpec.property],
	execute: async (context, client) => {
		const list = async () => await client.fetchChannels();
		const fetchStatuses = memoize(
			async () => await fetchChannelStatuses(client, { maxPages: MAX_NOTIFICATION_PAGES }),
		);
		return await forEachItem(context, async (itemIndex) => {
			const limit = readLimit(context, itemIndex);
			const isRaw = !simplifySpec.readParameter(context, itemIndex);
			const filters = filtersSpec.readParameter(context, itemIndex);
			const { includeDisabled, name } = filters;
			const channelFilters = await resolveFilters(filters, list);
			const matches = (await list()).filter(
				(channel) =>
					(includeDisabled || !channel.disabled) &&
					channel.name.toLowerCase().includes(name) &&
					matchesFilters(channelFilters, {
						...channel,
						channelId: channel.id,
						groupId: channel.customer?.id,
					}),
			);
			const description = filtersSpec.describeParameter(context, itemIndex);
			const { outputs: channels, hints } = limitWithHints(matches, limit, { filters: description });
			if (isRaw || channels.length === 0) {
				return { outputs: channels.map((channel) => ({ ...channel })), hints };
			}
			const getStatus = await fetchStatuses();
			const timezone = context.getTimezone();
			return {
				outputs: channels.map((channel) => toChannelOutput(channel, getStatus(channel), timezone)),
				hints,
			};
		});
	},
};

const STATUS_WORDS: Record<ChannelStatus['status'], string> = {
	connected: 'connected',
	disabled: 'disabled',
	mayNeedReconnecting: 'may need reconnecting',
	needsReconnecting: 'needs reconnecting',
};

/** An output without empty values. `since` is shown in `timezone` (an IANA name). */
function toChannelOutput(
	{ profile, customer, ...channel }: Channel,
	{ status, since }: Partial<ChannelStatus> = {},
	timezone: string,
): IDataObject {
	const { channel: name, ...ids } = toChannelColumns(channel);
	return {
		channel: name,
		...(status && { status: STATUS_WORDS[status] }),
		...(since && { since: formatDateTimeWithZone(since, timezone) }),
		...ids,
		...(profile && { profile }),
		...(customer && { group: customer.name, groupId: customer.id }),
	};
}
