import type { IDataObject } from 'n8n-workflow';

import { buildSettings, isPrimary } from '../nodes/Postiz/channels/settings';
import type { Provider, SettingField } from '../nodes/Postiz/providers/types';
import { isEmpty, tryJson } from '../nodes/Postiz/values/read';
import { placed } from './create';
import {
	Code,
	expressionCode,
	holdsExpression,
	isExpression,
	quoted,
	toExpression,
} from './expressions';
import { parseCode } from './template';
import { asList, asObject, type Json } from './types';

/** One row of the old node's Settings: a value, an expression, or code for either. */
export interface Setting {
	key: string;
	value: unknown;
	/** The value is what the expression's text says as JSON, if it is JSON. */
	isJson: boolean;
}

/** Reads a row as the old node did in its versions: by Value Type, or with a text alone. */
export function readSetting(row: Json): Setting {
	const { key, value, valueType = 'string', numberValue = 0, booleanValue = false } = row;
	const entered = new Map([
		['number', numberValue],
		['boolean', booleanValue],
		['json', row.jsonValue],
	]).get(String(valueType));
	const text = valueType === 'json' ? '' : (row.stringValue ?? value ?? '');
	const setting = { key: String(key ?? ''), value: entered ?? text, isJson: valueType === 'json' };
	return setting.isJson ? { ...setting, ...readJson(setting.value) } : setting;
}

function readJson(value: unknown): Partial<Setting> {
	if (typeof value !== 'string' || isExpression(value)) return { value };
	const parsed = tryJson(value);
	if (parsed === undefined) return { value };
	// Inside JSON a text with an equals sign at the front is that text.
	return { value: holdsExpression(parsed) ? new Code(`JSON.parse(${quoted(value)})`) : parsed };
}

/** The settings as an object of the service, with expressions and code in it. */
export function toSettingsObject(settings: Setting[]): Json {
	return Object.fromEntries(
		settings.map(({ key, value, isJson }) => [
			key,
			isJson && isExpression(value) ? new Code(parseCode(expressionCode(value))) : value,
		]),
	);
}

/** A by-hand choice in a field that has a list to pick from. */
export const byId = (value: unknown) => ({ __rl: true, mode: 'id', value });

/**
 * The form's fields of a channel of this network that send just these settings: those beside the
 * channel, and the others under `settings`. Returns the key that fits no field, if there is one.
 */
export function toForm(
	provider: Provider,
	settings: Setting[],
): { form: Json } | { misfit: string } {
	const values = new Map(settings.map((setting) => [setting.key, setting]));
	const form: Json = {};
	for (const { key, value, isJson } of values.values()) {
		if (isEmpty(value)) continue;
		const field = provider.fields.find(({ name }) => name === key);
		const isMissed =
			field &&
			isPrimary(field) &&
			isHidden(field, provider.fields, (name) => values.get(name)?.value);
		const fitting = field && !isMissed ? toField(field, value, isJson) : MISFIT;
		if (fitting === MISFIT) return { misfit: key };
		form[key] = fitting;
	}
	return { form: placed(provider.fields, form) };
}

/** No value of a form is undefined: it says that a setting does not fit into its field. */
const MISFIT = undefined;

/** True if the form does not show a field, and so does not send it. */
function isHidden(
	{ requiredWhen = {} }: SettingField,
	fields: SettingField[],
	siblings: (name: string) => unknown,
): boolean {
	return Object.entries(requiredWhen).some(([name, wanted]) => {
		const value = siblings(name) ?? fields.find((field) => field.name === name)?.default;
		return !isExpression(value) && !wanted.includes(value);
	});
}

