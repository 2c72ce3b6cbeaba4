import type { INodeProperties } from 'n8n-workflow';

import { field, option } from '../../../form/fields';
import { contentField, mediaField, networkSettingsField, threadField } from '../shared/fields';
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

const channels = field.choices('Channel Names or IDs', 'channels', {
	required: true,
	typeOptions: { loadOptionsMethod: 'getChannelsAndGroups', allowArbitraryValues: true },
	hint: 'Or drag a column with names here, such as “X, LinkedIn”',
	description:
		'The channels to post to: their names, handles or IDs, groups of channels, or networks with a single channel. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	builderHint: {
		propertyHint:
			'An array of IDs, or an expression that returns names such as "X, LinkedIn". Several channels belong into one node: all of them get one request.',
	},
});

/** The form of Post: Create. */
export const formFields: INodeProperties[] = [
	channels,
	...whenToPublish,
	contentField,
	mediaField,
	networkSettingsField,
	threadField,
	field.furtherOptions(options),
];

/** What tells a row apart, in Post: Create or Update. */
const rowIdField = field.text('Row ID', 'rowId', {
	required: true,
	placeholder: "e.g. {{ 'May ' + $json.ID }}",
	description:
		'What tells this row apart for good, such as the record ID in Airtable or Notion. Not the row number: it changes. A name before it keeps two sheets apart.',
	builderHint: {
		propertyHint:
			'An expression with a unique ID that stays with its row, such as {{ $json.id }} of Airtable. The post of a row is found by it in every run: nothing has to be written back.',
	},
});

/** The form of Post: Create or Update. */
export const formWithRowId: INodeProperties[] = [rowIdField, ...formFields];

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
