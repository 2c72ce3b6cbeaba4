import type { IHookFunctions, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';

import type { ChannelFilters } from '../channels/filters';
import { Problem } from '../values/problem';
import { parseOptions } from '../values/read';
import { eventNames, FILTERS, type EventName } from './fields';

/** The settings of a trigger. */
export interface TriggerOptions {
	events: EventName[];
	filters: ChannelFilters;
}

/** The contexts of triggers. */
export type TriggerContext = IPollFunctions | IHookFunctions | IWebhookFunctions;

/** Reads the settings of a trigger. Throws {@link Problem} for missing or unknown events, and for empty filters. */
export function readTriggerOptions(context: TriggerContext) {
	const events = parseOptions(context.getNodeParameter('events', []), eventNames, 'Events');
	if (events.length === 0) {
		throw new Problem('No event is selected', 'Add what starts the workflow under Events.');
	}
	const filters = FILTERS.read(context.getNodeParameter('filters', {}), context.getNode());
	return { events, filters };
}
