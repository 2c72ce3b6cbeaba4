import type { IPollFunctions } from 'n8n-workflow';

import { resolveFilters, type ResolveName } from '../channels/channelFilters';
import { parseOptions } from '../common/parseOption';
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
export async function resolveEventFilters(
	filters: ReturnType<typeof FILTERS.read>,
	listChannels: () => Promise<Channel[]>,
	earlierNamed: Record<string, string[]> = {},
) {
	const named: typeof earlierNamed = {};
	const resolveName: ResolveName = (name, lookUp, connected) => {
		const earlierIds = Object.hasOwn(earlierNamed, name) ? earlierNamed[name] : undefined;
		named[name] = findIds(name, lookUp, connected, earlierIds);
		return named[name];
	};
	return { filters: await resolveFilters(filters, listChannels, resolveName), named };
}

/** The IDs that a name stands for now, and those of removed channels; the earlier IDs if the name is gone. */
function findIds(
	name: string,
	lookUp: () => string[],
	connected: Channel[],
	earlierIds: string[] | undefined,
): string[] {
	try {
		const ids = lookUp();
		// The removal of these channels still has to be reported.
		const gone = (earlierIds ?? []).filter(
			(id) => !ids.includes(id) && connected.every((channel) => channel.id !== id),
		);
		return name.startsWith('channel ') ? [...ids, ...gone] : ids;
	} catch (error) {
		const problem = asProblem(error);
		if (!earlierIds) throw problem;
		return earlierIds;
	}
}
