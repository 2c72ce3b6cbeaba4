import type { IPollFunctions } from 'n8n-workflow';

import { findFilters } from '../channels/channelFilters';
import { parseOptions } from '../common/parseValue';
import { asProblem, Problem } from '../common/problem';
import type { Channel } from '../transport/apiTypes';
import { eventNames, FILTERS } from './triggerFields';

/** Reads the settings of the trigger. Throws {@link Problem} for missing or unknown events, and for empty filters. */
export function readTriggerOptions(context: IPollFunctions) {
	const events = parseOptions(context.getNodeParameter('events', []), eventNames, 'Events');
	if (events.length === 0) {
		throw new Problem('No event is selected', 'Add what starts the workflow under Events.');
	}
	const filters = FILTERS.read(context.getNodeParameter('filters', {}), context.getNode());
	return { events, filters };
}

/**
 * Resolves the channels in filters, and returns what to remember as `named`: a name keeps its channels even if they are
 * renamed or removed later. Throws {@link Problem} for unknown names.
 */
export async function findEventFilters(
	filters: ReturnType<typeof FILTERS.read>,
	listChannels: () => Promise<Channel[]>,
	before: Record<string, string[]> = {},
) {
	const named: typeof before = {};
	let connected: string[] = [];
	const listAll = async () => {
		const channels = await listChannels();
		connected = channels.map(({ id }) => id);
		return channels;
	};
	const find = (name: string, findIds: () => string[]) => {
		const known = Object.hasOwn(before, name) ? before[name] : undefined;
		try {
			const ids = findIds();
			// The removal of a channel from a group is still to be reported.
			const gone = (known ?? []).filter((id) => !connected.includes(id) && !ids.includes(id));
			return (named[name] = name.startsWith('channel ') ? [...ids, ...gone] : ids);
		} catch (error) {
			const problem = asProblem(error);
			if (!known) throw problem;
			return (named[name] = known);
		}
	};
	return { filters: await findFilters(filters, listAll, find), named };
}
