import type { INodeProperties } from 'n8n-workflow';

import { parseOptionalText } from '../common/parseText';
import { createInvalidProblem } from '../common/problem';
import { createLocatorModes, field, option } from '../form/fieldBuilders';
import { createFieldSpec } from '../form/fieldSpec';
import { allNetworks } from '../networks';
import { findText, toList } from '../networks/listValues';
import { findNetworkByName, getListedName } from '../networks/networkNames';
import { parseChannelNames } from './parseChannelNames';

/** Creates the modes of a channel locator. `prompt` is shown above the list. */
export const createChannelModes = (prompt: string) =>
	createLocatorModes('ID', 'searchChannels', {
		prompt,
		placeholder: 'e.g. cmb1x2y3z0001abcd',
		hint: 'From Channel > Get Many',
	});

export const channelField = field.locator('Channel', 'integrationId', {
	required: true,
	description:
		'The channel to post to: its ID from Channel > Get Many, or its name or handle if it is unique',
	...createChannelModes('Select a channel…'),
});

/** Options for all networks, by identifier. */
export const networkOptions = allNetworks.map((network) =>
	option(getListedName(network), network.identifier),
);

/** A field for channels to filter by, which are IDs, names or handles. */
export const createChannelsFilterSpec = (property: INodeProperties) =>
	createFieldSpec(property, parseChannelNames);

export const createGroupFilterSpec = (description: string) =>
	createFieldSpec(
		field.choice('Group Name or ID', 'group', {
			typeOptions: { loadOptionsMethod: 'getGroups' },
			description: `${description}. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.`,
		}),
		parseOptionalText,
	);

export const createNetworksFilterSpec = (description: string) =>
	createFieldSpec(
		field.multiChoice('Networks', 'providers', { description, options: networkOptions }),
		(entered, label) =>
			toList(entered).map((element) => {
				const name = findText(element, ['provider', 'identifier', 'value', 'name']);
				const network = findNetworkByName(name ?? '');
				if (network) return network.identifier;
				throw createInvalidProblem(
					label,
					element,
					'Enter the names of networks, such as LinkedIn.',
				);
			}),
	);
