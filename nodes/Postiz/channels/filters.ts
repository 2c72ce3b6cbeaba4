import { isSameNetwork } from './targets';

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
