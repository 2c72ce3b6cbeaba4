import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { findProvider, providers } from '../providers';

/** Empty lists let everything through. */
export interface ChannelFilters {
	channels: string[];
	providers: string[];
}

/** True where the channel and its network are among those asked for. */
export function passes(
	filters: ChannelFilters,
	{ channelId = '', identifier = '' }: { channelId?: string; identifier?: string },
): boolean {
	return (
		(filters.channels.length === 0 || filters.channels.includes(channelId)) &&
		(filters.providers.length === 0 ||
			filters.providers.some((wanted) => isSameNetwork(wanted, identifier)))
	);
}

function isSameNetwork(wanted: string, identifier: string): boolean {
	const known = findProvider(identifier);
	return wanted === identifier || (known !== undefined && findProvider(wanted) === known);
}

/** The entries of a multi-select, or of an expression that yields a list or a comma-separated text. */
export function readList(value: unknown): string[] {
	const entries = Array.isArray(value) ? value : String(value ?? '').split(',');
	return entries.map((entry) => String(entry).trim()).filter(Boolean);
}

/** The networks to choose from. */
export const networkOptions: INodePropertyOptions[] = providers.map(
	({ displayName, identifier }) => ({ name: displayName, value: identifier }),
);

/** The field that names a group of channels; filled by `getGroups`. */
export function groupFilter(description: string): INodeProperties {
	return {
		displayName: 'Group Name or ID',
		name: 'group',
		type: 'options',
		typeOptions: { loadOptionsMethod: 'getGroups' },
		default: '',
		description: `${description}. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.`,
	};
}
