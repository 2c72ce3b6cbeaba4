import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import { changesPost } from '../../../../channels/checkSetting';
import type { SettingField } from '../../../../providers/types';
import { shorten } from '../../../../values/problem';
import { propertiesOf } from '../../../../values/read';

/** A setting as people read it: its label and its value. */
export type ShownSetting = [label: string, value: string];

/** In characters. */
const MAX_VALUE = 300;

/** The settings that change a post, with the labels of the form; groups are several of them. */
export function showSettings(fields: SettingField[], settings: IDataObject): ShownSetting[] {
	return fields.flatMap((field): ShownSetting[] => {
		const value = settings[field.name];
		if (!changesPost(field, value)) return [];
		if (!field.nested) return [[field.displayName, shorten(showValue(field, value), MAX_VALUE)]];
		const { nested } = field;
		return [value].flat().flatMap((group) => {
			const { value: own = group } = propertiesOf(group);
			return showSettings(nested.fields, propertiesOf(own) as IDataObject);
		});
	});
}

function showValue(field: SettingField, value: unknown): string {
	if (Array.isArray(value)) return value.map((element) => showValue(field, element)).join(', ');
	if (value === true) return 'Yes';
	if (value === false) return 'No';
	if (typeof value === 'object') {
		const { label, name, value: own } = propertiesOf(value);
		return String(label ?? name ?? own ?? JSON.stringify(value));
	}
	const choices = field.type === 'options' ? (field.options as INodePropertyOptions[]) : [];
	return choices.find((choice) => choice.value === value)?.name ?? String(value);
}
