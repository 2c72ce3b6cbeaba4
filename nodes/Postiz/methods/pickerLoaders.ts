import type { IDataObject } from 'n8n-workflow';

import { PostFinder } from '../calendar/postFinder';
import { parseSettings } from '../calendar/publicPost';
import { callChannelTool, parsePickerOptions } from '../channels/channelTools';
import { extractId } from '../common/parseText';
import { Problem } from '../common/problem';
import { quote } from '../common/text';
import { findNetwork, allNetworks } from '../networks';
import type { Picker, Network } from '../networks/networkTypes';
import { getPickerMethodName, findPickers } from '../networks/settingFields';
import type { Channel, ListedPost } from '../transport/apiTypes';
import {
	getFieldText,
	filterByName,
	createNotConnectedProblem,
	type ListLoader,
	type ListQuery,
} from './listQuery';

/** The pickers of all networks, by the names of their methods (docs/api.md, Provider tools). */
export const pickerLoaders: Record<string, ListLoader> = Object.fromEntries(
	allNetworks.flatMap((network) =>
		findPickers(network.fields).map((picker) => [
			getPickerMethodName(network.identifier, picker),
			createPickerLoader(network, picker),
		]),
	),
);

const TIMEOUT_MS = 30_000;

/** Loads the options of a picker from the channel of the entry that contains it. */
function createPickerLoader(network: Network, picker: Picker): ListLoader {
	const { channelTool, optionsLabel: noun = channelTool, searchKey } = picker;
	const emptyRemedy = searchKey
		? 'Search for another word.'
		: 'Add one on the network, then choose Refresh List (⋮).';
	return async (query) => {
		const { client, filter } = query;
		const post = await fetchChosenPost(query);
		const channelId = post?.integration.id ?? (await fetchChannelId(query, network, picker));
		const storedSettings = parseSettings(post?.settings) ?? {};
		const getValue = (field: string) =>
			getFieldText(query, `&${field}`) || extractId(storedSettings[field]);
		const data = readChannelToolData(picker, getValue);
		if (searchKey && filter !== '') data[searchKey] = filter;
		const call = { channelId, methodName: channelTool, data, timeout: TIMEOUT_MS };
		const response = await callChannelTool(client, call);
		const options = parsePickerOptions(response, picker);
		if (!options) {
			throw new Problem(
				`Postiz didn't return a list of ${noun}`,
				`Enter the value by ID, or try again later. Postiz answered: ${quote(response)}`,
			);
		}
		// If a search finds nothing, n8n says so and offers manual entry.
		if (options.length === 0 && filter === '') throw new Problem(`No ${noun} found`, emptyRemedy);
		return searchKey ? options : filterByName(options, filter);
	};
}

/** The post to change; undefined if none is chosen. Throws {@link Problem} if it doesn't exist. */
async function fetchChosenPost(query: ListQuery): Promise<ListedPost | undefined> {
	const isUpdate = getFieldText(query, 'operation') === 'update';
	const id = isUpdate ? getFieldText(query, 'postId') : '';
	return id === '' ? undefined : await new PostFinder(query.client).fetch(id);
}

/** Returns the channel of the entry, or else the only chosen or connected channel. */
async function fetchChannelId(
	query: ListQuery,
	network: Network,
	{ channelTool, optionsLabel = channelTool }: Picker,
): Promise<string> {
	const entryChannelId = getEntryChannelId(query);
	if (entryChannelId !== undefined) return entryChannelId;
	const isUsable = ({ identifier, disabled }: Channel) =>
		!disabled && findNetwork(identifier) === network;
	const connected = (await query.client.fetchChannels()).filter(isUsable);
	const chosenIds = [query.context.getCurrentNodeParameter('channels')].flat();
	const chosenChannels = connected.filter(({ id }) => chosenIds.includes(id));
	const [only, ...others] = chosenChannels.length > 0 ? chosenChannels : connected;
	if (!only) throw createNotConnectedProblem(`${network.displayName} channel`);
	if (others.length === 0) return only.id;
	throw new Problem(
		'Choose the channel first',
		`The ${optionsLabel} come from the channel, and there are several ${network.displayName} channels. Choose one under Limit to One Channel, or the post to change, then open this list again.`,
	);
}

/** Returns the channel to which the entry is limited. Undefined if it applies to all channels. */
function getEntryChannelId(query: ListQuery): string | undefined {
	const levels = (query.context.path ?? '').split('.').slice(1, -1);
	return levels
		.map((_level, up) => [...levels.slice(0, levels.length - up), 'integrationId'].join('.'))
		.map((place) => getFieldText(query, place))
		.find((id) => id !== '');
}

/** The inputs of the tool behind a picker. Throws {@link Problem} if one is missing. */
function readChannelToolData(
	{ channelToolData = {}, channelTool, optionsLabel = channelTool }: Picker,
	getValue: (field: string) => string,
): IDataObject {
	const entries = Object.entries(channelToolData).flatMap(
		([key, { field, label, optional, read }]) => {
			const value = getValue(field);
			if (value !== '') return [[key, read ? read(value) : value]];
			if (optional) return [];
			throw new Problem(
				`Choose the ${label} first`,
				`The ${optionsLabel} belong to it. Fill in the field ${label}, then open this list again.`,
			);
		},
	);
	return Object.fromEntries(entries) as IDataObject;
}
