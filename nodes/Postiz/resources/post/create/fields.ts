import type { INodeProperties } from 'n8n-workflow';

import { networkFields } from '../../../channels/networkFields';
import {
	mediaField,
	repeatField,
	tagsField,
	textField,
	textFormat,
	threadField,
} from '../shared/fields';

const allowPastDates: INodeProperties = {
	displayName: 'Allow Past Dates',
	name: 'allowPastDates',
	type: 'boolean',
	default: false,
	description: 'Whether to accept dates in the past. Postiz publishes such posts immediately.',
};

const shortenLinks: INodeProperties = {
	displayName: 'Shorten Links',
	name: 'shortLink',
	type: 'boolean',
	default: false,
	description: 'Whether Postiz replaces links in the text with short ones that count clicks',
};

const ifThreadsUnsupported: INodeProperties = {
	displayName: "If Threads Aren't Supported",
	name: 'ifThreadsUnsupported',
	type: 'options',
	default: 'fail',
	options: [
		{ name: 'Fail', value: 'fail', description: 'Stop before anything is lost' },
		{
			name: 'Merge Into One Post',
			value: 'merge',
			description: 'Publish the whole thread as one post, with the files of all parts',
		},
	],
	description: 'What to do with a thread on networks that publish only its first part',
};

const ifSame: INodeProperties = {
	displayName: 'If the Same Post Exists',
	name: 'ifSame',
	type: 'options',
	default: 'skip',
	options: [
		{ name: 'Fail', value: 'fail', description: 'Fail the item, and say which post exists' },
		{ name: 'Post Again', value: 'post', description: 'Create the post anyway' },
		{
			name: 'Skip',
			value: 'skip',
			description: 'Create nothing, and output the existing post',
		},
	],
	description:
		'What to do if the channel already has a draft, scheduled or published post with the same text. Useful for feeds, sheets and repeated runs.',
};

const sameDays: INodeProperties = {
	displayName: 'Days to Look for the Same Post',
	name: 'sameDays',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 366 },
	default: 30,
	description: 'How many days before and after the date of the post to look for the same text',
};

const tooLong: INodeProperties = {
	displayName: 'If Text Is Too Long',
	name: 'tooLong',
	type: 'options',
	default: 'fail',
	options: [
		{ name: 'Fail', value: 'fail', description: 'Stop, and report the limit' },
		{
			name: 'Shorten',
			value: 'shorten',
			description: 'Cut it after a word, and add …',
		},
		{
			name: 'Split Into a Thread',
			value: 'split',
			description: 'Publish the rest as further parts, before those of Thread',
		},
		{
			name: 'Split Into a Thread and Number the Parts',
			value: 'splitNumbered',
			description: 'End each part with its number, such as (1/3)',
		},
	],
	description: 'What to do on networks that allow fewer characters than the text has',
};

const validateOnly: INodeProperties = {
	displayName: 'Validate Only',
	name: 'validateOnly',
	type: 'boolean',
	default: true,
	description:
		'Whether to check everything without uploading or sending anything. Outputs each post as it would be published; mistakes become errors as usual. Of files at web addresses, the first bytes are read.',
};

const skipValidation: INodeProperties = {
	displayName: 'Skip Validation',
	name: 'skipValidation',
	type: 'boolean',
	default: false,
	description:
		'Whether to send the posts without checking lengths, settings and media first. Postiz may still reject them.',
};

const maxWait: INodeProperties = {
	displayName: 'Max Wait (Minutes)',
	name: 'maxWait',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 60,
	description: 'Max minutes to wait in total. Only used if When the Limit Is Reached is Wait.',
};

const limitReached: INodeProperties = {
	displayName: 'When the Limit Is Reached',
	name: 'limitReached',
	type: 'options',
	default: 'fail',
	options: [
		{ name: 'Fail', value: 'fail', description: 'Stop, and report how long to wait' },
		{
			name: 'Output Unsent Items as Errors',
			value: 'output',
			description: 'Output the items that were not sent as errors, for a later run',
		},
		{ name: 'Wait', value: 'wait', description: 'Wait, then continue' },
	],
	description: 'What to do when Postiz accepts no more requests this hour',
};

