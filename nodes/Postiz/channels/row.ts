import type { IDataObject } from 'n8n-workflow';

import { providerName } from '../providers';
import type { Channel } from '../transport/types';
import { isSameNetwork } from './targets';

/** A channel as all outputs name it, null for what is not known (docs/api.md, Channels). */
export function channelRow({ id, name, identifier }: Partial<Channel>): IDataObject {
	return {
		channelId: id || null,
		channelName: name || null,
		provider: identifier || null,
		providerName: providerName(identifier) || null,
	};
}

/** A group of channels as all outputs name it, null if there is none (docs/api.md, Groups). */
export const groupRow = ({ id, name }: IDataObject = {}): IDataObject => ({
	groupId: id ?? null,
	groupName: name ?? null,
});

/** Empty lists let everything through. */
export interface ChannelFilters {
	channels: string[];
	providers: string[];
}

/** True if the channel and its network are among those asked for. */
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
