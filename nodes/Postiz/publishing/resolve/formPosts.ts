import { requireChannelGroup } from '../../channels/channelGroups';
import { findChannelsByName } from '../../channels/findChannelsByName';
import { resolveChannels } from '../../channels/resolveChannels';
import { toProblemOrRethrow, Problem } from '../../common/problem';
import { quote } from '../../common/text';
import { findNetwork, getNetworkName, isSameNetwork } from '../../networks';
import { LIMIT_TO_GROUP } from '../../posts/form/publishOptions';
import type { FormInput, NetworkSettingsEntry, PostInput } from '../../posts/item';
import { assertNoDuplicates } from '../../settings/assertNoDuplicates';
import { findSettingFiles } from '../../settings/findSettingFiles';
import type { Channel } from '../../transport/apiTypes';

/** Resolves a form to a post per channel. Throws {@link Problem} if a channel or its settings can't be used. */
export function resolveFormPosts(form: FormInput, channels: Channel[]) {
	assertNoDuplicates(form.networkSettings);
	const { channels: chosen, disabled } = requireChosenChannels(form, channels);
	for (const entry of form.networkSettings) assertKnownChannel(entry, chosen, channels);
	const entries = chosen.map((channel) => findEntryFor(channel, form.networkSettings, channels));
	const posts = chosen.map((channel, index) => toPost(form, channel, entries[index]));
	// Report a missing shared text once, not per channel.
	if (posts.length > 1 && posts.every(isFirstPartEmpty)) {
		throw new Problem(
			'The text is empty. A post needs text or media',
			'Add text or files. Nothing was sent for this item.',
		);
	}
	const unused = form.networkSettings.filter(
		(entry) => !entries.includes(entry) && !isReplaced(entry, chosen),
	);
	const labels = unused.map((entry) => describeEntry(entry, channels));
	return { posts, disabled, unusedSettingsLabels: [...new Set(labels)] };
}

/** Finds the channels that a form names, within its group if it has one. */
function requireChosenChannels({ channels: names, onlyInGroup }: FormInput, channels: Channel[]) {
	if (onlyInGroup === '') return resolveChannels(names, channels);
	const members = requireChannelGroup(onlyInGroup, channels, LIMIT_TO_GROUP).channels;
	try {
		return resolveChannels(names, members);
	} catch (error) {
		const problem = toProblemOrRethrow(error);
		const limit = `${LIMIT_TO_GROUP} limits the channels to ${quote(onlyInGroup)}.`;
		throw problem.with({ remedy: [limit, ...problem.remedy] });
	}
}

/** Finds the settings for a channel. An entry for the channel itself takes precedence over an entry for its network. */
function findEntryFor(
	channel: Channel,
	networkSettings: NetworkSettingsEntry[],
	channels: Channel[],
): NetworkSettingsEntry | undefined {
	const candidates = networkSettings.filter((entry) =>
		isSameNetwork(entry.identifier, channel.identifier),
	);
	return (
		candidates.find(({ onlyChannel }) => onlyChannel === channel.id) ??
		candidates.find(({ onlyChannel }) =>
			findChannelsByName(onlyChannel, channels).includes(channel),
		) ??
		candidates.find(({ onlyChannel }) => onlyChannel === '')
	);
}

/** Rejects settings for an unknown channel of a chosen network, which would be lost. */
function assertKnownChannel(
	entry: NetworkSettingsEntry,
	chosen: Channel[],
	channels: Channel[],
): void {
	const { label, identifier, onlyChannel } = entry;
	const isKnown = findChannelsByName(onlyChannel, channels).length > 0;
	const isNetworkChosen = chosen.some((channel) => isSameNetwork(identifier, channel.identifier));
	if (onlyChannel === '' || isKnown || !isNetworkChosen) return;
	throw new Problem(
		`${label}: no channel is named ${quote(onlyChannel)}`,
		'Choose a channel under Limit to One Channel, or leave it empty to use the settings on all channels of the network.',
		{ needsPerson: true },
	);
}

function toPost(
	{ parts: [first, ...thread], format }: FormInput,
	{ id, identifier }: Channel,
	entry: NetworkSettingsEntry | undefined,
): PostInput {
	const { text = '', formSettings = {}, jsonSettings = {} } = entry ?? {};
	const override = text.trim() === '' ? {} : { text };
	return {
		channel: { idOrName: id, label: 'Channel' },
		format,
		formSettings,
		jsonSettings,
		parts: first ? [{ ...first, ...override }, ...thread] : [],
		settingFiles: entry ? findSettingFiles(findNetwork(identifier), formSettings, entry) : {},
	};
}

/** True if an entry for a network is unused because all its chosen channels have their own entries. */
const isReplaced = ({ identifier, onlyChannel }: NetworkSettingsEntry, chosen: Channel[]) =>
	onlyChannel === '' && chosen.some((channel) => isSameNetwork(identifier, channel.identifier));

/** Names an entry in hints: `X`, or `X (only for Acme Coffee)`. */
function describeEntry(
	{ identifier, onlyChannel }: NetworkSettingsEntry,
	channels: Channel[],
): string {
	const network = getNetworkName(identifier);
	if (onlyChannel === '') return network;
	const { name = onlyChannel } = channels.find(({ id }) => id === onlyChannel) ?? {};
	return `${network} (only for ${name})`;
}

const isFirstPartEmpty = ({ parts: [first] }: PostInput) =>
	!first || (first.text.trim() === '' && first.files.length === 0);
