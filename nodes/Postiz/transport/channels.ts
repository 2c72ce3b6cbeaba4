import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../values/read';
import type { Channel, ListedPost } from './types';

/** Keeps only known properties of channels, as rows may contain access tokens (docs/api.md, Channels). */
export function toChannel(row: IDataObject): Channel & IDataObject {
	const { name, identifier, customer } = row;
	return {
		...pick(row, ['id', 'name', 'identifier', 'picture', 'disabled', 'profile']),
		name: String(name ?? ''),
		identifier: String(identifier ?? ''),
		...(isObject(customer) && { customer: pick(customer, ['id', 'name']) }),
	} as Channel & IDataObject;
}

/** Keeps only settings and tools of a channel (docs/api.md, Channel settings and tools). */
export function toChannelSettings(output: IDataObject): IDataObject {
	return pick(output, ['rules', 'maxLength', 'settings', 'tools']);
}

/** Keeps only known properties of a post's channel (docs/api.md, Listing posts). */
export function withPlainChannel({ integration, ...post }: ListedPost): IDataObject {
	delete post.previewUrl;
	return {
		...(post as IDataObject),
		...(isObject(integration) && {
			integration: pick(integration, ['id', 'providerIdentifier', 'name', 'picture']),
		}),
	};
}

function pick(row: IDataObject, keys: string[]): IDataObject {
	return Object.fromEntries(keys.filter((key) => key in row).map((key) => [key, row[key]]));
}
