import { jsonParse, type IDataObject } from 'n8n-workflow';

import type { Provider, SettingField } from '../providers/types';
import { Problem } from './problem';

/** True for required settings and those with a picker: they stand in the form beside the channel. */
export function standsBesideChannel({ required, besideChannel }: SettingField): boolean {
	return Boolean(required ?? besideChannel);
}

/** True for what a person left empty. `false` and `0` are values. */
export function isEmpty(value: unknown): boolean {
	return (
		value === undefined ||
		value === null ||
		value === '' ||
		(typeof value === 'string' && value.trim() === '') ||
		(Array.isArray(value) && value.length === 0)
	);
}

/**
 * The settings of one post from what the form holds for it: `form` has the fields beside the
 * channel and, under `settings`, the optional ones. Required ones that the form does not show get
 * their defaults; `json` comes last and wins. `toFile` gives the reference for what a media setting
 * names (API: Providers).
 */
export function buildSettings(
	identifier: string,
	provider: Provider | undefined,
	form: IDataObject,
	json: IDataObject = {},
	toFile: (value: unknown, field: SettingField) => unknown = (value) => value,
): IDataObject & { __type: string } {
	const optional = (form.settings ?? {}) as IDataObject;
	const settings: IDataObject = {};
	for (const field of provider?.fields ?? []) {
		const { name } = field;
		const entered = standsBesideChannel(field) ? form[name] : optional[name];
		const value = unwrap(entered === undefined && field.required ? field.default : entered);
		if (isEmpty(value)) continue;
		const file = field.media ? toFile(value, field) : value;
		const sent = field.payload ? field.payload(file) : file;
		if (!isEmpty(sent)) settings[name] = sent as IDataObject[string];
	}
	return { ...settings, ...json, __type: identifier };
}

/** The plain value of a picker, or the value itself. */
export function unwrap(value: unknown): unknown {
	return typeof value === 'object' && value !== null && '__rl' in value
		? (value as unknown as { value: unknown }).value
		: value;
}

/** Reads the field Settings (JSON): a text or an object. Throws {@link Problem}. */
export function parseSettingsJson(value: unknown): IDataObject {
	if (isEmpty(value)) return {};
	const settings = typeof value === 'string' ? parseJson(value, 'Settings (JSON)') : value;
	if (typeof settings !== 'object' || settings === null || Array.isArray(settings)) {
		throw new Problem(
			'Settings (JSON) must be an object',
			'Write the settings between curly brackets, such as {"who_can_reply_post": "everyone"}.',
		);
	}
	return settings as IDataObject;
}

/** Parses JSON that a person wrote; the {@link Problem} thrown says where it breaks off. */
export function parseJson(text: string, field: string): unknown {
	try {
		return jsonParse<unknown>(text);
	} catch (error) {
		const { message } = (error as { cause?: Error }).cause ?? (error as Error);
		return refuseJson(field, message);
	}
}

function refuseJson(field: string, reason: string): never {
	throw new Problem(
		`${field} is not valid JSON`,
		`${reason}. Look for a missing quote, comma or bracket.`,
	);
}
