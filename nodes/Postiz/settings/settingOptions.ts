import type { INodePropertyOptions } from 'n8n-workflow';

import type { SettingField } from '../networks/networkTypes';

/** The options of a setting; none if it isn't a choice. */
export const getOptions = ({ options = [] }: SettingField) => options as INodePropertyOptions[];

/** The name of a chosen value; `on` for a boolean. */
export function getValueName(field: SettingField, value: unknown): string {
	const option = getOptions(field).find((candidate) => candidate.value === value);
	return option?.name ?? (value === true ? 'on' : String(value));
}

/** Describes the allowed options of a field in a sentence. Undefined for other fields. */
export function describeAllowedOptions(field: SettingField): string | undefined {
	if (field.type !== 'options') return undefined;
	const names = getOptions(field).map(({ name, value }) =>
		name === value ? name : `${name} (${String(value)})`,
	);
	return `Allowed: ${names.join(', ')}.`;
}
