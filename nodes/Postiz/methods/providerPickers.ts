import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';

import { callTool, type ToolFailure } from '../channels/callTool';
import {
	channelsMethod,
	findProvider,
	pickerFields,
	pickerMethod,
	providerName,
	providers,
} from '../providers';
import { idOption } from '../providers/shapes';
import type { Picker, Provider, SettingField } from '../providers/types';
import { PostizClient } from '../transport/client';
import { NOT_FOUND, UNAUTHORIZED } from '../transport/status';
import type { Channel } from '../transport/types';
import { Problem } from '../values/problem';
import { quote } from '../values/quote';
import { isEmpty, isObject } from '../values/read';
import { toOptions } from './channelLabel';
import { chosenId, chosenText } from './siblings';

export type ListSearch = (
	this: ILoadOptionsFunctions,
	filter?: string,
) => Promise<INodeListSearchResult>;
export type LoadOptions = (this: ILoadOptionsFunctions) => Promise<INodePropertyOptions[]>;

function methodsFor<Method>(
	isKind: (field: SettingField) => boolean,
	toMethod: (provider: Provider, picker: Picker) => Method,
): Record<string, Method> {
	return Object.fromEntries(
		providers.flatMap((provider) =>
			pickerFields(provider.fields)
				.filter(isKind)
				.map(({ picker }) => [
					pickerMethod(provider.identifier, picker),
					toMethod(provider, picker),
				]),
		),
	);
}

const isMultiple = ({ type }: SettingField) => type === 'multiOptions';

/** The methods behind the searchable pickers of all providers (docs/api.md, Provider tools). */
export const pickerSearches = methodsFor<ListSearch>(
	(field) => !isMultiple(field),
	(provider, picker) =>
		async function (filter = '') {
			return { results: await rowsOfEntry(this, provider, picker, filter.trim()) };
		},
);

/** The methods behind the pickers in which several rows may be chosen. */
export const pickerOptions = methodsFor<LoadOptions>(
	isMultiple,
	(provider, picker) =>
		async function () {
			return await rowsOfEntry(this, provider, picker, '');
		},
);

/** The rows for the entry of the form that the field stands in. */
async function rowsOfEntry(
	context: ILoadOptionsFunctions,
	provider: Provider,
	picker: Picker,
	typed: string,
): Promise<INodePropertyOptions[]> {
	const client = await PostizClient.connect(context);
	const channelId = await findChannelId(context, client, { provider, picker });
	const data = readData(picker, (field) => context.getCurrentNodeParameter(`&${field}`));
	return await pickerRows(client, {
		provider,
		picker,
		channelId,
		data,
		typed,
	});
}

/** What a picker lists, and for what was typed. */
export interface PickerCall {
	provider: Provider;
	picker: Picker;
	channelId: string;
	data: IDataObject;
	typed: string;
}

/** The rows of a picker as a list shows them. Throws {@link Problem} if there are none. */
export async function pickerRows(
	client: PostizClient,
	{ provider, picker, channelId, data: given, typed }: PickerCall,
): Promise<INodePropertyOptions[]> {
	const data = { ...given };
	if (picker.searchKey && typed !== '') data[picker.searchKey] = typed;
	const answer = await callTool(
		client,
		{ channelId, methodName: picker.tool, data, timeout: TIMEOUT_MS },
		(failure) => explainFailure(provider, picker, failure),
	);
	if (!isObject(answer)) throw noList(picker, answer);
	const found = picker.find ? picker.find(answer.output) : answer.output;
	const rows = isEmpty(found) || found === false ? [] : found;
	if (!Array.isArray(rows)) throw noList(picker, rows);
	// What was typed and not found is reported by n8n itself, beside the field to type in.
	if (rows.length === 0 && typed === '') {
		throw new Problem(`No ${picker.rows} found`, picker.whenEmpty);
	}
	const toOption = picker.option ?? idOption;
	const options = rows.flatMap((row) => (isObject(row) ? (toOption(row) ?? []) : []));
	if (rows.length > 0 && options.length === 0) throw noList(picker, rows);
	const wanted = picker.searchKey ? '' : typed.toLowerCase();
	return options.filter(({ name }) => name.toLowerCase().includes(wanted));
}

function noList({ rows }: Picker, answer: unknown): Problem {
	return new Problem(
		`Postiz didn't return a list of ${rows}`,
		`Enter the value by hand, or try again later. Postiz answered: ${quote(answer)}`,
	);
}

// n8n knows where the field stands that it fills, but does not declare it.
type PlacedContext = ILoadOptionsFunctions & { path?: string };

/**
 * The channel whose rows to list: that of the entry that the field stands in, however deep, or else the
 * only chosen or connected one of the network. Throws {@link Problem} if there are several.
 */
