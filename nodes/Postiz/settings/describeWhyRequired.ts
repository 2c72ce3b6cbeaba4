import type { IDataObject } from 'n8n-workflow';

import type { SettingField } from '../networks/networkTypes';
import { getValueName } from './settingOptions';

/** Says why a field is required. Empty if it always is, undefined if it is optional. */
export function describeWhyRequired(
	{ required, requiredWhen = {}, optionalWhen = {} }: SettingField,
	fields: SettingField[],
	settings: IDataObject,
): string | undefined {
	const findCause = (values: Record<string, unknown[]>) =>
		Object.keys(values).find((name) => values[name]?.includes(settings[name]));
	if (findCause(optionalWhen)) return undefined;
	if (required) return '';
	const cause = findCause(requiredWhen);
	const causingField = fields.find(({ name }) => name === cause);
	if (!cause || !causingField) return undefined;
	return ` if ${causingField.displayName} is ${getValueName(causingField, settings[cause])}`;
}
