import type {
	IDataObject,
	IHookFunctions,
	INodeProperties,
	INodePropertyOptions,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import { field } from '../form/fields';
import { groupFilter, networkOptions } from '../channels/fields';
import type { ChannelFilters } from '../channels/row';
import { authenticationOf, CREDENTIAL_TYPES } from '../transport/client';
import { Problem, quote } from '../values/problem';
import { readList, useOneOf } from '../values/read';

/** What a person chose. */
export interface TriggerOptions {
	events: EventName[];
	filters: EventFilters;
	scopes: Scopes;
}

/** Empty lists and an empty group let everything through. */
export interface EventFilters extends ChannelFilters {
	group: string;
}

/** Whose events these are: those of a credential and, for posts, of a group of channels. */
export interface Scopes {
	account: string;
	posts: string;
}

/** Every event, in the order of the form; the values are kept in saved workflows. */
export const eventOptions = [
	{
		name: 'Channel Needs Attention',
		value: 'channelNeedsAttention',
		description: 'A channel must be reconnected, was disabled in Postiz, or was removed from it',
	},
	{
		name: 'New Notification',
		value: 'newNotification',
		description:
			"Postiz has a new notification. Notifications don't belong to a channel, so filters don't apply to them.",
	},
	{
		name: 'Post Created',
		value: 'postCreated',
		description: 'A post or draft dated up to a year ahead is new in the calendar',
	},
	{
		name: 'Post Failed',
		value: 'postFailed',
		description: 'A post could not be published; the output says why',
	},
	{
		name: 'Post Overdue',
		value: 'postOverdue',
		description:
			'A post is still scheduled 15 minutes after its date. Reported once for each date; the output says why if Postiz does.',
	},
	{
		name: 'Post Published',
		value: 'postPublished',
		description: 'A post was published. A repeating post counts each time.',
	},
] as const satisfies INodePropertyOptions[];

/** What a trigger can watch for. */
export type EventName = (typeof eventOptions)[number]['value'];

const EVENT_NAMES = Object.fromEntries(eventOptions.map(({ name, value }) => [value, name]));

/** The subtitle on the canvas: the chosen events as the form calls them. */
export const eventsSubtitle = `={{ $parameter["events"].map((event) => (${JSON.stringify(EVENT_NAMES)})[event]).join(", ") }}`;

/** The field that chooses among these events. */
export function eventsField(events: EventName[], description: string): INodeProperties {
	return {
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		required: true,
		options: eventOptions.filter(({ value }) => events.includes(value)),
		default: ['postPublished'],
		description,
	};
}

/** The filters that both triggers have. */
export const filtersField = field.filters([
	field.choices('Channel Names or IDs', 'channels', {
		typeOptions: { loadOptionsMethod: 'getChannels' },
		description:
			'Only events of these channels. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	}),
	groupFilter('Only events of the channels in this group'),
	{
		displayName: 'Networks',
		name: 'providers',
		type: 'multiOptions',
		options: networkOptions,
		default: [],
		description: 'Only events of channels on these networks',
	},
]);

/** In which a trigger looks. */
export type TriggerContext = IPollFunctions | IHookFunctions | IWebhookFunctions;

/** Reads what a trigger watches for. Throws {@link Problem} for no or unknown events. */
export function readTriggerOptions(context: TriggerContext): TriggerOptions {
	const events = readList(context.getNodeParameter('events', []));
	if (events.length === 0) {
		throw new Problem('No event is selected', 'Add what starts the workflow under Events.');
	}
	const unknown = events.find((event) => !isEventName(event));
	if (unknown !== undefined) {
		const names = Object.keys(EVENT_NAMES);
		throw new Problem(`Unknown event ${quote(unknown)}`, `Events: ${useOneOf(names)}`);
	}
	const filters = context.getNodeParameter('filters', {}) as IDataObject;
	const group = String(filters.group ?? '').trim();
	const type = CREDENTIAL_TYPES[authenticationOf(context)];
	const account = `${type}:${context.getNode().credentials?.[type]?.id ?? ''}`;
	return {
		events: events.filter(isEventName),
		filters: {
			channels: readList(filters.channels),
			providers: readList(filters.providers),
			group,
		},
		scopes: { account, posts: `${account}/${group}` },
	};
}

const isEventName = (event: string): event is EventName => Object.hasOwn(EVENT_NAMES, event);
