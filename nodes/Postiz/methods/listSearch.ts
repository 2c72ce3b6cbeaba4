import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { findProvider } from '../providers';
import { PostizClient } from '../transport/client';
import type { Channel } from '../transport/types';
import { Problem } from '../values/problem';
import { channelLabel, matchesChannel } from './channelLabel';

/**
 * Rows of the channel picker: the channels of the chosen provider that match what was typed, the
 * disabled ones marked and last (docs/api.md, Channels).
 */
export async function searchChannels(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const provider = this.getCurrentNodeParameter('&provider') as string | undefined;
	const client = await PostizClient.connect(this);
	const ofNetwork = (await client.channels()).filter((channel) => belongsTo(channel, provider));
	if (ofNetwork.length === 0) {
		const network = findProvider(provider ?? '')?.displayName;
		throw new Problem(
			network ? `No ${network} channel is connected` : 'No channel is connected',
			'Connect one under Channels in Postiz, then open this list again.',
		);
	}
	const wanted = ofNetwork
		.filter((channel) => matchesChannel(channel, filter))
		.sort(
			(a, b) =>
				Number(Boolean(a.disabled)) - Number(Boolean(b.disabled)) ||
				channelLabel(a).localeCompare(channelLabel(b)),
		);
	return {
		results: wanted.map((channel) => ({ name: channelLabel(channel), value: channel.id })),
	};
}

function belongsTo({ identifier }: Channel, provider: string | undefined): boolean {
	const known = provider ? findProvider(provider) : undefined;
	return !known || findProvider(identifier) === known;
}
