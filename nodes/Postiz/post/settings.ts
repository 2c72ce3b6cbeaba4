import { jsonParse, type IDataObject } from 'n8n-workflow';

import { toNumber } from '../providers/shapes';
import type { Provider, SettingField } from '../providers/types';
import { Problem } from './problem';

/** True for required settings and those with a picker: they stand in the form beside the channel. */
export function standsBesideChannel({ required, besideChannel }: SettingField): boolean {
	return Boolean(required ?? besideChannel);
}

/** The name under which n8n keeps the values of a group of fields. */
export const ENTRY = 'entry';

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
	toFile: ToFile = (value) => value,
): IDataObject & { __type: string } {
	const optional = (form.settings ?? {}) as IDataObject;
	const settings = readFields(
		provider?.fields ?? [],
		(field) => {
			const { name, required, default: preset } = field;
			const entered = (standsBesideChannel(field) ? form : optional)[name];
			// A form for this network shows what it requires: there, nothing comes from an empty expression.
			const isShown = form.provider === identifier;
			if (entered !== undefined || !required) return entered;
			return isShown ? null : preset;
		},
		toFile,
	);
	return { ...settings, ...json, __type: identifier };
}

type ToFile = (value: unknown, field: SettingField) => unknown;

function readFields(
	fields: SettingField[],
	entered: (field: SettingField) => unknown,
	toFile: ToFile,
): IDataObject {
	const settings: IDataObject = {};
	for (const field of fields) {
		if (field.formOnly) continue;
		const sent = readField(field, entered(field), toFile);
		if (!isEmpty(sent)) settings[field.name] = sent as IDataObject[string];
	}
	return settings;
}

function readField(field: SettingField, entered: unknown, toFile: ToFile): unknown {
	const value = unwrap(entered === undefined && field.required ? field.default : entered);
	if (isEmpty(value)) return undefined;
	if (field.media) return toFile(value, field);
	const typed = field.entry ? readEntries(field, value, toFile) : asDeclared(field, value);
	return isEmpty(typed) || !field.payload ? typed : field.payload(typed);
}

// Expressions often give a number or a text where the service wants the other.
function asDeclared({ type }: SettingField, value: unknown): unknown {
	switch (type) {
		case 'string':
		case 'color':
		case 'resourceLocator':
			return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
		case 'number':
			return toNumber(value);
		case 'boolean':
			return value === 'true' ? true : value === 'false' ? false : value;
		default:
			return value;
	}
}

function readEntries(
	{ entry, typeOptions }: SettingField,
	value: unknown,
	toFile: ToFile,
): unknown {
	const read = (group: IDataObject) =>
		readFields(entry?.fields ?? [], ({ name }) => group[name], toFile);
	const groups = (value as IDataObject)[ENTRY];
	if (!typeOptions?.multipleValues) return groups && read(groups as IDataObject);
	return ((groups ?? []) as IDataObject[]).map((group) => ({ value: read(group) }));
}

/** The plain value of a picker, or the value itself. */
export function unwrap(value: unknown): unknown {
	return typeof value === 'object' && value !== null && 'mode' in value && 'value' in value
		? value.value
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
