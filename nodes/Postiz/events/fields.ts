import { groupFilter, networkOptions } from '../channels/fields';
import { field, option } from '../form/fields';
import { endpoints } from '../transport/endpoints';
import { orNewer } from '../transport/releases';

/** Only these releases have notifications (docs/api.md, Releases). */
export const NOTIFICATIONS_SINCE = endpoints.listNotifications.since!;

/** An event, with the words that n8n's list of nodes has for it. */
const event = <Value extends string>(
	name: string,
	value: Value,
	action: string,
	description: string,
) => ({
	...option(name, value, description),
	action,
});

/** Every event, in the order of the form; the values are kept in saved workflows. */
export const eventOptions = [
	event(
		'Channel Needs Attention',
		'channelNeedsAttention',
		'When a channel needs attention',
		`A channel was disabled in Postiz, removed from it, or must be reconnected (the latter needs ${orNewer(NOTIFICATIONS_SINCE)})`,
	),
	event(
		'New Notification',
		'newNotification',
		'When there is a new notification',
		`Postiz has a new notification. Filters don't apply, as it belongs to no channel. Needs ${orNewer(NOTIFICATIONS_SINCE)}.`,
	),
	event(
		'Post Created',
		'postCreated',
		'When a post is created',
		'A post or draft is new in the calendar, dated at most a year ahead',
	),
	event(
		'Post Failed',
		'postFailed',
		'When a post fails',
		'A post could not be published; the output says why',
	),
	event(
		'Post Overdue',
		'postOverdue',
		'When a post is overdue',
		'A post is still scheduled 15 minutes after its date. Reported once for each date; the output says why if Postiz does.',
	),
	event(
		'Post Published',
		'postPublished',
		'When a post is published',
		'A post was published. A repeating post counts each time.',
	),
];

/** What a trigger can watch for. */
export type EventName = (typeof eventOptions)[number]['value'];

const EVENT_NAMES = Object.fromEntries(eventOptions.map(({ name, value }) => [value, name]));

/** Events as the form calls them, in a sentence. */
export const eventNames = (events: EventName[]) =>
	events.map((event) => EVENT_NAMES[event]).join(', ');

/** The subtitle on the canvas: the chosen events as the form calls them. */
export const eventsSubtitle = `={{ $parameter["events"].map((event) => (${JSON.stringify(EVENT_NAMES)})[event]).join(", ") }}`;

/** The field that chooses among these events; the hint stands below it. */
export const eventsField = (events: EventName[], description: string, hint: string) =>
	field.choices('Events', 'events', {
		required: true,
		options: eventOptions.filter(({ value }) => events.includes(value)),
		default: ['postPublished'],
		description,
		hint,
	});

/** The filters that both triggers have. */
export const filtersField = field.filters([
	field.choices('Channel Names or IDs', 'channels', {
		typeOptions: { loadOptionsMethod: 'getChannels' },
		description:
			'Only events of these channels. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	}),
	groupFilter('Only events of the channels in this group'),
	field.choices('Networks', 'providers', {
		options: networkOptions,
		description: 'Only events of channels on these networks',
	}),
]);
