import type { IDataObject } from 'n8n-workflow';

import { checkValue, whyRequired } from '../channels/checkSetting';
import { buildSettings, readField } from '../channels/settings';
import { isSameNetwork, type Target } from '../channels/targets';
import { providerName } from '../providers';
import type { Provider, SettingField } from '../providers/types';
import { quote } from '../values/problem';
import { isEmpty, isObject, unwrap, withoutBlanks } from '../values/read';
import type { Part, WrittenPost } from './shapes';

interface Reading {
	/** An IANA name. */
	timezone: string;
	/** Called for each setting that is changed. */
	note: (correction: string) => void;
}

/** The settings that a post enters: in a form, or in JSON, which is sent as it is if the post `isExact`. */
export function enteredSettings(
	{ form, json }: Pick<WrittenPost, 'form' | 'json'>,
	target: Target,
	{ isExact, hasPresets, ...reading }: Reading & { isExact: boolean; hasPresets: boolean },
): IDataObject {
	const { identifier, provider } = target;
	const { timezone } = reading;
	if (form) return buildSettings(identifier, provider, form, { json, timezone, hasPresets });
	return isExact ? json : parseJsonSettings(json, target, reading);
}

/** Parses JSON settings like those of the form; what is invalid is kept (docs/api.md, Provider settings). */
export function parseJsonSettings(
	{ __type: named, ...json }: IDataObject,
	{ identifier, provider }: Target,
	{ timezone, note }: Reading,
): IDataObject {
	if (!isEmpty(named) && !isSameNetwork(String(named).trim(), identifier)) {
		note(`the __type ${quote(named)} became that of the channel, ${identifier}`);
	}
	return parseJsonFields(provider?.fields ?? [], json, {
		timezone,
		note: (correction) => note(`${providerName(identifier)}: ${correction}`),
	});
}

function parseJsonFields(fields: SettingField[], json: IDataObject, reading: Reading): IDataObject {
	const { timezone, note } = reading;
	const settings = { ...json };
	// Options that other fields depend on may be in any case.
	const choices = fields.filter(({ type, name }) => type === 'options' && !isEmpty(json[name]));
	const form = { isShown: true, timezone };
	const chosen = Object.fromEntries(
		choices.map((field) => [field.name, readField(field, json[field.name], form)]),
	) as IDataObject;
	for (const field of fields) {
		const { name, formOnly, file, nested, typeOptions } = field;
		if (formOnly || file) continue;
		const within = (group: unknown) =>
			isObject(group) ? parseJsonFields(nested?.fields ?? [], group, reading) : group;
		const given = withoutBlanks(json[name]);
		const isWrong = !isEmpty(given) && checkValue(field, given).length > 0;
		// Copied bodies have {"type": "post"} for every network.
		const isCopied = isWrong && field.type === 'options' && given === 'post';
		const preset = unwrap(field.default);
		const hasPreset = !isEmpty(preset) && !isObject(preset);
		if (
			hasPreset &&
			(isEmpty(given) || isCopied) &&
			whyRequired(field, fields, { ...json, ...chosen }) !== undefined
		) {
			settings[name] = preset as IDataObject[string];
			note(`${name} is ${quote(preset)}`);
		} else if (nested && !isWrong && !isEmpty(given)) {
			settings[name] = (
				typeOptions?.multipleValues
					? (given as IDataObject[]).map((group) => ({ ...group, value: within(group.value) }))
					: within(given)
			) as IDataObject[string];
		} else {
			const read = isWrong ? readField(field, given, form) : given;
			settings[name] = read as IDataObject[string];
			if (!isEmpty(json[name]) && JSON.stringify(read) !== JSON.stringify(json[name])) {
				note(`${name} was corrected`);
			}
		}
	}
	// An empty list is a value.
	const isGiven = (value: unknown) => Array.isArray(value) || !isEmpty(value);
	return Object.fromEntries(Object.entries(settings).filter(([, value]) => isGiven(value)));
}

/** The keys of JSON settings that their network doesn't have, as far as the node knows; none of an unknown network. */
export function unknownKeys(json: IDataObject, provider: Provider | undefined): string[] {
	if (!provider) return [];
	const names = provider.fields.map(({ name }) => /plug--.+--/.exec(name)?.[0] ?? name);
	const isKnown = (key: string) =>
		key === '__type' ||
		names.some((name) => (name.endsWith('--') ? key.startsWith(name) : key === name));
	return Object.keys(json).filter(
		// Copied bodies have {"post_type": "post"} for every network.
		(key) => !isKnown(key) && !isEmpty(json[key]) && json[key] !== 'post',
	);
}

/** Completes settings that follow the files of the post, such as its kind on Reddit; all of them if the post `adapts`. */
export const followFiles = (
	settings: IDataObject,
	provider: Provider | undefined,
	[first]: Part[],
	adapts = false,
): IDataObject => provider?.followFiles?.(settings, first?.files ?? [], adapts) ?? settings;
