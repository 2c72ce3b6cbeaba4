import { jsonParse, type IDataObject } from 'n8n-workflow';

import { toNumber } from '../providers/shapes';
import type { Provider, SettingField } from '../providers/types';
import { Problem } from './problem';
import { isObject } from './values';

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
	const reading: Reading = {
		toFile,
		// A form for this network shows what it requires: there, nothing comes from an empty expression.
		isShown: [identifier, provider?.identifier].includes(form.provider as string),
	};
	const settings = readFields(
		provider?.fields ?? [],
		(field) => (standsBesideChannel(field) ? form : optional)[field.name],
		reading,
	);
	return { ...settings, ...json, __type: identifier };
}

type ToFile = (value: unknown, field: SettingField) => unknown;

interface Reading {
	toFile: ToFile;
	/** The form shows the fields of this network; otherwise required ones get their defaults. */
	isShown: boolean;
}

function readFields(
	fields: SettingField[],
	entered: (field: SettingField) => unknown,
	reading: Reading,
): IDataObject {
	const settings: IDataObject = {};
	for (const field of fields) {
		if (field.formOnly) continue;
		const sent = readField(field, entered(field), reading);
		if (!isEmpty(sent)) settings[field.name] = sent as IDataObject[string];
	}
	return settings;
}

function readField(field: SettingField, entered: unknown, reading: Reading): unknown {
	const isPreset = entered === undefined && field.required && !reading.isShown;
	const value = unwrap(isPreset ? field.default : entered);
	if (isEmpty(value)) return undefined;
	if (field.media) return toReference(reading.toFile(value, field));
	const typed = field.entry ? readEntries(field, value, reading) : asDeclared(field, value);
	return isEmpty(typed) || !field.payload ? typed : field.payload(typed);
}

// A setting has no place for what else is known of a file, such as its alt text.
function toReference(file: unknown): unknown {
	return isObject(file) ? { id: file.id, path: file.path } : file;
}

// Expressions often give a number or a text where the service wants the other.
function asDeclared({ type, url }: SettingField, value: unknown): unknown {
	switch (type) {
		case 'string':
		case 'color':
		case 'resourceLocator': {
			const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
			const isExact = type === 'resourceLocator' || url;
			return isExact && typeof text === 'string' ? text.trim() : text;
		}
		case 'number':
			return toNumber(value);
		case 'boolean':
			return value === 'true' ? true : value === 'false' ? false : value;
		default:
			return value;
	}
}

// What is not of the form's own shape stays what it is, for the checks to name it.
function readEntries(
	{ entry, typeOptions }: SettingField,
	value: unknown,
	reading: Reading,
): unknown {
	const read = (group: unknown) =>
		isObject(group) ? readFields(entry?.fields ?? [], ({ name }) => group[name], reading) : group;
	if (!isObject(value) || !(ENTRY in value)) return isEmptyObject(value) ? undefined : value;
	const groups = value[ENTRY] as unknown;
	if (!typeOptions?.multipleValues) return read(groups ?? undefined);
	return [groups ?? []].flat().map((group) => ({ value: read(group) }));
}

function isEmptyObject(value: unknown): boolean {
	return isObject(value) && Object.keys(value).length === 0;
}

/** The plain value of a picker, or the value itself. */
export function unwrap(value: unknown): unknown {
	return typeof value === 'object' && value !== null && 'mode' in value && 'value' in value
		? value.value
		: value;
}

/** Reads the field Settings (JSON): a text or an object. Throws {@link Problem} that names `field`. */
export function parseSettingsJson(value: unknown, field = 'Settings (JSON)'): IDataObject {
	if (isEmpty(value)) return {};
	const settings = typeof value === 'string' ? parseJson(value, field) : value;
	if (!isObject(settings)) {
		throw new Problem(
			`${field} must be an object`,
			'Write the settings between curly brackets, such as {"who_can_reply_post": "everyone"}.',
		);
	}
	return settings;
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
