import { channelsFilter, groupFilter, networksFilter } from '../channels/filters';
import { field, option } from '../form/fields';
import { filtersOf } from '../form/filters';

/** All events, in the order of the form; saved workflows contain their keys. `foundIn` names the lists that show them. */
const EVENTS = {
	channelNeedsAttention: {
		name: 'Channel Needs Attention',
		action: 'When a channel needs attention',
		description: 'A channel was disabled in Postiz, removed from it, or must be reconnected',
		// Only notifications tell that a channel must be reconnected.
		foundIn: ['channels', 'notifications'],
	},
	newNotification: {
		name: 'New Notification',
		action: 'When there is a new notification',
		description: "Postiz has a new notification. Filters don't apply, as it belongs to no channel.",
		foundIn: ['notifications'],
	},
	postCreated: {
		name: 'Post Created',
		action: 'When a post is created',
		description: 'A post or draft is new in the calendar, dated at most a year ahead',
		foundIn: ['posts'],
	},
	postFailed: {
		name: 'Post Failed',
		action: 'When a post fails',
		description:
			'A post, or a later part of it, could not be published; the output says why, and whether it may be online',
		foundIn: ['posts'],
	},
	postOverdue: {
		name: 'Post Overdue',
		action: 'When a post is overdue',
		description:
			'A post is still scheduled 15 minutes after its date. Reported once for each date; the output says why if Postiz does.',
		foundIn: ['posts'],
	},
	postPublished: {
		name: 'Post Published',
		action: 'When a post is published',
		description: 'A post was published. A repeating post counts each time.',
		foundIn: ['posts'],
	},
} satisfies Record<
	string,
	{ name: string; action: string; description: string; foundIn: string[] }
>;

/** The events of the triggers. */
export type EventName = keyof typeof EVENTS;

/** All events, in the order of the form. */
export const eventNames = Object.keys(EVENTS) as EventName[];

/** The options of the form. */
export const eventOptions = eventNames.map((value) => {
	const { name, action, description } = EVENTS[value];
	return { ...option(name, value, description), action };
});

/** The events that a list of the service shows. */
export const eventsIn = (
	list: 'posts' | 'notifications' | 'channels',
	events = eventNames,
): EventName[] => events.filter((event) => (EVENTS[event].foundIn as string[]).includes(list));

const LABELS = Object.fromEntries(eventOptions.map(({ name, value }) => [value, name]));

/** The subtitle on the canvas, with the labels of the chosen events. */
export const eventsSubtitle = `={{ $parameter["events"].map((event) => (${JSON.stringify(LABELS)})[event]).join(", ") }}`;

/** The field to choose among these events, with a hint below it. */
export const eventsField = (events: EventName[], description: string, hint: string) =>
	field.choices('Events', 'events', {
		required: true,
		options: eventOptions.filter(({ value }) => events.includes(value)),
		default: ['postPublished'],
		description,
		hint,
	});

/** The filters of both triggers. */
export const FILTERS = filtersOf({
	channels: channelsFilter(
		field.choices('Channel Names or IDs', 'channels', {
			typeOptions: { loadOptionsMethod: 'getChannels' },
			description:
				'Only events of these channels. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		}),
	),
	group: groupFilter('Only events of the channels in this group'),
	networks: networksFilter('Only events of channels on these networks'),
});