function toField(field: SettingField, value: unknown, isJson = false): unknown {
	if (value instanceof Code) return MISFIT;
	if (isExpression(value)) return expressionField(field, value, isJson);
	if (Array.isArray(value) && field.type === 'string' && holdsExpression(value)) {
		return labelsField(field, value);
	}
	const isRead = (form: unknown) => isSame(sent(field, form), value);
	if (field.nested) return MISFIT;
	if (field.file) return fileField(value, isRead);
	switch (field.type) {
		case 'boolean':
			return [true, false].find((form) => value === form || value === String(form));
		case 'number':
			return Number.isFinite(Number(value)) ? Number(value) : MISFIT;
		case 'options':
			return (field.options ?? [])
				.map((option) => ('value' in option ? option.value : undefined))
				.find((form) => form === value);
		case 'multiOptions':
			return [value, asList(value).map((row) => JSON.stringify(row))].find(isRead);
		case 'resourceLocator':
			return isScalar(value) ? byId(String(value)) : [byId(JSON.stringify(value))].find(isRead);
		default:
			return isScalar(value) ? String(value) : [labelsOf(value)].find(isRead);
	}
}

const labelsOf = (value: unknown) =>
	asList(value)
		.map((element) => asObject(element).label ?? element)
		.join(', ');

// Names of which some come from expressions, in a field that takes a list of names.
function labelsField(field: SettingField, value: unknown[]): unknown {
	const labels = value.map((element) => asObject(element).label ?? element);
	const takesLists = isSame(sent(field, ['a', 'b']), sent(field, 'a, b'));
	return takesLists && labels.every(isScalar) ? toExpression(labels) : MISFIT;
}

// If the field makes a list or an object of a text, nobody knows what the expression returns.
function expressionField(field: SettingField, expression: string, isJson: boolean): unknown {
	const keepsText = () => typeof sent(field, 'text') === 'string';
	const takesIt =
		!field.nested && field.type !== 'multiOptions' && (!field.payload || (!isJson && keepsText()));
	if (!takesIt) return MISFIT;
	return field.type === 'resourceLocator' ? byId(expression) : expression;
}

function fileField(value: unknown, isRead: (form: unknown) => boolean): unknown {
	const { id, path } = asObject(value);
	return isEmpty(id) || isEmpty(path) ? MISFIT : [JSON.stringify({ id, path })].find(isRead);
}

/** What the node sends for a field's value: the node's own reading of its form. */
function sent(field: SettingField, value: unknown): unknown {
	const provider: Provider = {
		identifier: 'one',
		displayName: '',
		text: 'plain',
		fields: [field],
	};
	const entered = { [field.name]: value } as IDataObject;
	const form: IDataObject = { provider: 'one', ...entered, settings: entered };
	return field.file
		? (JSON.parse(String(value)) as unknown)
		: buildSettings('one', provider, form)[field.name];
}

const isScalar = (value: unknown) => typeof value !== 'object' || value === null;

function isSame(a: unknown, b: unknown): boolean {
	if (isEmpty(a) && isEmpty(b)) return true;
	if (isScalar(a) || isScalar(b)) return a === b;
	if (Array.isArray(a) !== Array.isArray(b)) return false;
	const [left, right] = [a as Json, b as Json];
	const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
	return [...keys].every((key) => isSame(left[key], right[key]));
}

/**
 * The settings that the network needs and nobody has set: with a preset of the form, with the first line
 * of the text in their place, or with nothing.
 */
export function missingSettings(
	{ fields }: Provider,
	settings: Setting[],
): { preset: SettingField[]; fromText: SettingField[]; empty: SettingField[] } {
	const given = new Set(settings.filter(({ value }) => !isEmpty(value)).map(({ key }) => key));
	const missing = fields.filter(({ name, required }) => required && !given.has(name));
	const hasPreset = ({ type, default: preset }: SettingField) =>
		type === 'resourceLocator'
			? !isEmpty(asObject(preset).value)
			: type !== 'fixedCollection' && !isEmpty(preset);
	return {
		preset: missing.filter(hasPreset),
		fromText: missing.filter((field) => field.fromText),
		empty: missing.filter((field) => !field.fromText && !hasPreset(field)),
	};
}
