import { field } from '../form/fields';
import { readable } from '../form/readable';
import { networkCalled } from '../providers';
import { textIn, toList } from '../providers/shapes';
import type { Channel } from '../transport/types';
import { cannotBe } from '../values/read';
import { networkOptions } from './fields';
import { findChannels, isSameNetwork, readNamedChannels } from './targets';

/** IDs of channels, and identifiers of networks; what is empty matches everything. */
export interface ChannelFilters {
	channels: string[];
	networks: string[];
}

/** The channels to filter by, and all of groups: by ID, name or handle. */
export const channelsFilter = (description: string) =>
	readable(
		field.choices('Channel Names or IDs', 'channels', {
			typeOptions: { loadOptionsMethod: 'getChannelsAndGroups' },
			description: `${description}. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.`,
		}),
		(entered) => readNamedChannels(entered),
	);

/** The networks to filter by. */
export const networksFilter = (description: string) =>
	readable(
		field.choices('Networks', 'providers', { description, options: networkOptions }),
		(entered, label) =>
			toList(entered).map((element) => {
				const called = textIn(element, ['provider', 'identifier', 'value', 'name']);
				const network = networkCalled(called ?? '');
				if (network) return network.identifier;
				throw cannotBe(label, element, 'Enter the names of networks, such as LinkedIn.');
			}),
	);

/**
 * Resolves the channels in filters, including disabled ones. `list` is only called if there are any. `find` resolves a
 * name to IDs by `look`, which throws if there are none, or by earlier results. Throws {@link Problem} for unknown or
 * ambiguous names.
 */
export async function findFilters(
	{ channels: named, networks }: { channels: string[][]; networks: string[] },
	list: () => Promise<Channel[]>,
	find = (_name: string, look: () => string[]) => look(),
): Promise<ChannelFilters> {
	const channels = named.length > 0 ? await list() : [];
	const any = channels.map((channel) => ({ ...channel, disabled: false }));
	const idsOf = (one: string[]) => findChannels([one], any).channels.map(({ id }) => id);
	return {
		channels: named.flatMap((one) => find(JSON.stringify(one), () => idsOf(one))),
		networks,
	};
}

/** True if a channel matches all filters. */
export const passes = (
	{ channels, networks }: ChannelFilters,
	{ id = '', identifier = '' }: Partial<Channel>,
): boolean =>
	(channels.length === 0 || channels.includes(id)) &&
	(networks.length === 0 || networks.some((wanted) => isSameNetwork(wanted, identifier)));
