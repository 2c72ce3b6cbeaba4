import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { GROUP_PREFIX } from '../channels/findChannels';
import { PostizClient } from '../transport/client';
import type { Channel } from '../transport/types';
import { Problem } from '../values/problem';
import { byName, toOptions } from './channelLabel';

/** The groups of channels (docs/api.md, Groups). */
export async function getGroups(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const client = await PostizClient.connect(this);
	const groups = await client.requestList<{ id: string; name: string }>({
		method: 'GET',
		path: '/groups',
	});
	if (groups.length === 0) {
		throw new Problem(
			'No groups found',
			'Add channels to a group in Postiz first, or remove this field.',
		);
	}
	return byName(groups.map(({ id, name }) => ({ name, value: id })));
}

/** The connected channels (docs/api.md, Channels). */
export async function getChannels(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return toOptions(await connectedChannels(this));
}

/** The groups of the connected channels, and the channels themselves (docs/api.md, Channels). */
export async function getChannelsAndGroups(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	const channels = await connectedChannels(this);
	const groups = new Map<string, { name: string; size: number }>();
	for (const { customer, disabled } of channels) {
		if (!customer || disabled) continue;
		const { size = 0 } = groups.get(customer.id) ?? {};
		groups.set(customer.id, { name: customer.name, size: size + 1 });
	}
	const options = [...groups].map(([id, { name, size }]) => ({
		name: `All of ${name} (${size})`,
		value: `${GROUP_PREFIX}${id}`,
	}));
	return [...byName(options), ...toOptions(channels)];
}

async function connectedChannels(context: ILoadOptionsFunctions): Promise<Channel[]> {
	const channels = await (await PostizClient.connect(context)).channels();
	if (channels.length > 0) return channels;
	throw new Problem(
		'No channel is connected',
		'Connect one under Channels in Postiz, then open this list again.',
	);
}
