import type { INodePropertyOptions } from 'n8n-workflow';

import { GROUP_PREFIX, listGroups } from '../channels/channelGroups';
import { getChannelLabel } from '../channels/channelLabel';
import { isObject, toObject } from '../common/value';
import { option } from '../form/fieldBuilders';
import { findNetwork } from '../networks';
import { toIdOption } from '../networks/entries';
import { getListedName, listNetworkNames } from '../networks/networkNames';
import type { ApiRequest } from '../transport/apiRequest';
import type { Channel } from '../transport/apiTypes';
import { endpoints } from '../transport/endpoints';
import {
	createNotConnectedProblem,
	filterByName,
	getFieldText,
	requireNotEmpty,
	type ListLoader,
} from './listQuery';

/** The label of a channel: network, name, group unless the name has it, and whether it is disabled. */
function toListLabel({ name, identifier, customer, disabled }: Channel): string {
	const network = findNetwork(identifier);
	const networkName = network ? getListedName(network) : identifier;
	const group = customer?.name ?? '';
	const showsGroup = group !== '' && !name.toLowerCase().includes(group.toLowerCase());
	const suffix = disabled ? ' – disabled in Postiz' : '';
	return `${networkName}: ${name}${showsGroup ? ` (${group})` : ''}${suffix}`;
}

/** The options of a list of channels. */
const toOptions = (channels: Channel[]) =>
	sortByName(channels.map((channel) => ({ name: toListLabel(channel), value: channel.id })));

const sortByName = (options: INodePropertyOptions[]) =>
	[...options].sort((a, b) => a.name.localeCompare(b.name));

/**
 * Lists the channels of the chosen network. Their handles and other names of the network are searched, too
 * (docs/api.md, Channels).
 */
export const searchChannels: ListLoader = async ({ context, client, filter }) => {
	const network = findNetwork(String(context.getCurrentNodeParameter('&provider') ?? ''));
	const networkChannels = (await client.fetchChannels()).filter(
		({ identifier }) => !network || findNetwork(identifier) === network,
	);
	if (networkChannels.length === 0) {
		throw createNotConnectedProblem(network ? `${network.displayName} channel` : 'channel');
	}
	const matches = networkChannels.filter((channel) => {
		const words = listNetworkNames(channel.identifier);
		const names = [toListLabel(channel), getChannelLabel(channel), channel.profile, ...words];
		return names.join(' ').toLowerCase().includes(filter.toLowerCase());
	});
	return toOptions(matches);
};

/** Lists the groups of channels, and an option for any group, which is the default of filters (docs/api.md, Groups). */
export const getGroups: ListLoader = async ({ client }) => {
	const groups = requireNotEmpty(
		listGroups(await client.fetchChannels()),
		'No groups found',
		'Add channels to a group in Postiz first, or remove this field.',
	);
	const any = { name: 'Any Group', value: '' };
	return [any, ...sortByName(groups.map(({ id, name }) => ({ name, value: id })))];
};

/** The groups of connected channels, and the channels (docs/api.md, Channels). */
export const getChannelsAndGroups: ListLoader = async ({ client }) => {
	const channels = await client.fetchChannels();
	if (channels.length === 0) throw createNotConnectedProblem('channel');
	const usable = channels.filter(({ disabled }) => !disabled);
	const groups = listGroups(usable).map(({ id, name, channels: members }) => ({
		name: `All of ${name} (${members.length})`,
		value: `${GROUP_PREFIX}${id}`,
	}));
	return [...sortByName(groups), ...toOptions(channels)];
};

/** The tools of the chosen channel (docs/api.md, Channel settings and tools). */
export const getChannelTools: ListLoader = async (query) => {
	const channelId = getFieldText(query, 'integrationId');
	// The editor fills the list when the form opens, so a missing channel isn't an error yet.
	if (channelId === '') return [];
	const response = await query.client.request(endpoints.getChannelSettings(channelId));
	const { tools } = toObject(toObject(response).output);
	const entries = requireNotEmpty(
		Array.isArray(tools) ? tools.map(toObject) : [],
		'This channel has no tools',
		'Its network has nothing to look up. Choose another channel.',
	);
	return entries.map(({ methodName, description }) =>
		option(String(methodName), String(methodName), description as string | undefined),
	);
};

const VOICES_REQUEST: ApiRequest = {
	...endpoints.runVideoFunction(),
	body: { functionName: 'loadVoices', identifier: 'image-text-slides', params: {} },
	timeout: 30_000,
};

/** Voices for videos (docs/api.md, Videos). */
export const searchVoices: ListLoader = async ({ client, filter }) => {
	const { voices } = toObject(await client.request(VOICES_REQUEST));
	const entries = requireNotEmpty(
		Array.isArray(voices) ? (voices as unknown[]) : [],
		'No voices found',
		'The video generator of this Postiz instance may not be set up. You can also enter the ID of a voice by hand (By ID).',
	);
	const options = entries.flatMap((voice) => (isObject(voice) ? (toIdOption(voice) ?? []) : []));
	return filterByName(options, filter);
};
