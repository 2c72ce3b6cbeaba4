import { anyNetworkOptions, OTHER, otherNetwork } from '../../channels/fields';
import { findProvider } from '../../providers';
import { errorDetail } from '../../transport/explain';
import { Problem } from '../../values/problem';
import { field } from '../shared/fields';
import { readId } from '../shared/ids';
import { forEachItem } from '../shared/itemRun';
import type { Operation } from '../shared/types';

/** Channel: Get Connect URL (docs/api.md, Connecting a channel). */
export const getConnectUrl: Operation = {
	name: 'Get Connect URL',
	value: 'getConnectUrl',
	action: 'Get the link to connect a channel',
	description:
		'Get the link to a page where a person signs in to a network to connect a new channel',
	properties: [
		field.choice('Network', 'provider', {
			default: 'x',
			description: 'The social network to connect',
			options: anyNetworkOptions,
		}),
		otherNetwork,
	],
	execute: async (context, client) =>
		await forEachItem(context, async (itemIndex) => {
			const chosen = readId(context, itemIndex, 'provider');
			const identifier =
				chosen === OTHER ? readId(context, itemIndex, 'providerIdentifier') : chosen;
			const network = findProvider(identifier)?.displayName;
			const answer = await client.request<{ url?: unknown } | undefined>({
				method: 'GET',
				path: `/social/${encodeURIComponent(identifier)}`,
				explain: ({ status, body }) =>
					status === 400
						? {
								message: `${network ?? identifier} cannot be connected with a URL alone`,
								description: `It needs details, such as the address of its server: connect it under Channels in Postiz. Postiz says: “${errorDetail(body)}”`,
							}
						: undefined,
			});
			const url = answer?.url;
			if (typeof url !== 'string' || url === '') {
				throw new Problem(
					`Postiz returned no address to connect ${network ?? identifier}`,
					'Connect it under Channels in Postiz. The network may not be set up on this instance.',
				);
			}
			return [{ provider: identifier, url }];
		}),
};
