import type { IBinaryKeyData, IDataObject, INodePropertyOptions } from 'n8n-workflow';

import { buildSettings, parseSettingsJson, readSettingFiles } from '../../../channels/settings';
import { findProvider } from '../../../providers';
import type { Provider, SettingField } from '../../../providers/types';
import { findSettingFiles } from '../../../media/fileSource';
import { idIn } from '../../../values/id';
import { Problem } from '../../../values/problem';
import { quote } from '../../../values/quote';
import { parseJson } from '../../../values/json';
import { isEmpty, unwrap } from '../../../values/read';
import type { SettingsChange } from '../shared/change/types';

/** Settings as the form holds them, before the network of the post is known. */
export interface GivenSettings {
	entries: Array<{ key: string; value: unknown }>;
	json: IDataObject;
}

/** The settings that a form changes; undefined if they all stay. Throws {@link Problem}. */
export function readGivenSettings({
	settings,
	settingsJson,
}: IDataObject): GivenSettings | undefined {
	const { setting = [] } = Object(settings) as { setting?: IDataObject[] };
	const entries = setting.flatMap(({ key: entered, value: given }) => {
		const key = idIn(entered);
		const value = unwrap(given);
		if (isEmpty(value)) return [];
		if (key !== '') return [{ key, value }];
		throw new Problem(
			'Network Settings: no setting is selected',
			'Enter the key of the setting: Post > Get returns those of a post under “settings”.',
		);
	});
	const json = parseSettingsJson(settingsJson, 'Network Settings (JSON)');
	return entries.length + Object.keys(json).length > 0 ? { entries, json } : undefined;
}

/**
 * The settings as a post of this network has them; `binary` has the files of the item, and
 * `timezone` (an IANA name) is that of the workflow. Throws {@link Problem} for a setting that the network does not have.
 */
export function toSettingsChange(
	{ entries, json }: GivenSettings,
	identifier: string,
	{ binary, timezone }: { binary: IBinaryKeyData; timezone: string },
): SettingsChange {
	const provider = findProvider(identifier);
	if (!provider) {
		const known = Object.fromEntries(entries.map(({ key, value }) => [key, readJsonText(value)]));
		return { settings: { ...known, ...json } as IDataObject, settingFiles: {} };
	}
	const values = Object.fromEntries(
		entries.map(({ key, value }) => {
			const field = findField(provider, key);
			return [field.name, readValue(field, value)];
		}),
	) as IDataObject;
	// Said to be the form of this network, so that no default is added to what was entered.
	const form = { ...values, settings: values, provider: identifier };
	const settings: IDataObject = buildSettings(identifier, provider, form, {
		json,
		timezone,
	});
	const place = provider.displayName;
	const named = readSettingFiles(provider, form, { json, place }).map(({ field, files }) => ({
		...field,
		files,
	}));
	return { settings, settingFiles: findSettingFiles(named, { binary, place }) };
}

/** The setting of a network by its key, or by its name in the form. */
function findField({ displayName: network, fields }: Provider, key: string): SettingField {
	const word = key.toLowerCase();
	const field =
		fields.find(({ name }) => name === key) ??
		fields.find(({ displayName }) => displayName.toLowerCase() === word);
	if (field) return field;
	const names = fields.map(({ displayName, name }) => `${displayName} (${name})`);
	throw new Problem(
		`${network} has no setting ${quote(key)}`,
		names.length > 0
			? `It has ${names.join(', ')}. Use Network Settings (JSON) for any other.`
			: 'Use Network Settings (JSON) for a setting that the node does not know.',
	);
}

/** A value that was entered as text, as the form of the network would hold it. */
function readValue(field: SettingField, value: unknown): unknown {
	if (typeof value !== 'string') return value;
	if (field.nested) return readJsonText(value);
	if (field.type !== 'options') return value;
	const word = value.trim();
	const options = (field.options ?? []) as INodePropertyOptions[];
	const named = options.find(({ name }) => name.toLowerCase() === word.toLowerCase());
	return options.some((option) => option.value === word) ? word : (named?.value ?? value);
}

function readJsonText(value: unknown): unknown {
	const isJson = typeof value === 'string' && /^\s*[{[]/.test(value);
	return isJson ? parseJson(value, 'Network Settings') : value;
}
