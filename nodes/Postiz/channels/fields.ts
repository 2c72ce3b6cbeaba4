import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { listedName, providers } from '../providers';

/** Value of Provider for networks that the node does not know. */
export const OTHER = 'other';

/** The field that names a channel; filled by `searchChannels`. */
export const channelPicker: INodeProperties = {
	displayName: 'Channel',
	name: 'integrationId',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description:
		'The channel to post to: its ID from Channel > Get Many, or its name or handle if no other channel has the same',
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

/** The networks to choose from. */
export const networkOptions: INodePropertyOptions[] = providers.map((provider) => ({
	name: listedName(provider),
	value: provider.identifier,
}));

/** Every network that the node knows, and one for all others. */
export const anyNetworkOptions: INodePropertyOptions[] = [
	...networkOptions,
	{
		name: 'Other Network',
		value: OTHER,
		description: "A network that this node doesn't know yet",
	},
];

/** The identifier of a network that the node does not know. */
export const otherNetwork: INodeProperties = {
	displayName: 'Network Identifier',
	name: 'providerIdentifier',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. bluesky',
	description: 'The identifier of the network, as Channel > Get Many returns it under “provider”',
	displayOptions: { show: { provider: [OTHER] } },
};

/** The field that names a group of channels; filled by `getGroups`. */
export function groupFilter(description: string): INodeProperties {
	return {
		displayName: 'Group Name or ID',
		name: 'group',
		type: 'options',
		typeOptions: { loadOptionsMethod: 'getGroups' },
		default: '',
		description: `${description}. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.`,
	};
}
