import { anyNetworkOptions, channelPicker, OTHER, otherNetwork } from '../../channels/fields';
import { findProvider } from '../../providers';
import { errorDetail } from '../../transport/explain';
import type { Channel } from '../../transport/types';
import { Problem } from '../../values/problem';
import { readOptionalText } from '../../values/read';
import { readId } from '../shared/ids';
import { forEachItem } from '../shared/itemRun';
import type { Operation } from '../shared/types';

/** Channel: Get Connect URL (docs/api.md, Connecting a channel). */
export const getConnectUrl: Operation = {
	option: {
		name: 'Get Connect URL',
		value: 'getConnectUrl',
		action: 'Get the link to connect a channel',
		description:
			'Get the address of the page on which a person signs in to a network to connect, or reconnect, a channel',
	},
	properties: [
		{
			displayName: 'Network',
			name: 'provider',
			type: 'options',
			default: 'x',
			description: 'The social network to connect',
			options: anyNetworkOptions,
		},
		otherNetwork,
		{
			...channelPicker,
			displayName: 'Channel to Reconnect',
			required: false,
			description: 'A channel that lost its connection; leave it empty to connect a new one',
		},
	],
	execute: async (context, client) =>
		await forEachItem(context, async (itemIndex) => {
			const chosen = readId(context, itemIndex, 'provider', 'Network');
			const identifier =
				chosen === OTHER
					? readId(context, itemIndex, 'providerIdentifier', 'Network Identifier')
					: chosen;
			const refresh = readOptionalText(
				context.getNodeParameter('integrationId', itemIndex, ''),
				'Channel to Reconnect',
			);
			const network = findProvider(identifier)?.displayName;
			if (refresh) refuseOtherNetwork(await client.channels(), refresh, identifier);
			const answer = await client.request<{ url?: unknown } | undefined>({
				method: 'GET',
				path: `/social/${encodeURIComponent(identifier)}`,
				query: refresh ? { refresh } : {},
				explain: ({ status, body }) =>
					status === 400
						? {
								message: `${network ?? identifier} cannot be connected through an address alone`,
								description: `It needs details, such as the address of its server: connect it under Channels in Postiz. Postiz says: “${errorDetail(body)}”`,
							}
						: undefined,
			});
			const url = answer?.url;
			if (typeof url !== 'string' || url === '') {
				throw new Problem(
					`Postiz gave no address to connect ${network ?? identifier}`,
					'Connect it under Channels in Postiz, and check that the network is set up on the instance.',
				);
			}
			return [{ provider: identifier, url }];
		}),
};

/** Throws `Problem` if the channel to reconnect belongs to another network. */
function refuseOtherNetwork(channels: Channel[], id: string, identifier: string): void {
	const channel = channels.find((candidate) => candidate.id === id);
	if (!channel || channel.identifier === identifier) return;
	const [own, chosen] = [channel.identifier, identifier].map((name) => findProvider(name));
	if (own && own === chosen) return;
	throw new Problem(
		`“${channel.name}” is a channel of ${own?.displayName ?? channel.identifier}, not of ${chosen?.displayName ?? identifier}`,
		'Choose its own network under Network, or take the channel out to connect a new one.',
	);
}
