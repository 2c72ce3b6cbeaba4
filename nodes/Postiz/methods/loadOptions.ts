import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { PostizClient } from '../transport/client';
import { Problem } from '../values/problem';
import { channelLabel } from './channelLabel';

/** The groups of channels (docs/api.md, Groups). */
export async function getGroups(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const client = await PostizClient.connect(this);
	const groups = await client.requestList<{ id: string; name: string }>({
		method: 'GET',
		path: '/groups',
	});
	if (groups.length === 0) {
		throw new Problem(
			'There are no groups to choose from',
			'Put channels into a group in Postiz first, or leave this field out.',
		);
	}
	return byName(groups.map(({ id, name }) => ({ name, value: id })));
}

/** The connected channels (docs/api.md, Channels). */
export async function getChannels(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const client = await PostizClient.connect(this);
	const channels = await client.channels();
	if (channels.length === 0) {
		throw new Problem(
			'No channel is connected',
			'Connect one under Channels in Postiz, then open this list again.',
		);
	}
	return byName(channels.map((channel) => ({ name: channelLabel(channel), value: channel.id })));
}

function byName(options: INodePropertyOptions[]): INodePropertyOptions[] {
	return options.sort((a, b) => a.name.localeCompare(b.name));
}
