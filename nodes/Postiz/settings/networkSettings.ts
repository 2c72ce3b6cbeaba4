import type { IBinaryKeyData, IDataObject, INodePropertyOptions } from 'n8n-workflow';

import { getChannelLabel } from '../channels/channelLabel';
import { resolveChannels } from '../channels/resolveChannels';
import { parseChannelNames } from '../channels/parseChannelNames';
import type { Target } from '../channels/target';
import {
	findOption,
	isEmpty,
	isExactNumber,
	isObject,
	isUsableText,
	toBooleanIfWord,
	toNumberIfNumeric,
	unwrapLocator,
} from '../common/parseValue';
import { asProblem, Problem } from '../common/problem';
import { type FileSource, findFiles, getOnlyFile, parseFileSources } from '../media/fileSource';
import { getNetworkName, isSameNetwork } from '../networks';
import { isPrimary } from '../networks/settingFields';
import type { Network, SettingField } from '../networks/networkTypes';
import { normalizeLine } from '../text/content';
import type { Channel } from '../transport/apiTypes';

/** The name under which n8n stores the values of a group of fields. */
export const ENTRY_KEY = 'entry';

/**
 * The settings of a post, without files. `jsonSettings` override `formSettings`, which have their optional fields below
 * `settings`. With `fillsDefaults`, required fields that aren't shown get their defaults (docs/api.md, Providers).
 */
export function buildSettings(
	identifier: string,
	network: Network | undefined,
	formSettings: IDataObject,
	{
		jsonSettings = {},
		timezone = 'UTC',
		fillsDefaults = true,
	}: { jsonSettings?: IDataObject; timezone?: string; fillsDefaults?: boolean } = {},
): IDataObject {
	const settings = readSettings(
		(network?.fields ?? []).filter(({ isFile }) => !isFile),
		(field) => getEnteredSettings(field, formSettings),
		// The form shows all required fields of its network, so an empty expression doesn't get the default.
		{ isShown: !fillsDefaults || isFormOf(formSettings, identifier, network), timezone },
	);
	return { ...settings, ...jsonSettings };
}

/** True if the form shows the fields of this network. */
const isFormOf = (formSettings: IDataObject, identifier: string, network: Network | undefined) =>
	[identifier, network?.identifier].includes(formSettings.provider as string);

function getEnteredSettings(field: SettingField, formSettings: IDataObject): unknown {
	const optional = (formSettings.settings ?? {}) as IDataObject;
	return (isPrimary(field) ? formSettings : optional)[field.name];
}

/** The files of settings that aren't in `jsonSettings`, by name. Throws {@link Problem} that names `label`. */
export function findSettingFiles(
	network: Network | undefined,
	formSettings: IDataObject,
	{
		jsonSettings = {},
		label,
		binary,
	}: { jsonSettings?: IDataObject; label: string; binary: IBinaryKeyData },
): Record<string, FileSource> {
	const fields = (network?.fields ?? []).filter(
		({ isFile, name }) => isFile && jsonSettings[name] === undefined,
	);
	const entries = fields.flatMap((field) => {
		const fieldLabel = `${label}: ${field.displayName}`;
		const find = (name: string) => findFiles(name, binary, fieldLabel);
		const file = getOnlyFile(
			parseFileSources(unwrapLocator(getEnteredSettings(field, formSettings)), fieldLabel, find),
			fieldLabel,
		);
		return file ? [[field.name, file] as const] : [];
	});
	return Object.fromEntries(entries);
}

function readSettings(
	fields: SettingField[],
	getValue: (field: SettingField) => unknown,
	options: Parameters<typeof readField>[2],
): IDataObject {
	const entries = fields
		.filter(({ isFormOnly }) => !isFormOnly)
		.map((field) => [field.name, readField(field, getValue(field), options)] as const)
		.filter(([, sent]) => !isEmpty(sent));
	return Object.fromEntries(entries) as IDataObject;
}

