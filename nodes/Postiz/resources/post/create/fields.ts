import type { INodeProperties } from 'n8n-workflow';

import { field, option } from '../../../form/fields';
import { ONLY_IN_GROUP } from '../../../publishing/plan/formPosts';
import { ADVICE_FOR_POSTS, IdField } from '../../shared/ids';
import { contentField, mediaField, threadField } from '../shared/fields';
import { networkSettingsField } from '../shared/networkSettings';
import { OPTIONS } from './options';

/** The values of When to Publish: those of the service, and the next free slot. */
export const WHEN_TO_PUBLISH = [
	option('At a Specific Time', 'schedule'),
	option('Save as Draft', 'draft', 'Save it in the calendar of Postiz without publishing it'),
	option(
		'Next Free Slot',
		'nextSlot',
		'Publish at the next free time of the posting schedule of each channel',
	),
	option('Now', 'now'),
];

const whenToPublish: INodeProperties[] = [
	field.choice('When to Publish', 'type', {
		default: 'schedule',
		description: 'When to publish the post. A draft is not published.',
		builderHint: {
			propertyHint:
				'Build with "draft" first. "schedule" needs date. "now" publishes for everyone to see: add Post: Wait to get the links.',
		},
		options: WHEN_TO_PUBLISH,
	}),
	field.date('Date', 'date', {
		placeholder: 'e.g. 2026-12-14 10:00:00',
		hint: 'In the time zone of the workflow (⋯ > Settings > Timezone), unless the date has another one',
		description:
			"When to publish, such as 2026-12-14 10:00:00 (in the workflow's time zone). For a draft, its time in the calendar of Postiz: today if empty.",
		builderHint: {
			propertyHint:
				'Use an ISO date or an expression that returns one, in the future. For a column such as 05/12/2026, set the option dateOrder.',
		},
		// "show" would hide it for expressions that n8n can't resolve yet.
		displayOptions: { hide: { type: ['nextSlot', 'now'] } },
	}),
	// n8n deletes what it hides, even if an expression says "now" for one item only, unless something of the same name
	// takes its place.
	field.notice('Published as soon as this node is executed, for everyone to see', 'date', {
		displayOptions: { show: { type: ['now'] } },
	}),
	field.notice(
		"Published at the next free time of each channel's posting schedule in Postiz",
		'date',
		{
			displayOptions: { show: { type: ['nextSlot'] } },
		},
	),
];

const options = Object.values(OPTIONS).map(({ property }) => property);

/** The values of Choose Channels. */
export const CHANNEL_CHOICES = ['list', 'name'] as const;

const channelFields: INodeProperties[] = [
	field.choice('Choose Channels', 'channelsBy', {
		noDataExpression: true,
		default: 'list',
		description: 'How to choose the channels to post to',
		options: [
			option('From List', 'list', 'Pick channels and groups of channels'),
			option('By Name or ID', 'name', 'Enter names, or drag a column with names here'),
		],
		builderHint: {
			propertyHint:
				'"list" with IDs in channels, "name" with an expression or names in channelNames, as for a column of a sheet or an AI tool.',
		},
	}),
	field.choices('Channel Names or IDs', 'channels', {
		required: true,
		typeOptions: { loadOptionsMethod: 'getChannelsAndGroups' },
		description:
			'The channels to post to. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		displayOptions: { show: { channelsBy: ['list'] } },
		builderHint: {
			propertyHint:
				'An array of channel IDs. Several channels belong into one node: all of them get one request.',
		},
	}),
	field.text('Channel Names', 'channelNames', {
		required: true,
		placeholder: 'e.g. X, LinkedIn, Acme Bakery',
		description:
			'Names, handles or IDs of channels, groups of channels, or networks with a single channel, separated by commas. “Acme: X” is the X channel of the group Acme.',
		displayOptions: { show: { channelsBy: ['name'] } },
	}),
	field.text(ONLY_IN_GROUP, 'onlyInGroup', {
		placeholder: 'e.g. Acme',
		description:
			'Name or ID of the group to look for these names in, such as the column with the client. All channels if empty.',
		displayOptions: { show: { channelsBy: ['name'] } },
	}),
];

/** The form of Post: Create. */
export const formFields: INodeProperties[] = [
	...channelFields,
	...whenToPublish,
	contentField,
	mediaField,
	networkSettingsField,
	threadField,
	field.furtherOptions(options),
];

/** The posts to change. */
export const postIdsField = new IdField(
	field.text('Post ID', 'postIds', {
		placeholder: 'Empty to create a post',
		description:
			'The post to change. Separate those of several channels with commas, as the output has them under “postIds”. If empty, posts are created.',
		builderHint: {
			propertyHint:
				'An expression, such as the column of a sheet into which “postIds” of the output is written back. What the form leaves out, such as media, stays in the post.',
		},
	}),
	ADVICE_FOR_POSTS,
);

/** The form of Post: Create or Update. */
export const formWithIds: INodeProperties[] = [postIdsField.property, ...formFields];

/** The form of Post: Create From JSON. */
export const jsonFields: INodeProperties[] = [
	field.json('JSON', 'json', {
		required: true,
		typeOptions: { rows: 10 },
		default:
			'{\n  "posts": [\n    {\n      "integration": { "id": "" },\n      "value": [{ "content": "", "image": [] }],\n      "settings": {}\n    }\n  ]\n}',
		description:
			'The body of a Postiz API request that creates posts, or only its list of posts. What is missing comes from the other fields and their defaults.',
	}),
	...whenToPublish,
	field.furtherOptions(options),
];
