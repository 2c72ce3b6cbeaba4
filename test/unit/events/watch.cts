import type { EventName } from '../../../nodes/Postiz/events/fields';
import type { TriggerOptions } from '../../../nodes/Postiz/events/options';

const EVENTS: EventName[] = [
	'channelNeedsAttention',
	'newNotification',
	'postCreated',
	'postFailed',
	'postOverdue',
	'postPublished',
];

/** What a trigger without filters watches for: these events, or all. */
export const watch = (events: EventName[] = EVENTS): TriggerOptions => ({
	events,
	filters: { channels: [], providers: [], group: '', members: [] },
	account: 'a',
});
