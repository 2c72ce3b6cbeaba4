import type { IPollFunctions } from 'n8n-workflow';

import { resolveChannelIds, type ChannelFilters } from '../channels/channelFilters';
import { parseOptions } from '../common/parseOption';
import { toProblemOrRethrow, Problem } from '../common/problem';
import type { Channel } from '../transport/apiTypes';
import { eventNames, filtersSpec } from './triggerFields';

/** Reads the settings of the trigger. Throws {@link Problem} for missing or unknown events, and for empty filters. */
export function readTriggerOptions(context: IPollFunctions) {
	const events = parseOptions(context.getNodeParameter('events', []), eventNames, 'Events');
	if (events.length === 0) {
		throw new Problem('No event is selected', 'Add what starts the workflow under Events.');
	}
	const filters = filtersSpec.read(context.getNodeParameter('filters', {}), context.getNode());
	return { events, filters };
}

/**
 * Resolves the channels in filters. Also returns the IDs of each name to remember: a name keeps its channels even if
 * they are renamed or removed. Throws {@link Problem} for unknown names.
 */
export async function resolveEventFilters(
	{ channels: channelNames, networks }: ReturnType<typeof filtersSpec.read>,
	fetchChannels: () => Promise<Channel[]>,
	earlierIdsByFilter: Record<string, string[]> = {},
): Promise<{ filters: ChannelFilters; idsByFilter: Record<string, string[]> }> {
	const connected = channelNames.length > 0 ? await fetchChannels() : [];
	const idsByFilter = Object.fromEntries(
		channelNames.map((names) => {
			const filter = JSON.stringify(names);
			return [filter, resolveIds(names, connected, earlierIdsByFilter[filter])];
		}),
	);
	const channels = Object.values(idsByFilter).flat();
	return { filters: { channels, networks, group: '', groupMembers: [] }, idsByFilter };
}

/** The IDs of the channels with these names, and of removed ones; the earlier IDs if no channel has them anymore. */
function resolveIds(
	names: string[],
	connected: Channel[],
	earlierIds: string[] | undefined,
): string[] {
	try {
		const ids = resolveChannelIds(names, connected);
		// The removal of these channels still has to be reported.
		const removed = (earlierIds ?? []).filter((earlierId) =>
			connected.every(({ id }) => id !== earlierId),
		);
		return [...ids, ...removed];
	} catch (error) {
		const problem = toProblemOrRethrow(error);
		if (!earlierIds) throw problem;
		return earlierIds;
	}
}