/** The value to send; undefined to omit it. Invalid values stay as they are. `isShown`: the form shows the field. */
export function readField(
	field: SettingField,
	entered: unknown,
	options: { isShown: boolean; timezone: string },
): unknown {
	const isPreset = entered === undefined && field.required && !options.isShown;
	const value = unwrapLocator(isPreset ? field.default : entered);
	if (isEmpty(value)) return undefined;
	const converted = field.nested ? readGroups(field, value, options) : toDeclaredType(field, value);
	const isRead = typeof converted !== 'string' || isUsableText(converted);
	return isRead && !isEmpty(converted) && field.toPayload
		? field.toPayload(converted, options.timezone)
		: converted;
}

// Expressions often return numbers instead of text, or the other way round.
function toDeclaredType(field: SettingField, value: unknown): unknown {
	const { type, isUrl, acceptsPostLink, options = [] } = field;
	if (type === 'options') {
		return findOption<unknown>(value, options as INodePropertyOptions[]) ?? value;
	}
	if (type === 'number') return toNumberIfNumeric(value);
	if (type === 'boolean') return toBooleanIfWord(value);
	if (!['string', 'color', 'resourceLocator'].includes(type)) return value;
	const text = isExactNumber(value) ? String(value) : value;
	if (typeof text !== 'string') return text;
	return type === 'resourceLocator' || isUrl || acceptsPostLink ? text.trim() : normalizeLine(text);
}

// Values in an unknown format are left for validation.
function readGroups(
	{ nested, typeOptions }: SettingField,
	value: unknown,
	options: Parameters<typeof readField>[2],
): unknown {
	const read = (group: unknown) =>
		isObject(group)
			? readSettings(nested?.fields ?? [], ({ name }) => group[name], options)
			: group;
	if (isObject(value) && Object.keys(value).length === 0) return undefined;
	if (!isObject(value) || !(ENTRY_KEY in value)) return value;
	const groups = value[ENTRY_KEY] as unknown;
	if (!typeOptions?.multipleValues) return read(groups ?? undefined);
	return [groups ?? []].flat().map((group) => ({ value: read(group) }));
}

const ONLY_OTHER_CHANNELS = 'Choose other channels of the network, not the channel of the post.';

/** Drops settings without effect, because the setting that they depend on is empty. */
export function dropIneffective(settings: IDataObject, network: Network | undefined): IDataObject {
	const ineffective = (network?.fields ?? []).filter(
		({ dependsOn }) => dependsOn && isEmpty(settings[dependsOn]),
	);
	const names = ineffective.map(({ name }) => name);
	return Object.fromEntries(Object.entries(settings).filter(([name]) => !names.includes(name)));
}

/**
 * Replaces the channels that settings name with `{id}`. Throws {@link Problem} for channels that aren't others of the
 * network (docs/api.md, Reposts and comments from other channels).
 */
export function resolveSettingChannels(
	settings: IDataObject,
	target: Target,
	channels: Channel[],
): IDataObject {
	const entries = (target.network?.fields ?? []).flatMap(
		({ name, displayName, channelNetworks }) => {
			if (channelNetworks === undefined || isEmpty(settings[name])) return [];
			const others = channels.filter(
				({ id, identifier }) => id !== target.id && channelNetworks.includes(identifier),
			);
			try {
				const found = resolveChannels(parseChannelNames(settings[name]), others);
				return [[name, found.channels.map(({ id }) => ({ id }))]];
			} catch (error) {
				const problem = asProblem(error);
				throw problem.with({
					message: `${getChannelLabel(target)} – ${displayName}: ${problem.message}`,
					remedy: [...problem.remedy, ONLY_OTHER_CHANNELS],
				});
			}
		},
	);
	return { ...settings, ...(Object.fromEntries(entries) as IDataObject) };
}

/** Throws {@link Problem} if two entries are for the same network, or for the same channel of it. */
export function assertNoDuplicates(
	networks: Array<{ identifier: string; onlyChannel: string }>,
): void {
	const duplicate = networks.find(({ identifier, onlyChannel }, index) =>
		networks
			.slice(0, index)
			.some(
				(entry) => isSameNetwork(entry.identifier, identifier) && entry.onlyChannel === onlyChannel,
			),
	);
	if (!duplicate) return;
	throw new Problem(
		`Network Settings has ${getNetworkName(duplicate.identifier)} twice${duplicate.onlyChannel === '' ? '' : ' for the same channel'}`,
		'Remove one of them. For a new post, you can also set Limit to One Channel in each.',
		{ needsPerson: true },
	);
}
