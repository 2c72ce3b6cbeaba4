import { createChannelsFilterSpec, createNetworksFilterSpec } from '../channels/channelFields';
import { field, option } from '../form/fieldBuilders';
import { createFiltersSpec } from '../form/fieldSpec';

/** All events, in the order of the form; saved workflows contain their keys. */
const EVENT_TEXTS = {
	channelNeedsAttention: {
		name: 'Channel Needs Attention',
		action: 'When a channel needs attention',
		description: 'A channel must be reconnected, or was disabled or removed in Postiz',
	},
	postFailed: {
		name: 'Post Failed',
		action: 'When a post fails',
		description:
			'A post or a later part of it failed. The output has the reason, and whether it may be online.',
	},
	postOverdue: {
		name: 'Post Overdue',
		action: 'When a post is overdue',
		description: 'A post is still scheduled 15 minutes after its date',
	},
	postPublished: {
		name: 'Post Published',
		action: 'When a post is published',
		description: 'A post was published. A repeating post counts each time.',
	},
} satisfies Record<string, { name: string; action: string; description: string }>;

export type EventName = keyof typeof EVENT_TEXTS;

/** All events, in the order of the form. */
export const eventNames = Object.keys(EVENT_TEXTS) as EventName[];

const eventOptions = eventNames.map((value) => {
	const { name, action, description } = EVENT_TEXTS[value];
	return { ...option(name, value, description), action };
});

const LABELS = Object.fromEntries(eventOptions.map(({ name, value }) => [value, name]));

/** The subtitle on the canvas, with the labels of the chosen events. */
export const eventsSubtitle = `={{ $parameter["events"].map((event) => (${JSON.stringify(LABELS)})[event]).join(", ") }}`;

export const eventsField = field.multiChoice('Events', 'events', {
	required: true,
	options: eventOptions,
	default: ['postPublished'],
	description:
		'Events that start the workflow. Events from before you publish it, or while it is unpublished, are ignored.',
});

export const filtersSpec = createFiltersSpec({
	channels: createChannelsFilterSpec(
		field.multiChoice('Channel Names or IDs', 'channels', {
			typeOptions: { loadOptionsMethod: 'getChannelsAndGroups' },
			description:
				'Only events of these channels, and of the channels in these groups. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		}),
	),
	networks: createNetworksFilterSpec('Only events of channels on these networks'),
});