async function findChannelId(
	context: PlacedContext,
	client: PostizClient,
	{ provider, picker: { rows } }: { provider: Provider; picker: Picker },
): Promise<string> {
	const own = entryChannelId(context);
	if (own !== undefined) return own;
	const connected = (await client.channels()).filter(
		({ identifier, disabled }) => !disabled && findProvider(identifier) === provider,
	);
	const chosen = connected.filter(({ id }) => chosenIds(context).includes(id));
	const [only, ...others] = chosen.length > 0 ? chosen : connected;
	if (only && others.length === 0) return only.id;
	if (only) {
		throw new Problem(
			'Choose the channel first',
			`The ${rows} come from the channel, and there are several ${provider.displayName} channels. Choose one under Only for Channel, then open this list again.`,
		);
	}
	throw new Problem(
		`No ${provider.displayName} channel is connected`,
		'Connect one under Channels in Postiz, then open this list again.',
	);
}

/** The channel that the entry is for in which the field stands, however deep; undefined if for all. */
function entryChannelId(context: PlacedContext): string | undefined {
	const levels = (context.path ?? '').split('.').slice(1, -1);
	const places = [
		'&integrationId',
		...levels.map((_level, index) =>
			[...levels.slice(0, levels.length - index), 'integrationId'].join('.'),
		),
		'integrationId',
	];
	return places
		.map((place) => chosenId(context.getCurrentNodeParameter(place), 'Channel'))
		.find((id) => id !== '');
}

/** The methods behind the settings that name other channels than that of the post. */
export const otherChannelOptions: Record<string, LoadOptions> = Object.fromEntries(
	providers
		.flatMap(({ fields }) => fields)
		.flatMap(({ channelsOf }) => (channelsOf ? [channelsOf] : []))
		.map((networks) => [
			channelsMethod(networks),
			async function () {
				const client = await PostizClient.connect(this);
				const channels = await client.channels();
				const chosen = chosenIds(this).filter((id) =>
					channels.some((channel) => channel.id === id && networks.includes(channel.identifier)),
				);
				const own = entryChannelId(this) ?? (chosen.length === 1 ? chosen[0] : undefined);
				return otherChannelRows(channels, networks, own);
			},
		]),
);

/** The rows of the channels of these networks but one. Throws {@link Problem} if there are none. */
export function otherChannelRows(
	channels: Channel[],
	networks: string[],
	own: string | undefined,
): INodePropertyOptions[] {
	const others = channels.filter(
		({ id, identifier, disabled }) => id !== own && !disabled && networks.includes(identifier),
	);
	if (others.length > 0) return toOptions(others);
	throw new Problem(
		`No other ${networks.map(providerName).join(' or ')} channel is connected`,
		'Connect one under Channels in Postiz, then open this list again.',
	);
}

/** The IDs in Channels, as far as they are chosen and not to come from an expression. */
function chosenIds(context: ILoadOptionsFunctions): string[] {
	const channels: unknown = context.getCurrentNodeParameter('channels');
	return Array.isArray(channels) ? channels.map(String) : [];
}

/**
 * What the tool behind a picker wants to know besides the channel; `valueOf` is the value of a field.
 * Throws {@link Problem} for what is missing.
 */
export function readData(
	{ data = {}, rows }: Picker,
	valueOf: (field: string) => unknown,
): IDataObject {
	const values: IDataObject = {};
	for (const [key, { field, label, optional, read }] of Object.entries(data)) {
		const value = chosenText(valueOf(field));
		if (value !== '') {
			values[key] = (read ? read(value) : value) as string;
		} else if (!optional) {
			throw new Problem(
				`Choose the ${label} first`,
				`The ${rows} belong to it. Fill in the field ${label}, then open this list again.`,
			);
		}
	}
	return values;
}

const TIMEOUT_MS = 30_000;

/** What to say if a picker cannot be filled; undefined if the channel alone is to blame. */
function explainFailure(
	provider: Provider,
	{ rows, byHand = 'By ID' }: Picker,
	{ channel, status, reason }: ToolFailure,
): Problem | undefined {
	if (findProvider(channel.identifier)?.identifier !== provider.identifier) {
		return new Problem(
			`“${channel.name}” is not a ${provider.displayName} channel`,
			`Pick a channel of ${provider.displayName} in the field Channel, or choose another network.`,
		);
	}
	if (status === UNAUTHORIZED) return undefined;
	if (status === NOT_FOUND) {
		return new Problem(
			`This Postiz instance cannot list ${rows} of ${provider.displayName}`,
			`It may be older than this function. Update it, or enter the value by hand (${byHand}).`,
		);
	}
	return new Problem(
		`The ${rows} could not be loaded`,
		`${reason} You can also enter the value by hand (${byHand}).`,
	);
}
