import { eventNames } from '../../../nodes/Postiz/events/fields';
import type { TriggerOptions } from '../../../nodes/Postiz/events/options';

/** The settings of a trigger without filters, for these events or all. */
export const watch = (events = eventNames): TriggerOptions => ({
	events,
	filters: { channels: [], providers: [], group: '', members: [] },
});
