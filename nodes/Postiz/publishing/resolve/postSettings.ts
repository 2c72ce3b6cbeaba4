import type { IDataObject } from 'n8n-workflow';

import type { Target } from '../../channels/target';
import { findPlugPrefix } from '../../common/detailKeys';
import { isEmpty, isObject, unwrapLocator, removeBlanks } from '../../common/value';
import type { Network, SettingField } from '../../networks/networkTypes';
import type { PostInput } from '../../posts/item';
import { buildSettings, readField } from '../../settings/buildSettings';
import { describeWhyRequired } from '../../settings/describeWhyRequired';
import { findValueIssues } from '../../settings/findValueIssues';

/** Converts settings from a form or from JSON to those of the API. Unvalidated JSON isn't converted. */
export function toPostSettings(
	{ formSettings, jsonSettings }: Pick<PostInput, 'formSettings' | 'jsonSettings'>,
	{ identifier, network }: Target,
	{ isUnvalidated, timezone }: { isUnvalidated: boolean; timezone: string },
): IDataObject {
	if (formSettings)
		return buildSettings(identifier, network, formSettings, {
			jsonSettings,
			timezone,
		});
	return isUnvalidated ? jsonSettings : convertJsonSettings(jsonSettings, network, timezone);
}

/**
 * Converts JSON settings to those of the API (docs/api.md, Provider settings). Removes blanks, and reads texts such as
 * “true” like the form. Adds the form's default for a missing required setting, and keeps invalid values.
 */
export function convertJsonSettings(
	jsonSettings: IDataObject,
	network: Network | undefined,
	timezone: string,
): IDataObject {
	const fields = network?.fields ?? [];
	const isWrong = (field: SettingField, value: unknown) => findValueIssues(field, value).length > 0;
	const read = fields.map((field) => {
		const value = removeBlanks(jsonSettings[field.name]);
		const needsConversion = !isEmpty(value) && isWrong(field, value);
		return [
			field,
			needsConversion ? readField(field, value, { isShown: true, timezone }) : value,
		] as const;
	});
	const values = read.map(([{ name }, value]) => [name, value] as const);
	const settings = { ...jsonSettings, ...(Object.fromEntries(values) as IDataObject) };
	for (const [field, value] of read) {
		// Copied bodies have {"type": "post"} for every network.
		const isMissing = isEmpty(value) || (value === 'post' && isWrong(field, value));
		const preset = unwrapLocator(field.default);
		if (
			isMissing &&
			!isObject(preset) &&
			describeWhyRequired(field, fields, settings) !== undefined
		) {
			settings[field.name] = preset as IDataObject[string];
		}
	}
	// An empty list counts as given.
	const isGiven = ([name, value]: [string, unknown]) =>
		name !== '__type' && (Array.isArray(value) || !isEmpty(value));
	return Object.fromEntries(Object.entries(settings).filter(isGiven)) as IDataObject;
}

/** Finds the JSON settings that their network doesn't have. Returns none for an unknown network. */
export function findUnknownSettings(
	jsonSettings: IDataObject,
	network: Network | undefined,
): string[] {
	if (!network) return [];
	const isKnown = (key: string) =>
		key === '__type' ||
		network.fields.some(({ name }) => {
			const plugPrefix = findPlugPrefix(name);
			return plugPrefix === undefined ? key === name : key.startsWith(plugPrefix);
		});
	return Object.keys(jsonSettings).filter(
		// Copied bodies have {"post_type": "post"} for every network.
		(key) => !isKnown(key) && !isEmpty(jsonSettings[key]) && jsonSettings[key] !== 'post',
	);
}
