import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { findProvider } from '../Postiz/providers';
import { PostizClient } from '../Postiz/transport/client';

/** The connected channels by name (API: GET /integrations). */
export async function getChannels(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const client = await PostizClient.connect(this);
	return byName(
		(await client.channels()).map(({ id, name, identifier, customer, disabled }) => {
			const network = findProvider(identifier)?.displayName ?? identifier;
			const details = [network, customer?.name, disabled && 'disabled in Postiz'];
			return { name: `${name} (${details.filter(Boolean).join(', ')})`, value: id };
		}),
	);
}

/** The groups of channels by name (API: GET /groups). */
export async function getGroups(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const client = await PostizClient.connect(this);
	const groups = await client.requestList<{ id: string; name: string }>({
		method: 'GET',
		path: '/groups',
	});
	return byName(groups.map(({ id, name }) => ({ name, value: id })));
}

function byName(options: INodePropertyOptions[]): INodePropertyOptions[] {
	return options.sort((a, b) => a.name.localeCompare(b.name));
}
