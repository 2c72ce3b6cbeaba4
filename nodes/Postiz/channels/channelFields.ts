import type { INodeProperties } from 'n8n-workflow';

import { createInvalidProblem } from '../common/fieldProblems';
import { parseOptionalText } from '../common/parseText';
import { createLocatorModes, field, option } from '../form/fieldBuilders';
import { createFieldSpec } from '../form/fieldSpec';
import { allNetworks } from '../networks';
import { findText, toList } from '../networks/listValues';
import { findNetworkByName, getListedName } from '../networks/networkNames';
import { parseChannelNames } from './parseChannelNames';

/** The modes of a locator for a channel, with a `prompt` above its list. */
export const createChannelModes = (prompt: string) =>
	createLocatorModes('ID', 'searchChannels', {
		prompt,
		placeholder: 'e.g. cmb1x2y3z0001abcd',
		hint: 'From Channel > Get Many',
	});

/** A field to choose one channel. */
export const channelProperty = field.locator('Channel', 'integrationId', {
	required: true,
	description:
		'The channel to post to: its ID from Channel > Get Many, or its name or handle if it is unique',
	...createChannelModes('Select a channel…'),
});

/** All networks, by identifier, as lists show them. */
export const networkOptions = allNetworks.map((network) =>
	option(getListedName(network), network.identifier),
);

/** The channels to filter by, by ID, name or handle. */
export const createChannelsFilter = (property: INodeProperties) =>
	createFieldSpec(property, parseChannelNames);

/** The group to filter by. */
export const createGroupFilter = (description: string) =>
	createFieldSpec(
		field.choice('Group Name or ID', 'group', {
			typeOptions: { loadOptionsMethod: 'getGroups' },
			description: `${description}. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.`,
		}),
		parseOptionalText,
	);

/** The networks to filter by. */
export const createNetworksFilter = (description: string) =>
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
