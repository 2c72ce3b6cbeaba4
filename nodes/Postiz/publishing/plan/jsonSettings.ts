import type { IDataObject } from 'n8n-workflow';

import { checkValue, whyNeeded } from '../../channels/checkSetting';
import { readField } from '../../channels/settings';
import { isSameNetwork, type Target } from '../../channels/targets';
import type { SettingField } from '../../providers/types';
import { quote } from '../../values/quote';
import { isEmpty, isObject, unwrap, withoutBlanks } from '../../values/read';

interface Reading {
	/** An IANA name. */
	timezone: string;
	/** Is told what became of a setting. */
	note: (correction: string) => void;
}

/**
 * The settings of a JSON body as its channel takes them: what the network would refuse or misread is
 * read as the form reads it, what is empty is left out, and what is required gets the default of the
 * form. What cannot be read stays what it is, for the checks to name it (docs/api.md, Provider settings).
 */
export function readJsonSettings(
	{ __type: named, ...json }: IDataObject,
	{ identifier, provider }: Target,
	{ timezone, note }: Reading,
): IDataObject {
	if (!isEmpty(named) && !isSameNetwork(String(named).trim(), identifier)) {
		note(`the __type ${quote(named)} became that of the channel, ${identifier}`);
	}
	return readFields(provider?.fields ?? [], json, {
		timezone,
		note: (correction) => note(`${provider?.displayName ?? identifier}: ${correction}`),
	});
}

function readFields(
	fields: SettingField[],
	json: IDataObject,
	{ timezone, note }: Reading,
): IDataObject {
	const settings = { ...json };
	for (const field of fields) {
		const { name, formOnly, file, nested, typeOptions } = field;
		if (formOnly || file) continue;
		const within = (group: unknown) =>
			isObject(group) ? readFields(nested?.fields ?? [], group, { timezone, note }) : group;
		const given = withoutBlanks(json[name]);
		const isWrong = !isEmpty(given) && checkValue(field, given).length > 0;
		// Copied bodies have {"type": "post"} for every network.
		const isCopied = isWrong && field.type === 'options' && given === 'post';
		const preset = unwrap(field.default);
		const hasPreset = !isEmpty(preset) && !isObject(preset);
		if (hasPreset && (isEmpty(given) || isCopied) && whyNeeded(field, fields, json) !== undefined) {
			settings[name] = preset as IDataObject[string];
			note(`${name} is ${quote(preset)}`);
		} else if (nested && !isWrong && !isEmpty(given)) {
			settings[name] = (
				typeOptions?.multipleValues
					? (given as IDataObject[]).map((group) => ({ ...group, value: within(group.value) }))
					: within(given)
			) as IDataObject[string];
		} else {
			const read = isWrong ? readField(field, given, { isShown: true, timezone }) : given;
			settings[name] = read as IDataObject[string];
			if (!isEmpty(json[name]) && JSON.stringify(read) !== JSON.stringify(json[name])) {
				note(`${name} was corrected`);
			}
		}
	}
	// An empty list says that there are none.
	const isSaid = (value: unknown) => Array.isArray(value) || !isEmpty(value);
	return Object.fromEntries(Object.entries(settings).filter(([, value]) => isSaid(value)));
}
