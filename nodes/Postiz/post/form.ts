import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import { providers } from '../providers';
import type { SettingField } from '../providers/types';
import { standsBesideChannel } from './settings';

/** Value of Provider for "look it up from the channel". */
export const DETECT = 'auto';

/** Value of Provider for networks that the node does not know. */
export const OTHER = 'other';

const NODE_ONLY_KEYS = new Set<string>([
	'besideChannel',
	'minLength',
	'maxLength',
	'media',
	'payload',
] satisfies Array<keyof SettingField>);

/** The n8n property of a setting, without what only the node itself reads. */
function formField(field: SettingField): INodeProperties {
	return Object.fromEntries(
		Object.entries(field).filter(([key]) => !NODE_ONLY_KEYS.has(key)),
	) as unknown as INodeProperties;
}

function shownFor(providerValues: string[], property: INodeProperties): INodeProperties {
	return {
		...property,
		displayOptions: {
			...property.displayOptions,
			show: { ...property.displayOptions?.show, provider: providerValues },
		},
	};
}

const channelPicker: INodeProperties = {
	displayName: 'Channel',
	name: 'integrationId',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description: 'The connected account to post to',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a channel…',
			typeOptions: { searchListMethod: 'searchChannels', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. cmb1x2y3z0001abcd',
			hint: 'IDs come from Channel > Get Many',
		},
	],
};

const settingsJson: INodeProperties = {
	displayName: 'Settings (JSON)',
	name: 'settingsJson',
	type: 'json',
	default: '{}',
	description:
		'Settings of the network, with the keys of the Postiz API. Leave it as it is to use the defaults.',
	displayOptions: { show: { provider: [DETECT, OTHER] } },
};

/** The fields of one entry of Channels, derived from the registry. */
export function channelFields(): INodeProperties[] {
	return [
		{
			displayName: 'Network',
			name: 'provider',
			type: 'options',
			noDataExpression: true,
			default: DETECT,
			description:
				'The social network of the channel. Choose it to see its settings, or let the node look it up.',
			options: [
				{
					name: 'Detect From Channel',
					value: DETECT,
					description: 'Look the network up from the channel and use its default settings',
				},
				...providers.map(({ displayName, identifier }) => ({
					name: displayName,
					value: identifier,
				})),
				{
					name: 'Other (by Identifier)',
					value: OTHER,
					description: 'A network that this node does not know yet',
				},
			],
		},
		channelPicker,
		{
			displayName: 'Network Identifier',
			name: 'providerIdentifier',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. bluesky',
			description: 'As Channel > Get Many shows it under “identifier”',
			displayOptions: { show: { provider: [OTHER] } },
		},
		...providers.flatMap(({ identifier, fields }) =>
			fields.filter(standsBesideChannel).map((field) => shownFor([identifier], formField(field))),
		),
		...providers.flatMap(({ identifier, displayName, fields }) => {
			const options = fields.filter((field) => !standsBesideChannel(field)).map(formField);
			return options.length === 0
				? []
				: [
						shownFor([identifier], {
							displayName: `${displayName} Settings`,
							name: 'settings',
							type: 'collection',
							placeholder: 'Add Setting',
							default: {},
							options,
						}),
					];
		}),
		settingsJson,
	];
}

const mediaSource: INodeProperties = {
	displayName: 'Source',
	name: 'source',
	type: 'options',
	default: 'binary',
	options: [
		{ name: 'Binary Field', value: 'binary', description: 'A file of the input item' },
		{ name: 'Uploaded File', value: 'upload', description: 'What Media > Upload gave' },
		{ name: 'URL', value: 'url', description: 'The web address of a file' },
	],
};

/** One file of a Media list: where it comes from, and what it shows. */
export const mediaCollection: INodePropertyCollection = {
	displayName: 'File',
	name: 'file',
	values: [
		mediaSource,
		{
			displayName: 'Binary Field',
			name: 'binaryField',
			type: 'string',
			default: 'data',
			placeholder: 'e.g. data',
			description:
				'Name of the field that holds the file; several separated by commas, or * for all files of the item',
			displayOptions: { show: { source: ['binary'] } },
		},
		{
			displayName: 'URL',
			name: 'url',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://example.com/picture.jpg',
			description:
				'Public address of the file; several separated by commas. Nothing is added where it is empty.',
			displayOptions: { show: { source: ['url'] } },
		},
		{
			displayName: 'Uploaded File',
			name: 'file',
			type: 'string',
			default: '',
			placeholder: 'e.g. {{ $json }}',
			description: 'The output of Media > Upload File or Upload From URL, or a list of such files',
			displayOptions: { show: { source: ['upload'] } },
		},
		{
			displayName: 'Alt Text',
			name: 'alt',
			type: 'string',
			default: '',
			description: 'What the picture shows, for people who cannot see it',
		},
	],
};
