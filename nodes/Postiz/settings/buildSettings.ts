import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import { isUsableText } from '../common/errorText';
import { toBooleanIfWord } from '../common/parseBoolean';
import { isExactNumber, toNumberIfNumeric } from '../common/parseNumber';
import { findOption } from '../common/parseOption';
import { isEmpty, isObject, unwrapLocator } from '../common/value';
import type { Network, SettingField } from '../networks/networkTypes';
import { isPrimary } from '../networks/settingFields';
import { normalizeLine } from '../text/content';

/** The name under which n8n stores the values of a group of fields. */
export const ENTRY_KEY = 'entry';

/**
 * Builds the settings of a post, without files. `jsonSettings` override `formSettings`, in which optional fields are
 * under `settings`. With `fillsDefaults`, required fields that aren't in the form get their defaults (docs/api.md,
 * Providers).
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
		(field) => getEnteredValue(field, formSettings),
		// The form shows all required fields of its network, so an empty expression doesn't get the default.
		{ isShown: !fillsDefaults || isFormOf(formSettings, identifier, network), timezone },
	);
	return { ...settings, ...jsonSettings };
}

/** True if the form shows the fields of this network. */
const isFormOf = (formSettings: IDataObject, identifier: string, network: Network | undefined) =>
	[identifier, network?.identifier].includes(formSettings.provider as string);

export function getEnteredValue(field: SettingField, formSettings: IDataObject): unknown {
	const optional = (formSettings.settings ?? {}) as IDataObject;
	return (isPrimary(field) ? formSettings : optional)[field.name];
}

function readSettings(
	fields: SettingField[],
	getValue: (field: SettingField) => unknown,
	options: ReadOptions,
): IDataObject {
	const entries = fields
		.filter(({ isFormOnly }) => !isFormOnly)
		.map((field) => [field.name, readField(field, getValue(field), options)] as const)
		.filter(([, sent]) => !isEmpty(sent));
	return Object.fromEntries(entries) as IDataObject;
}

interface ReadOptions {
	/** The form shows the field. */
	isShown: boolean;
	/** An IANA name. */
	timezone: string;
}

/** Converts an entered value for the API. Undefined omits it, invalid values are kept. */
export function readField(field: SettingField, entered: unknown, options: ReadOptions): unknown {
	const isPreset = entered === undefined && field.required && !options.isShown;
	const value = unwrapLocator(isPreset ? field.default : entered);
	if (isEmpty(value)) return undefined;
	const converted = field.nested ? readGroups(field, value, options) : toDeclaredType(field, value);
	const isUsable = typeof converted !== 'string' || isUsableText(converted);
	return isUsable && !isEmpty(converted) && field.toApiValue
		? field.toApiValue(converted, options.timezone)
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

// Keep unknown formats for validation.
function readGroups(
	{ nested, typeOptions }: SettingField,
	value: unknown,
	options: ReadOptions,
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

/** Drops settings that have no effect, as the setting on which they depend is empty. */
export function dropIneffective(settings: IDataObject, network: Network | undefined): IDataObject {
	const ineffective = (network?.fields ?? []).filter(
		({ dependsOn }) => dependsOn && isEmpty(settings[dependsOn]),
	);
	const names = ineffective.map(({ name }) => name);
	return Object.fromEntries(Object.entries(settings).filter(([name]) => !names.includes(name)));
}
