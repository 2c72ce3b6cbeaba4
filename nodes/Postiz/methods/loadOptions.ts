import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { PostizClient } from '../transport/client';

/** The groups of channels (API: GET /groups). */
export async function getGroups(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const client = await PostizClient.connect(this);
	const groups = await client.requestList<{ id: string; name: string }>({
		method: 'GET',
		path: '/groups',
	});
	return groups.map(({ id, name }) => ({ name, value: id }));
}
