import {
	type IDataObject,
	type INodeExecutionData,
	type INodePropertyOptions,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { groupFilter, networkOptions } from '../Postiz/channels/fields';
import { advance, readState } from '../Postiz/events/advance';
import { type Scopes, takeSnapshot } from '../Postiz/events/requests';
import { sample } from '../Postiz/events/sample';
import type { EventName, Wishes } from '../Postiz/events/types';
import { loadOptions } from '../Postiz/methods';
import { authenticationField, credentialChoices } from '../Postiz/methods/authentication';
import { postizApiTest, postizOAuth2ApiTest } from '../Postiz/methods/credentialTest';
import { authenticationOf, CREDENTIAL_TYPES, PostizClient } from '../Postiz/transport/client';
import { toNodeError } from '../Postiz/transport/nodeError';
import { Problem } from '../Postiz/values/problem';
import { quote } from '../Postiz/values/quote';
import { readList } from '../Postiz/values/read';

const eventOptions: INodePropertyOptions[] = [
	{
		name: 'Channel Needs Attention',
		value: 'channelNeedsAttention',
		description: 'A channel was disabled in Postiz, or is gone from it',
	},
	{
		name: 'New Notification',
		value: 'newNotification',
		description:
			'Postiz has a new notification. Notifications belong to no channel, so that filters do not apply to them.',
	},
	{
		name: 'Post Created',
		value: 'postCreated',
		description: 'A post or draft dated up to a year ahead is new in the calendar',
	},
	{
		name: 'Post Failed',
		value: 'postFailed',
		description: 'A post could not be published',
	},
	{
		name: 'Post Published',
		value: 'postPublished',
		description: 'A post went out. A repeating post counts each time.',
	},
];

const EVENT_NAMES = Object.fromEntries(eventOptions.map(({ name, value }) => [value, name]));

const eventsSubtitle = `={{ $parameter["events"].map((event) => (${JSON.stringify(EVENT_NAMES)})[event]).join(", ") }}`;

export class PostizTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Postiz Trigger',
		name: 'postizTrigger',
		icon: { light: 'file:../../icons/postiz.svg', dark: 'file:../../icons/postiz.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: eventsSubtitle,
		description:
			'Starts the workflow when a post is created, published or failed, a notification arrives, or a channel needs attention in Postiz',
		defaults: { name: 'Postiz Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: credentialChoices,
		properties: [
			authenticationField,
			{
				displayName: 'Events',
				name: 'events',
				type: 'multiOptions',
				required: true,
				options: eventOptions,
				default: ['postPublished'],
				description:
					'What starts the workflow. What is there already when you activate it does not.',
			},
			{
				displayName:
					'Each check asks Postiz once for each kind of event that you choose: posts, notifications, channels. Some Postiz instances take only 30 requests an hour. To leave some for publishing, set <b>Mode</b> under Poll Times to <b>Every X</b> and check every 10 minutes.',
				name: 'requestsNotice',
				type: 'notice',
				default: '',
			},
			{
				displayName: 'Filters',
				name: 'filters',
				type: 'collection',
				placeholder: 'Add Filter',
				default: {},
				options: [
					{
						displayName: 'Channel Names or IDs',
						name: 'channels',
						type: 'multiOptions',
						typeOptions: { loadOptionsMethod: 'getChannels' },
						default: [],
						description:
							'Only events of these channels. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
					},
					groupFilter('Only events of the channels in this group'),
					{
						displayName: 'Networks',
						name: 'providers',
						type: 'multiOptions',
						options: networkOptions,
						default: [],
						description: 'Only events of channels on these networks',
					},
				],
			},
		],
	};

	methods = {
		loadOptions: { getChannels: loadOptions.getChannels, getGroups: loadOptions.getGroups },
		credentialTest: { postizApiTest, postizOAuth2ApiTest },
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		try {
			return await poll(this);
		} catch (error) {
			throw toNodeError(this.getNode(), error);
		}
	}
}

async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const wishes = readWishes(context);
	const client = await PostizClient.connect(context);
	const now = Date.now();
	if (context.getMode() === 'manual') {
		return [context.helpers.returnJsonArray(await sample(client, wishes, now))];
	}

	const staticData = context.getWorkflowStaticData('node');
	const before = readState(staticData);
	const scopes = readScopes(context, wishes);
	const snapshot = await takeSnapshot(client, { state: before, wishes, scopes, now });
	// While this poll waited for an answer, a later one was done: what it has seen is newer.
	if (readState(staticData)?.polls !== before?.polls) return null;

	const { events, state } = advance(before, snapshot, wishes, now);
	staticData.state = state as unknown as IDataObject;
	return events.length > 0 ? [context.helpers.returnJsonArray(events)] : null;
}

function readWishes(context: IPollFunctions): Wishes {
	const events = readList(context.getNodeParameter('events', []));
	if (events.length === 0) {
		throw new Problem('No event is chosen', 'Choose under Events what starts the workflow.');
	}
	const unknown = events.find((event) => !isEventName(event));
	if (unknown !== undefined) {
		throw new Problem(
			`There is no event ${quote(unknown)}`,
			`Choose from the list under Events; in an expression these are ${Object.keys(EVENT_NAMES).join(', ')}.`,
		);
	}
	const { channels, providers, group } = context.getNodeParameter('filters', {}) as IDataObject;
	return {
		events: events.filter(isEventName),
		filters: {
			channels: readList(channels),
			providers: readList(providers),
			group: String(group ?? '').trim(),
		},
	};
}

const isEventName = (event: string): event is EventName => Object.hasOwn(EVENT_NAMES, event);

function readScopes(context: IPollFunctions, { filters }: Wishes): Scopes {
	const { credentials } = context.getNode();
	const type = CREDENTIAL_TYPES[authenticationOf(context)];
	const account = `${type}:${credentials?.[type]?.id ?? ''}`;
	return { account, posts: `${account}/${filters.group}` };
}
