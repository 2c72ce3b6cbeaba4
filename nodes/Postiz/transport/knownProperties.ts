import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../common/value';
import type { Channel, ListedPost } from './apiTypes';

/**
 * Parses an entry of `GET /integrations`. Undefined without an ID. Keeps only known properties, as entries may contain
 * access tokens (docs/api.md, Channels).
 */
export function parseChannel(entry: IDataObject): Channel | undefined {
	const { id, name, identifier, customer } = entry;
	if (typeof id !== 'string' || id === '') return undefined;
	return {
		...pick(entry, ['id', 'name', 'identifier', 'picture', 'disabled', 'profile']),
		name: String(name ?? ''),
		identifier: String(identifier ?? ''),
		...(isObject(customer) && { customer: pick(customer, ['id', 'name']) }),
	} as Channel & IDataObject;
}

/** Keeps only the settings and tools of a channel (docs/api.md, Channel settings and tools). */
export function toChannelSettings(output: IDataObject): IDataObject {
	return pick(output, ['rules', 'maxLength', 'settings', 'tools']);
}

/** Returns a post as the API lists it. Keeps only known properties of its channel (docs/api.md, Listing posts). */
export function toApiPost({ integration, ...post }: ListedPost): IDataObject {
	delete post.previewUrl;
	return {
		...(post as IDataObject),
		integration: pick(integration, ['id', 'providerIdentifier', 'name', 'picture']),
	};
}

function pick(object: IDataObject, keys: string[]): IDataObject {
	return Object.fromEntries(keys.filter((key) => key in object).map((key) => [key, object[key]]));
}
