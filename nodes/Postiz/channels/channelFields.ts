import { createLocatorModes, field, option } from '../form/fieldBuilders';
import { allNetworks } from '../networks';
import { getListedName } from '../networks/networkNames';

export const createChannelModes = (prompt: string) =>
	createLocatorModes('ID', 'searchChannels', {
		prompt,
		placeholder: 'e.g. cmb1x2y3z0001abcd',
		hint: 'From Channel > Get Many',
	});

export const channelProperty = field.locator('Channel', 'integrationId', {
	required: true,
	description:
		'The channel to post to: its ID from Channel > Get Many, or its name or handle if it is unique',
	...createChannelModes('Select a channel…'),
});

export const networkOptions = allNetworks.map((network) =>
	option(getListedName(network), network.identifier),
);
