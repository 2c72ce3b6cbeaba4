import { findChannels } from '../../channels/findChannels';
import { groupCalled } from '../../channels/groups';
import { isCalled } from '../../channels/nearestChannels';
import { findSettingFiles } from '../../channels/settings';
import { isSameNetwork } from '../../channels/targets';
import { findProvider, providerName } from '../../providers';
import type { Channel } from '../../transport/types';
import { FOR_MAKER, Problem, quote } from '../../values/problem';
import type { NetworkSettings, WrittenForm, WrittenPost } from '../types';

/** The label of the field that limits names to a group. */
export const ONLY_IN_GROUP = 'Only in Group';

/** The posts of a form, one per channel, and which of its settings aren't used. */
export function toFormPosts(form: WrittenForm, channels: Channel[]) {
	refuseDuplicates(form.networks);
	const within =
		form.group === '' ? channels : groupCalled(form.group, channels, ONLY_IN_GROUP).channels;
	const { channels: chosen, disabled } = findChannels(form.channels, within);
	for (const network of form.networks) refuseUnknownChannel(network, chosen, channels);
	const used = chosen.map((channel) => settingsFor(channel, form.networks));
	const posts = chosen.map((channel, index) => toPost(form, channel, used[index]));
	// If the shared text is missing, report it once, not per channel.
	if (posts.length > 1 && posts.every(isBlank)) {
		throw new Problem(
			'The text is empty. A post needs text or media',
			'Give it a text or files. Nothing was sent for this item.',
		);
	}
	const unused = form.networks.filter((network) => !used.includes(network));
	const unusedNetworks = unused.map((network) => describeSettings(network, channels));
	return { posts, disabled, unusedNetworks: [...new Set(unusedNetworks)] };
}

/** Settings for the channel itself take precedence over those for its network. */
function settingsFor(channel: Channel, networks: NetworkSettings[]): NetworkSettings | undefined {
	const { id, identifier } = channel;
	const ofNetwork = networks.filter((network) => isSameNetwork(network.identifier, identifier));
	return (
		ofNetwork.find(({ channelId }) => channelId === id) ??
		ofNetwork.find(({ channelId }) => isCalled(channel, channelId)) ??
		ofNetwork.find(({ channelId }) => channelId === '')
	);
}

/** Throws {@link Problem} if settings of a chosen network are for an unknown channel: they would be lost. */
function refuseUnknownChannel(
	network: NetworkSettings,
	chosen: Channel[],
	channels: Channel[],
): void {
	const { label, identifier, channelId } = network;
	const isThere = channels.some((channel) => isCalled(channel, channelId));
	const isMeant = chosen.some((channel) => isSameNetwork(identifier, channel.identifier));
	if (channelId === '' || isThere || !isMeant) return;
	throw new Problem(
		`${label}: no channel is called ${quote(channelId)}`,
		'Choose the channel under Limit to One Channel, or leave it empty to use the settings for all chosen channels of the network.',
		{ forModel: FOR_MAKER },
	);
}

function toPost(
	{ parts: [first, ...thread], format }: WrittenForm,
	{ id, identifier }: Channel,
	network: NetworkSettings | undefined,
): WrittenPost {
	const { text = '', form = {}, json = {} } = network ?? {};
	const own = text.trim() === '' ? {} : { text };
	return {
		choice: { id, position: 'Channel' },
		format,
		form,
		json,
		parts: first ? [{ ...first, ...own }, ...thread] : [],
		settingFiles: network ? findSettingFiles(findProvider(identifier), form, network) : {},
	};
}

/** Throws {@link Problem} if two entries are for the same network, or for the same channel of it. */
export function refuseDuplicates(networks: NetworkSettings[]): void {
	const again = networks.find(({ identifier, channelId }, index) =>
		networks
			.slice(0, index)
			.some((one) => isSameNetwork(one.identifier, identifier) && one.channelId === channelId),
	);
	if (!again) return;
	throw new Problem(
		`Network Settings has ${providerName(again.identifier)} twice${again.channelId === '' ? '' : ' for the same channel'}`,
		'Remove one of the two. For a new post, you can also choose the channel that it is for under Limit to One Channel.',
		{ forModel: FOR_MAKER },
	);
}

/** How errors name settings: `X`, or `X (only for Acme Coffee)`. */
function describeSettings({ identifier, channelId }: NetworkSettings, channels: Channel[]): string {
	const network = providerName(identifier);
	if (channelId === '') return network;
	const { name = channelId } = channels.find(({ id }) => id === channelId) ?? {};
	return `${network} (only for ${name})`;
}

const isBlank = ({ parts: [first] }: WrittenPost) =>
	!first || (first.text.trim() === '' && first.files.length === 0);
