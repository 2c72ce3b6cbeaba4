import { field, listOr, option } from '../form/fields';
import { listedName, providers } from '../providers';

/** The value of Network for networks that the node doesn't know. */
export const OTHER = 'other';

/** The modes of a channel field. */
export const channelModes = (prompt: string) =>
	listOr('ID', 'searchChannels', {
		prompt,
		placeholder: 'e.g. cmb1x2y3z0001abcd',
		hint: 'From Channel > Get Many',
	});

/** The field to pick a channel. */
export const channelPicker = field.locator('Channel', 'integrationId', {
	required: true,
	description:
		'The channel to post to: its ID from Channel > Get Many, or its name or handle if no other channel has the same',
	...channelModes('Select a channel…'),
});

/** The networks to choose from. */
export const networkOptions = providers.map((provider) =>
	option(listedName(provider), provider.identifier),
);

/** The option for networks that the node doesn't know. */
export const otherOption = option(
	'Other Network',
	OTHER,
	"A network that this node doesn't know yet",
);

/** All known networks, and the option for others. */
export const anyNetworkOptions = [...networkOptions, otherOption];

/** The identifier of a network that the node doesn't know. */
export const otherNetwork = field.text('Network Identifier', 'providerIdentifier', {
	required: true,
	placeholder: 'e.g. bluesky',
	description: 'The identifier of the network, as Channel > Get Many returns it under “provider”',
	displayOptions: { show: { provider: [OTHER] } },
});
