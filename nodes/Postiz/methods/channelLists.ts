import type { INodePropertyOptions } from 'n8n-workflow';

import { GROUP_PREFIX, groupsOf } from '../channels/match';
import { findProvider, listedName } from '../providers';
import type { Channel } from '../transport/types';
import { Problem } from '../values/problem';
import { atLeastOne, type FillList } from './lists';

/** The label of a channel: network, name, group if it adds something, and whether it is disabled. */
function channelLabel({ name, identifier, customer, disabled }: Channel): string {
	const group = customer?.name ?? '';
	const isNew = group !== '' && !name.toLowerCase().includes(group.toLowerCase());
	const provider = findProvider(identifier);
	const network = provider ? listedName(provider) : identifier;
	const mark = disabled ? ' – disabled in Postiz' : '';
	return `${network}: ${name}${isNew ? ` (${group})` : ''}${mark}`;
}

/** The options of a list of channels. */
export const toOptions = (channels: Channel[]) =>
	byName(channels.map((channel) => ({ name: channelLabel(channel), value: channel.id })));

const byName = (options: INodePropertyOptions[]) =>
	options.sort((a, b) => a.name.localeCompare(b.name));

/** The error of an empty list; `kind` is what isn't connected, such as `X channel`. */
export const notConnected = (kind: string) =>
	new Problem(
		`No ${kind} is connected`,
		'Connect one under Channels in Postiz, then choose Refresh List (⋮).',
	);

/** The channels of the chosen network, also found by their handles; disabled ones last (docs/api.md, Channels). */
export const searchChannels: FillList = async ({ context, client, typed }) => {
	const provider = findProvider(String(context.getCurrentNodeParameter('&provider') ?? ''));
	const ofNetwork = (await client.channels()).filter(
		({ identifier }) => !provider || findProvider(identifier) === provider,
	);
	if (ofNetwork.length === 0) {
		throw notConnected(provider ? `${provider.displayName} channel` : 'channel');
	}
	const found = ofNetwork.filter((channel) =>
		`${channelLabel(channel)} ${channel.profile ?? ''}`.toLowerCase().includes(typed.toLowerCase()),
	);
	return [
		...toOptions(found.filter(({ disabled }) => !disabled)),
		...toOptions(found.filter(({ disabled }) => disabled)),
	];
};

/** The groups of channels, and an option for any, the default of filters (docs/api.md, Groups). */
export const getGroups: FillList = async ({ client }) => {
	const groups = atLeastOne(
		groupsOf(await client.channels()).map(({ group }) => group),
		'No groups found',
		'Add channels to a group in Postiz first, or remove this field.',
	);
	const any = { name: 'Any Group', value: '' };
	return [any, ...byName(groups.map(({ id, name }) => ({ name, value: id })))];
};

/** The groups of connected channels, and the channels (docs/api.md, Channels). */
export const getChannelsAndGroups: FillList = async ({ client }) => {
	const channels = await client.channels();
	if (channels.length === 0) throw notConnected('channel');
	const usable = channels.filter(({ disabled }) => !disabled);
	const groups = groupsOf(usable).map(({ group, channels: members }) => ({
		name: `All of ${group.name} (${members.length})`,
		value: `${GROUP_PREFIX}${group.id}`,
	}));
	return [...byName(groups), ...toOptions(channels)];
};
