import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { PostizClient } from '../transport/client';
import { refusal } from './refusal';

/** The groups of channels (API: GET /groups). */
export async function getGroups(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const client = await PostizClient.connect(this);
	const groups = await client.requestList<{ id: string; name: string }>({
		method: 'GET',
		path: '/groups',
	});
	if (groups.length === 0) {
		throw refusal(
			this,
			'There are no groups to choose from',
			'Put channels into a group in Postiz first, or leave this field out.',
		);
	}
	return groups.map(({ id, name }) => ({ name, value: id }));
}
