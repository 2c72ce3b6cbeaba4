import type { INodeProperties } from 'n8n-workflow';

import { field } from '../../form/fieldBuilders';
import { contentField, mediaField, networkSettingsField, threadField } from './postFields';
import { OPTIONS } from './publishOptions';
import { whenToPublishFields } from './whenToPublish';

const options = Object.values(OPTIONS).map(({ property }) => property);

const channelsField = field.multiChoice('Channel Names or IDs', 'channels', {
	required: true,
	typeOptions: { loadOptionsMethod: 'getChannelsAndGroups' },
	hint: 'Or drag a column with names here, such as “X, LinkedIn”',
	description:
		'The channels to post to: their names, handles or IDs, groups of channels, or networks with a single channel. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	builderHint: {
		propertyHint:
			'An array of IDs, or an expression that returns names such as "X, LinkedIn". Choose all channels in one node: they share a request.',
	},
});

export const fieldsOfCreate: INodeProperties[] = [
	channelsField,
	...whenToPublishFields,
	contentField,
	mediaField,
	networkSettingsField,
	threadField,
	field.optionsCollection(options),
];

const rowIdField = field.text('Row ID', 'rowId', {
	required: true,
	placeholder: "e.g. {{ 'May ' + $json.ID }}",
	hint: 'Drag a column with unique IDs here. Each row keeps its post as long as its ID stays the same.',
	description:
		"A unique ID of the row, such as the record ID in Airtable or Notion. Don't use the row number, which changes when rows are sorted. Put a name before a number, such as May 1: another sheet may have a 1, too.",
	builderHint: {
		propertyHint:
			'An expression with a unique ID that stays with its row, such as {{ $json.id }} of Airtable. The post of a row is found by it in every run: nothing has to be written back.',
	},
});

export const fieldsOfUpsert: INodeProperties[] = [rowIdField, ...fieldsOfCreate];

export const fieldsOfCreateFromJson: INodeProperties[] = [
	field.json('JSON', 'json', {
		required: true,
		typeOptions: { rows: 10 },
		default:
			'{\n  "posts": [\n    {\n      "integration": { "id": "" },\n      "value": [{ "content": "", "image": [] }],\n      "settings": {}\n    }\n  ]\n}',
		description:
			'The body of a Postiz API request that creates posts, or only its list of posts. Missing values come from the other fields.',
	}),
	...whenToPublishFields,
	field.optionsCollection(options),
];