const whenToPublish: INodeProperties[] = [
	{
		displayName: 'When to Publish',
		name: 'type',
		type: 'options',
		default: 'schedule',
		description: 'When to publish the post. A draft is not published.',
		builderHint: {
			propertyHint:
				'Build with "draft" first. "schedule" needs date. "now" publishes for everyone to see: add Post: Wait to get the links.',
		},
		options: [
			{
				name: 'At a Specific Time',
				value: 'schedule',
				description: 'Publish at the date you choose',
			},
			{
				name: 'Save as Draft',
				value: 'draft',
				description: 'Save it in the calendar of Postiz without publishing it',
			},
			{
				name: 'Next Free Slot',
				value: 'nextSlot',
				description: 'Publish at the next free time of the posting schedule of each channel',
			},
			{ name: 'Now', value: 'now', description: 'Publish immediately' },
		],
	},
	{
		displayName: 'Date',
		name: 'date',
		type: 'dateTime',
		default: '',
		placeholder: 'e.g. 2026-12-14 10:00:00',
		description: "When to publish, such as 2026-12-14 10:00:00 (in the workflow's time zone)",
		builderHint: {
			propertyHint:
				'Use an ISO date or an expression that returns one, in the future. Convert other formats with DateTime.fromFormat.',
		},
		displayOptions: { show: { type: ['schedule'] } },
	},
	{
		displayName: 'Date',
		name: 'date',
		type: 'dateTime',
		default: '',
		placeholder: 'Today if empty',
		description:
			'Day and time of the draft in the calendar of Postiz, such as 2026-12-14 10:00:00. Today if empty.',
		displayOptions: { show: { type: ['draft'] } },
	},
];

const combineItems: INodeProperties = {
	displayName: 'Combine Items Into One Request',
	name: 'combineItems',
	type: 'boolean',
	noDataExpression: true,
	default: false,
	description:
		'Whether to send all items with the same date and options in one request. Postiz limits the requests per hour, not the posts: 200 rows with 4 dates need 4 requests.',
	builderHint: {
		propertyHint:
			'Set to true if the node gets several items. Do not put it into a loop: Postiz limits requests per hour.',
	},
};

const optionsField = (options: INodeProperties[]): INodeProperties => ({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options,
});

const channelsField: INodeProperties = {
	displayName: 'Channel Names or IDs',
	name: 'channels',
	type: 'multiOptions',
	required: true,
	default: [],
	typeOptions: { loadOptionsMethod: 'getChannelsAndGroups' },
	description:
		'The channels to post to; all of them get one request. An expression may return names, handles, IDs, groups or networks, such as “X, LinkedIn”, as text or as a list. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	builderHint: {
		propertyHint:
			'An array of channel IDs, or an expression that returns IDs, names, group names or networks (a network stands for its only channel), as text separated by commas or as a list. Several channels belong into one node.',
	},
};

const networkSettingsField: INodeProperties = {
	displayName: 'Network Settings',
	name: 'networkSettings',
	type: 'fixedCollection',
	placeholder: 'Add Network Settings',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Network Settings' },
	default: {},
	description:
		'Settings of a network, such as who can reply on X or the board on Pinterest, and a custom text',
	builderHint: {
		propertyHint:
			'One entry per network that needs settings: {"network": [{"provider": "pinterest", "board": {"__rl": true, "mode": "id", "value": "<ID>"}, "content": "custom text"}]}. Entries of networks without a chosen channel do nothing. Leave out networks that need no settings; empty titles take the first line of the text.',
	},
	options: [{ displayName: 'Network', name: 'network', values: networkFields() }],
};

/** The form of Post: Create. */
export const formFields: INodeProperties[] = [
	...whenToPublish,
	textField,
	mediaField,
	channelsField,
	networkSettingsField,
	threadField,
	combineItems,
	optionsField([
		allowPastDates,
		sameDays,
		tooLong,
		ifSame,
		ifThreadsUnsupported,
		maxWait,
		repeatField,
		shortenLinks,
		skipValidation,
		tagsField,
		textFormat,
		validateOnly,
		limitReached,
	]),
];

/** The form of Post: Create From JSON. */
export const jsonFields: INodeProperties[] = [
	{
		displayName: 'JSON',
		name: 'json',
		type: 'json',
		required: true,
		typeOptions: { rows: 10 },
		default:
			'{\n  "posts": [\n    {\n      "integration": { "id": "" },\n      "value": [{ "content": "", "image": [] }],\n      "settings": {}\n    }\n  ]\n}',
		description:
			'The body of a Postiz API request that creates posts, or only its list of posts. What is missing comes from the other fields and their defaults.',
	},
	...whenToPublish,
	combineItems,
	optionsField([
		allowPastDates,
		sameDays,
		tooLong,
		ifSame,
		maxWait,
		repeatField,
		shortenLinks,
		skipValidation,
		tagsField,
		validateOnly,
		limitReached,
	]),
];
