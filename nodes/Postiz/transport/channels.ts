import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../values/read';
import type { Channel, ListedPost } from './types';

const GROUP_KEYS = ['id', 'name'];
const CHANNEL_KEYS = ['id', 'name', 'identifier', 'picture', 'disabled', 'profile'];
const SETTINGS_KEYS = ['rules', 'maxLength', 'settings', 'tools'];
const POST_CHANNEL_KEYS = ['id', 'providerIdentifier', 'name', 'picture'];

/**
 * A channel with what is known of channels and nothing else: a stored row holds the access token of
 * its network (docs/api.md, Channels, Deleting a channel).
 */
export function toChannel(row: IDataObject): Channel & IDataObject {
	const { name, identifier, customer } = row;
	return {
		...pick(row, CHANNEL_KEYS),
		name: String(name ?? ''),
		identifier: String(identifier ?? ''),
		...(isObject(customer) && { customer: toGroup(customer) }),
	} as Channel & IDataObject;
}

/** A group of channels with what is known of groups and nothing else (docs/api.md, Groups). */
export function toGroup(row: IDataObject): IDataObject {
	return pick(row, GROUP_KEYS);
}

/** Settings and tools of a channel, and nothing else (docs/api.md, Channel settings and tools). */
export function toChannelSettings(output: IDataObject): IDataObject {
	return pick(output, SETTINGS_KEYS);
}

/** A post as it is, its channel with what is known of it and nothing else (docs/api.md, Listing posts). */
export function withPlainChannel({ integration, ...post }: ListedPost): IDataObject {
	return {
		...(post as IDataObject),
		...(isObject(integration) && { integration: pick(integration, POST_CHANNEL_KEYS) }),
	};
}

function pick(row: IDataObject, keys: string[]): IDataObject {
	return Object.fromEntries(keys.filter((key) => key in row).map((key) => [key, row[key]]));
}
